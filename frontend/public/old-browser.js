// The page for browsers that are too old for the table, loaded by `early.js` in place of everything else. Written so that
// they can read it: no newer script, no newer styles, and no style sheet, which would say nothing to them.
(function () {
  var japanese = document.documentElement.lang === "ja";
  var dark = window.matchMedia && matchMedia("(prefers-color-scheme: dark)").matches;
  var ink = dark ? "#f0e9dc" : "#2b2622";
  var soft = dark ? "#b9ae9d" : "#655b4f";
  var line = dark ? "#48423a" : "#d8cfbd";
  var paper = dark ? "#292724" : "#fdfaf3";
  var ground = dark ? "#1d1c1a" : "#f3eee3";

  /** Return a new element with a style, within another. */
  function add(parent, name, style, text) {
    var made = parent.appendChild(document.createElement(name));
    made.style.cssText = style;
    if (text) made.appendChild(document.createTextNode(text));
    return made;
  }

  var letters = "'Hiragino Sans', 'Hiragino Kaku Gothic ProN', 'Yu Gothic UI', Meiryo, 'Noto Sans CJK JP', sans-serif";
  document.title = japanese ? "手札：ブラウザの更新が必要です" : "Tefuda: please update your browser";
  document.documentElement.style.cssText = "background:" + ground;
  document.body.style.cssText = "margin:0;padding:24px 16px;background:" + ground + ";color:" + ink + ";font:16px/1.7 " + letters;
  document.body.innerHTML = "";

  var card = add(
    document.body,
    "main",
    "display:block;box-sizing:border-box;max-width:30em;margin:5vh auto 0;padding:28px 24px 24px;border:1px solid " + line + ";border-radius:14px;background:" + paper
  );
  var brand = add(card, "p", "margin:0 0 18px;color:" + soft + ";font-weight:600;letter-spacing:0.06em");
  var mark = add(brand, "img", "width:40px;height:40px;margin-right:12px;vertical-align:middle");
  mark.alt = "";
  mark.src = "/favicon.svg";
  brand.appendChild(document.createTextNode(japanese ? "手札" : "Tefuda"));
  add(card, "h1", "margin:0 0 8px;font-size:22px;line-height:1.4", japanese ? "新しいブラウザで開いてください" : "Please open this page in a newer browser");
  add(
    card,
    "p",
    "margin:0 0 18px",
    japanese
      ? "お使いのブラウザは古いため、卓を表示できません。ブラウザか端末を更新するか、次のどれかで開いてください。"
      : "This browser is too old to show the table. Update it or your device, or use one of these:"
  );

  var browsers = [
    [japanese ? "iPhone・iPad" : "iPhone, iPad", "iOS 16.2"],
    ["Safari", "16.2"],
    [japanese ? "Chrome・Edge" : "Chrome, Edge", "111"],
    ["Firefox", "115"],
  ];
  var list = add(card, "ul", "margin:0 0 20px;padding:0;border-top:1px solid " + line + ";list-style:none");
  for (var i = 0; i < browsers.length; i++) {
    var item = add(list, "li", "overflow:hidden;padding:7px 2px;border-bottom:1px solid " + line, browsers[i][0]);
    add(item, "span", "float:right;color:" + soft, japanese ? browsers[i][1] + "以降" : browsers[i][1] + " or newer");
  }

  add(card, "p", "margin:0 0 6px;color:" + soft + ";font-size:14px", japanese ? "このページのアドレス（コピーして、新しいブラウザに貼り付けてください）" : "The address of this page, to copy into the other browser:");
  add(
    card,
    "p",
    "margin:0;padding:8px 12px;border-radius:8px;background:" + ground + ";font-size:14px;line-height:1.5;word-break:break-all;-webkit-user-select:all;user-select:all",
    location.href
  );
})();
