const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/doutotsu-D4cNlj8C.js","assets/layout-DlT5DM2u.js","assets/disclose-version-phskwU9m.js","assets/legacy-B7-Y0WVf.js","assets/doutotsu-CneVBZvj.css","assets/kotodama-DUCTReqR.js","assets/kotodama-Bzxu9ctP.css","assets/kotori-DYSflj6X.js","assets/kotori-DdGp_zTP.css","assets/llama-DERXTGJn.js","assets/llama-BRk3FkQq.css","assets/tezuma-D1CuDaC6.js","assets/tezuma-Bx6GwQTu.css","assets/SettingsPage-4oo7a2Js.js","assets/SettingsForm-BGk8ihQR.js","assets/sound-C5HSNbh5.js","assets/SettingsForm-DgeoN9Ek.css","assets/NewTable-CZqMPELS.js","assets/NewTable-BeaE3eKY.css","assets/Join-BB7Y1hIy.js","assets/Join-CqGvzBZC.css","assets/TablePage-CFgJKvbK.js","assets/Stage-CbtMwfZh.js","assets/Stage-CuPFtYvD.css","assets/Rulebook-MAnfCXSS.js","assets/Rulebook-Clx9YdsK.css","assets/TablePage-BDQvLIiD.css","assets/Replay-TEg0gwQf.js","assets/Replay-DaWJmInN.css","assets/Decks-JZsWM8rm.js","assets/Rules-COE3gFxE.js","assets/Rules-DD-HL1RK.css","assets/wght-Da6eQyX9.css"])))=>i.map(i=>d[i]);
import{$ as e,A as t,B as n,E as r,F as i,G as a,H as o,J as s,K as c,M as l,N as u,O as d,P as f,Q as p,V as m,W as h,X as g,Y as _,Z as v,ct as y,it as b,j as x,k as S,lt as C,m as w,q as T,rt as ee,st as E,tt as D,w as te,z as O}from"./disclose-version-phskwU9m.js";(function(){let e=document.createElement(`link`).relList;if(e&&e.supports&&e.supports(`modulepreload`))return;for(let e of document.querySelectorAll(`link[rel="modulepreload"]`))n(e);new MutationObserver(e=>{for(let t of e)if(t.type===`childList`)for(let e of t.addedNodes)e.tagName===`LINK`&&e.rel===`modulepreload`&&n(e)}).observe(document,{childList:!0,subtree:!0});function t(e){let t={};return e.integrity&&(t.integrity=e.integrity),e.referrerPolicy&&(t.referrerPolicy=e.referrerPolicy),t.credentials=e.crossOrigin===`use-credentials`?`include`:e.crossOrigin===`anonymous`?`omit`:`same-origin`,t}function n(e){if(e.ep)return;e.ep=!0;let n=t(e);fetch(e.href,n)}})();function k(e,t=``,n=``){let r=e.split(`/`).filter(Boolean).map(decodeURIComponent),i=new URLSearchParams(t),[a,o,s]=r;return a?a===`settings`&&!o?{page:`settings`}:a===`new`&&o&&!s?{page:`new`,game:o,friends:i.has(`friends`)}:a===`join`&&o&&s?{page:`join`,table:o,invitation:s}:a===`table`&&o&&!s?{page:`table`,table:o,invitation:i.get(`invitation`)??``,deal:i.has(`deal`)}:a===`replay`&&o&&!s?{page:`replay`,table:o}:a===`decks`&&o&&!s?{page:`decks`,game:o}:a===`rules`&&o&&!s?{page:`rules`,game:o,clause:decodeURIComponent(n.slice(1))}:{page:`nowhere`}:{page:`home`}}function A(){return k(location.pathname,location.search,location.hash)}var j=e(v(A()));addEventListener(`popstate`,()=>p(j,A(),!0));var M={get route(){return o(j)},go(e,{replace:t=!1}={}){t?history.replaceState(null,``,e):history.pushState(null,``,e),p(j,A(),!0),scrollTo(0,0)}};function ne(e){if(e.defaultPrevented||e.button!==0||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let t=e.target.closest(`a`);!t||t.target||t.hasAttribute(`download`)||t.origin!==location.origin||t.pathname.startsWith(`/api/`)||(e.preventDefault(),t.href===location.href?p(j,A(),!0):M.go(t.href))}var N=`tefuda`,P=matchMedia(`(prefers-reduced-motion: reduce)`);function re(){try{return JSON.parse(localStorage.getItem(N)??`{}`)}catch{return{}}}var F=v({language:navigator.language.startsWith(`ja`)?`ja`:`en`,theme:`auto`,motion:`auto`,sound:!1,size:100,helps:!0,...re()}),I=e(v(P.matches));P.addEventListener(`change`,()=>p(I,P.matches,!0));function L(){return F.motion===`calm`||F.motion===`auto`&&o(I)}function R(){a(()=>{let e=document.documentElement;e.lang=F.language,F.theme===`auto`?delete e.dataset.theme:e.dataset.theme=F.theme,e.dataset.motion=L()?`calm`:`full`,e.style.fontSize=F.size===100?``:`${F.size}%`;try{localStorage.setItem(N,JSON.stringify(F))}catch{}})}var z=class extends Error{status;clause;constructor(e,t,n){super(t),this.status=e,this.clause=n}};async function B(e,t){let n=document.documentElement.lang||`ja`,r;try{r=await fetch(e,{method:t===void 0?`GET`:`POST`,headers:{"Accept-Language":n,...t===void 0?{}:{"Content-Type":`application/json`}},body:t===void 0?null:JSON.stringify(t)})}catch{throw new z(0,``)}if(!r.ok){let e=await r.json().catch(()=>({message:r.statusText}));throw new z(r.status,e.message,e.clause)}return await r.json()}function V(e){return e?`?invitation=${encodeURIComponent(e)}`:``}var H={me:()=>B(`/api/me`),rename:e=>B(`/api/me`,{name:e}),games:()=>B(`/api/games`),cards:e=>B(`/api/games/${e}/cards`),tables:()=>B(`/api/tables`),open:e=>B(`/api/tables`,e),table:(e,t=``)=>B(`/api/tables/${e}${V(t)}`),invite:e=>B(`/api/tables/${e}/invite`,{}),join:(e,t,n,r=null)=>B(`/api/tables/${e}/join`,{name:t,invitation:n,seat:r}),leave:e=>B(`/api/tables/${e}/leave`,{}),record:(e,t=``)=>B(`/api/tables/${e}/record${V(t)}`),seenBy:(e,t)=>B(`/api/tables/${e}/record?seat=${t}`)},ie=`# The words of the pages

brand = Tefuda
brand-reading = 手札
loading = Getting ready…
seat = seat { $number }
guest = Guest
guest-you = Guest
name-you = { $name } (you)
bot = Bot
you = you
close = Close
back-home = All tables
nowhere = There is no such page.
unreachable = The server cannot be reached. Check your connection and try again.
try-again = Try again
asset-failed = A part of this page could not be loaded. Check your connection and reload the page.
reload = Reload

## Home

home-lead = Japanese card games you can no longer buy, on the table again.
home-sub = Alone against bots, or with friends over a link. No account needed.
home-play = Play now
home-play-note = { $bots ->
        [one] against one bot
       *[other] against { $bots } bots
    }
home-invite = Invite friends
home-options = Players and house rules
home-rules = How to play
home-decks = Build a deck
home-running = Your tables
home-finished = Finished
home-open = Continue
home-watch-replay = Replay
home-public = Open tables
home-join = Join
home-watch = Watch
players-range = { $low } to { $high } players
seats-free = { $count ->
        [one] one free seat
       *[other] { $count } free seats
    }
phase-open = waiting
phase-playing = in play
phase-over = over

## A new table

new-title = A new table
new-players = Players
new-players-count = { $count } players
new-seats = Seats
new-seat-me = You
new-seat-bot = Bot
new-seat-open = Somebody you invite
new-level = Level
new-rules = House rules
new-public = Anybody may join or watch
new-start = Start
new-make = Open the table

## Waiting for players

lobby-title = Waiting for players
lobby-lead = The game can begin once every seat is taken.
lobby-link = Invitation link
lobby-link-help = Send this link to your friends. Whoever opens it may take a free seat.
lobby-copy = Copy
lobby-copied = Copied
lobby-share = Send
lobby-seat-open = free seat
lobby-take-bot = Seat a bot
lobby-open-seat = Free the seat
lobby-start = Start
lobby-wait-seats = The game cannot begin while a seat is free.
lobby-wait-host = Waiting for the host to begin.
lobby-your-name = Your name
lobby-save-name = Save
lobby-name-saved = Saved
lobby-fair = A fair deal
lobby-fair-text = The secret that decides the order of the cards was sealed before the game. This is its SHA-256; compare it with the secret that is published after the game.
lobby-seed = Add words of your own
lobby-seed-help = They change the deal, so that nobody, not even the table, can know it beforehand.
lobby-seed-send = Add
lobby-seed-done = Added

## An invitation

join-title = You are invited
join-lead = You are invited to a table of { $game }.
join-name = Your name
join-sit = Take a seat
join-watch = Just watch
join-full = Every seat is taken. You can watch.
join-playing = The game has begun. You can watch.
join-rules-first = Read how to play first

## The table

table-stage = Table
table-log = What happened
table-log-open = Show what happened
table-menu = Menu
table-rules = Rules
table-actions = What you may do
table-thinking = thinking
table-your-turn = Your turn
table-skip = Skip to now
table-hint = Hint
table-hint-says = A bot would: { $label }
table-clause = Rule { $clause }
table-lost = The connection is lost. Reconnecting…
table-connecting = Connecting to the table…
table-gone = There is no such table, or you may not see it.
table-watching = Watching
table-watchers = { $count ->
        [one] one watching
       *[other] { $count } watching
    }
table-leave = Leave
table-leave-sure = If you leave, a bot plays on for you. Leave?
table-leave-yes = Leave
table-leave-no = Stay
table-react = Say something
table-notes = Notes
table-notes-help = Only you can see these notes.
table-notes-save = Keep
table-invite = Invitation link
table-settings = Settings
table-stand-in = Let a bot play on
table-take-back = Play yourself
table-card = { $face } ({ $where })
table-card-down = a card face down ({ $where })
table-card-down-known = { $face }, face down ({ $where })
table-card-turned = { $face }, sideways ({ $where })
table-card-marked = { $card }: { $marks }
list-comma = {", "}
table-owned = { $who }: { $zone }
table-zone-count = { $zone }, { $count ->
        [one] one card
       *[other] { $count } cards
    }
table-read = Point at a card to read it here.
table-pile = { $zone } { $count }
presence-idle = idle
presence-gone = away
presence-stand-in = a bot plays on
reaction-hello = Hello
reaction-nice = Well done
reaction-oops = Oops
reaction-thinking = Hmm…
reaction-wow = Wow
reaction-thanks = Thanks
reaction-hurry = Anytime now?
reaction-again = Once more!

## The result

result-title = The game is over
result-won = { $who } wins!
result-shared = { $who } share the first place
result-rank = { $rank ->
        [1] 1st
        [2] 2nd
        [3] 3rd
       *[other] { $rank }th
    }
result-points = { $points ->
        [one] one point
       *[other] { $points } points
    }
result-rematch = Play again
result-rematch-go = To the next table
result-replay = Replay
result-table = Look at the table
result-show = Show the result
result-home = All tables
result-record = Record (text)

## The replay

replay-title = Replay
replay-play = Play
replay-pause = Pause
replay-back = One back
replay-forward = One on
replay-place = Moment
replay-place-of = { $at } of { $all }
replay-speed = Speed
replay-speed-value = { $speed }×
replay-eyes = Through whose eyes
replay-eyes-spectator = a spectator
replay-eyes-note = While something is still hidden, you can replay only what you saw yourself.
replay-empty = Nothing has happened at this table yet.

## Rules

rules-play = Play this game

## Settings

settings-title = Settings
settings-language = Language / ことば
settings-theme = Light
settings-theme-auto = as the device
settings-theme-light = light
settings-theme-dark = dark
settings-motion = Motion
settings-motion-auto = as the device
settings-motion-full = moving
settings-motion-calm = still
settings-sound = Sound
settings-size = Text size
settings-size-value = { $size }%
settings-helps = Helping numbers
settings-helps-note = Such as the chance to burst: what could be worked out from what is on the table
settings-kept = Kept in this browser on this device only.
about-title = About this table
about-text = Tefuda is unofficial and non-commercial. Its words, pictures and sounds are its own.
`,ae=`# この卓の画面のことば

brand = 手札
brand-reading = Tefuda
loading = 準備しています…
seat = { $number }番の席
guest = ゲスト
guest-you = あなた
name-you = { $name }（あなた）
bot = ボット
you = あなた
close = 閉じる
back-home = 卓の一覧へ
nowhere = そのページは見つかりませんでした。
unreachable = サーバーにつながりません。通信を確かめて、もう一度お試しください。
try-again = もう一度
asset-failed = 画面の一部を読み込めませんでした。通信を確かめて、ページを再読み込みしてください。
reload = 再読み込み

## はじめの画面

home-lead = 手に入らなくなった日本のカードゲームを、もう一度。
home-sub = ひとりでボットと、友だちとはリンクひとつで。登録はいりません。
home-play = いますぐ遊ぶ
home-play-note = ボット{ $bots }人と
home-invite = 友だちを誘う
home-options = 人数・ルールを選ぶ
home-rules = 遊びかた
home-decks = デッキを組む
home-running = つづきの卓
home-finished = 終わった卓
home-open = つづける
home-watch-replay = 再生
home-public = ひらかれた卓
home-join = 参加する
home-watch = 観戦する
players-range = { $low }〜{ $high }人
seats-free = 空席{ $count }
phase-open = 待ち合わせ中
phase-playing = 対局中
phase-over = 終了

## 新しい卓

new-title = 新しい卓
new-players = 人数
new-players-count = { $count }人
new-seats = 席
new-seat-me = あなた
new-seat-bot = ボット
new-seat-open = だれか（招待）
new-level = 強さ
new-rules = ハウスルール
new-public = だれでも参加・観戦できる卓にする
new-start = はじめる
new-make = 卓をつくる

## 待ち合わせ

lobby-title = 待ち合わせ
lobby-lead = 席がうまったら、はじめられます。
lobby-link = 招待リンク
lobby-link-help = このリンクを友だちに送ってください。開くと、空いている席に座れます。
lobby-copy = コピー
lobby-copied = コピーしました
lobby-share = 送る
lobby-seat-open = 空席
lobby-take-bot = ボットを座らせる
lobby-open-seat = 席をあける
lobby-start = はじめる
lobby-wait-seats = 空席があるうちは、はじめられません。
lobby-wait-host = 卓の主がはじめるのを待っています。
lobby-your-name = あなたの名前
lobby-save-name = 決める
lobby-name-saved = 名前を決めました
lobby-fair = 山札の公正さ
lobby-fair-text = 山札の順を決める秘密は、始まる前に封をしてあります。その印（SHA-256）はこちら。終わったあとに公開される秘密と見くらべられます。
lobby-seed = 好きなことばを混ぜる
lobby-seed-help = 入れたことばは配られるカードに影響します。だれも（卓も）先を知ることはできません。
lobby-seed-send = 混ぜる
lobby-seed-done = 混ぜました

## 招待

join-title = 招待されています
join-lead = { $game }の卓に招かれました。
join-name = あなたの名前
join-sit = 席につく
join-watch = 見るだけ
join-full = この卓はもう席がありません。観戦はできます。
join-playing = この卓はもう始まっています。観戦はできます。
join-rules-first = 先に遊びかたを読む

## 卓

table-stage = 卓
table-log = できごと
table-log-open = できごとを見る
table-menu = メニュー
table-rules = ルール
table-actions = できること
table-thinking = 考え中
table-your-turn = あなたの番
table-skip = いまの場面へ
table-hint = ヒント
table-hint-says = ボットなら：{ $label }
table-clause = ルール { $clause }
table-lost = 接続が切れました。つなぎ直しています…
table-connecting = 卓につないでいます…
table-gone = この卓は見つからないか、見ることができません。
table-watching = 観戦中
table-watchers = 観戦{ $count }人
table-leave = 席を立つ
table-leave-sure = 席を立つと、あとはボットが打ちます。よろしいですか？
table-leave-yes = 席を立つ
table-leave-no = つづける
table-react = ひとこと
table-notes = メモ
table-notes-help = あなただけに見えるメモです。
table-notes-save = しまう
table-invite = 招待リンク
table-settings = 設定
table-stand-in = ボットに代わってもらう
table-take-back = 自分で打つ
table-card = { $face }（{ $where }）
table-card-down = 裏向きのカード（{ $where }）
table-card-down-known = 裏向きの{ $face }（{ $where }）
table-card-turned = 横向きの{ $face }（{ $where }）
table-card-marked = { $card }：{ $marks }
list-comma = 、
table-owned = { $who }の{ $zone }
table-zone-count = { $zone }、{ $count }枚
table-read = カードを指すと、書いてあることがここに出ます。
table-pile = { $zone } { $count }枚
presence-idle = 手が止まっています
presence-gone = 席をはずしています
presence-stand-in = ボットが代打ち中
reaction-hello = こんにちは
reaction-nice = おみごと
reaction-oops = あちゃー
reaction-thinking = うーん…
reaction-wow = おおっ
reaction-thanks = ありがとう
reaction-hurry = そろそろ？
reaction-again = もう一回！

## 結果

result-title = ゲーム終了
result-won = { $who }の勝ち！
result-shared = { $who }が並んで1位
result-rank = { $rank }位
result-points = { $points }点
result-rematch = もう一回
result-rematch-go = 次の卓へ
result-replay = 再生する
result-table = 卓を見る
result-show = 結果を見る
result-home = 卓の一覧へ
result-record = 棋譜（テキスト）

## 再生

replay-title = 再生
replay-play = 再生
replay-pause = 一時停止
replay-back = ひとつ前へ
replay-forward = ひとつ先へ
replay-place = 場面
replay-place-of = { $all }のうち{ $at }
replay-speed = はやさ
replay-speed-value = { $speed }倍
replay-eyes = だれの目で
replay-eyes-spectator = 観戦者
replay-eyes-note = まだ隠れているものがあるあいだは、自分の目で見たものだけを再生できます。
replay-empty = この卓では、まだ何も起きていません。

## ルール

rules-play = このゲームを遊ぶ

## 設定

settings-title = 設定
settings-language = ことば / Language
settings-theme = 明るさ
settings-theme-auto = 端末に合わせる
settings-theme-light = 明るい
settings-theme-dark = 暗い
settings-motion = 動き
settings-motion-auto = 端末に合わせる
settings-motion-full = 動かす
settings-motion-calm = 動かさない
settings-sound = 音
settings-size = 文字の大きさ
settings-size-value = { $size }％
settings-helps = 手助けの数字
settings-helps-note = バーストの確率など、見えているものから計算できる数字
settings-kept = この端末のこのブラウザにだけ保存されます。
about-title = この卓について
about-text = 手札は、非公式・非営利の卓です。文章も絵も音も、自前のものだけを使っています。
`,oe=`# How strong a bot plays, weakest first
level-random = random
level-easy = easy
level-medium = medium
level-hard = hard
level-heuristic = rule of thumb
`,se=`# ボットの打ち方
level-random = でたらめ
level-easy = やさしい
level-medium = ふつう
level-hard = つよい
level-heuristic = 定石どおり
`,U=class{constructor(e){this.value=e}valueOf(){return this.value}},W=class extends U{constructor(e=`???`){super(e)}toString(e){return`{${this.value}}`}},G=class extends U{constructor(e,t={}){super(e),this.opts=t}toString(e){if(e)try{return e.memoizeIntlObject(Intl.NumberFormat,this.opts).format(this.value)}catch(t){e.reportError(t)}return this.value.toString(10)}},K=class e extends U{static supportsValue(t){if(typeof t==`number`||t instanceof Date)return!0;if(t instanceof U)return e.supportsValue(t.valueOf());if(`Temporal`in globalThis){let e=globalThis.Temporal;if(t instanceof e.Instant||t instanceof e.PlainDateTime||t instanceof e.PlainDate||t instanceof e.PlainMonthDay||t instanceof e.PlainTime||t instanceof e.PlainYearMonth)return!0}return!1}constructor(t,n={}){t instanceof e?(n={...t.opts,...n},t=t.value):t instanceof U&&(t=t.valueOf()),typeof t==`object`&&`calendarId`in t&&n.calendar===void 0&&(n={...n,calendar:t.calendarId}),super(t),this.opts=n}[Symbol.toPrimitive](e){return e===`string`?this.toString():this.toNumber()}toNumber(){let e=this.value;if(typeof e==`number`)return e;if(e instanceof Date)return e.getTime();if(`epochMilliseconds`in e)return e.epochMilliseconds;if(`toZonedDateTime`in e)return e.toZonedDateTime(`UTC`).epochMilliseconds;throw TypeError(`Unwrapping a non-number value as a number`)}toString(e){if(e)try{return e.memoizeIntlObject(Intl.DateTimeFormat,this.opts).format(this.value)}catch(t){e.reportError(t)}return typeof this.value==`number`||this.value instanceof Date?new Date(this.value).toISOString():this.value.toString()}},q=100,ce=`⁨`,le=`⁩`;function ue(e,t,n){return n===t||n instanceof G&&t instanceof G&&n.value===t.value||t instanceof G&&typeof n==`string`&&n===e.memoizeIntlObject(Intl.PluralRules,t.opts).select(t.value)}function de(e,t,n){return t[n]?X(e,t[n].value):(e.reportError(RangeError(`No default`)),new W)}function J(e,t){let n=[],r=Object.create(null);for(let i of t)i.type===`narg`?r[i.name]=Y(e,i.value):n.push(Y(e,i));return{positional:n,named:r}}function Y(e,t){switch(t.type){case`str`:return t.value;case`num`:return new G(t.value,{minimumFractionDigits:t.precision});case`var`:return fe(e,t);case`mesg`:return pe(e,t);case`term`:return me(e,t);case`func`:return he(e,t);case`select`:return ge(e,t);default:return new W}}function fe(e,{name:t}){let n;if(e.params){if(Object.prototype.hasOwnProperty.call(e.params,t))n=e.params[t];else return new W(`$${t}`)}else if(e.args&&Object.prototype.hasOwnProperty.call(e.args,t))n=e.args[t];else return e.reportError(ReferenceError(`Unknown variable: $${t}`)),new W(`$${t}`);if(n instanceof U)return n;switch(typeof n){case`string`:return n;case`number`:return new G(n);case`object`:if(K.supportsValue(n))return new K(n);default:return e.reportError(TypeError(`Variable type not supported: $${t}, ${typeof n}`)),new W(`$${t}`)}}function pe(e,{name:t,attr:n}){let r=e.bundle._messages.get(t);if(!r)return e.reportError(ReferenceError(`Unknown message: ${t}`)),new W(t);if(n){let i=r.attributes[n];return i?X(e,i):(e.reportError(ReferenceError(`Unknown attribute: ${n}`)),new W(`${t}.${n}`))}return r.value?X(e,r.value):(e.reportError(ReferenceError(`No value: ${t}`)),new W(t))}function me(e,{name:t,attr:n,args:r}){let i=`-${t}`,a=e.bundle._terms.get(i);if(!a)return e.reportError(ReferenceError(`Unknown term: ${i}`)),new W(i);if(n){let t=a.attributes[n];if(t){e.params=J(e,r).named;let n=X(e,t);return e.params=null,n}return e.reportError(ReferenceError(`Unknown attribute: ${n}`)),new W(`${i}.${n}`)}e.params=J(e,r).named;let o=X(e,a.value);return e.params=null,o}function he(e,{name:t,args:n}){let r=e.bundle._functions[t];if(!r)return e.reportError(ReferenceError(`Unknown function: ${t}()`)),new W(`${t}()`);if(typeof r!=`function`)return e.reportError(TypeError(`Function ${t}() is not callable`)),new W(`${t}()`);try{let t=J(e,n);return r(t.positional,t.named)}catch(n){return e.reportError(n),new W(`${t}()`)}}function ge(e,{selector:t,variants:n,star:r}){let i=Y(e,t);if(i instanceof W)return de(e,n,r);for(let t of n)if(ue(e,i,Y(e,t.key)))return X(e,t.value);return de(e,n,r)}function _e(e,t){if(e.dirty.has(t))return e.reportError(RangeError(`Cyclic reference`)),new W;e.dirty.add(t);let n=[],r=e.bundle._useIsolating&&t.length>1;for(let i of t)if(typeof i==`string`)n.push(e.bundle._transform(i));else{if(e.placeables++,e.placeables>q)throw e.dirty.delete(t),RangeError(`Too many placeables expanded: ${e.placeables}, max allowed is ${q}`);r&&n.push(ce),n.push(Y(e,i).toString(e)),r&&n.push(le)}return e.dirty.delete(t),n.join(``)}function X(e,t){return typeof t==`string`?e.bundle._transform(t):_e(e,t)}var ve=class{constructor(e,t,n){this.dirty=new WeakSet,this.params=null,this.placeables=0,this.bundle=e,this.errors=t,this.args=n}reportError(e){if(!this.errors||!(e instanceof Error))throw e;this.errors.push(e)}memoizeIntlObject(e,t){let n=this.bundle._intls.get(e);n||(n={},this.bundle._intls.set(e,n));let r=JSON.stringify(t);return n[r]||(n[r]=new e(this.bundle.locales,t)),n[r]}};function ye(e,t){let n=Object.create(null);for(let[r,i]of Object.entries(e))t.includes(r)&&(n[r]=i.valueOf());return n}var be=[`unitDisplay`,`currencyDisplay`,`useGrouping`,`minimumIntegerDigits`,`minimumFractionDigits`,`maximumFractionDigits`,`minimumSignificantDigits`,`maximumSignificantDigits`];function xe(e,t){let n=e[0];if(n instanceof W)return new W(`NUMBER(${n.valueOf()})`);if(n instanceof G)return new G(n.valueOf(),{...n.opts,...ye(t,be)});if(n instanceof K)return new G(n.toNumber(),{...ye(t,be)});throw TypeError(`Invalid argument to NUMBER`)}var Se=[`dateStyle`,`timeStyle`,`fractionalSecondDigits`,`dayPeriod`,`hour12`,`weekday`,`era`,`year`,`month`,`day`,`hour`,`minute`,`second`,`timeZoneName`];function Ce(e,t){let n=e[0];if(n instanceof W)return new W(`DATETIME(${n.valueOf()})`);if(n instanceof K||n instanceof G)return new K(n,ye(t,Se));throw TypeError(`Invalid argument to DATETIME`)}var we=new Map;function Te(e){let t=Array.isArray(e)?e.join(` `):e,n=we.get(t);return n===void 0&&(n=new Map,we.set(t,n)),n}var Ee=class{constructor(e,{functions:t,useIsolating:n=!0,transform:r=e=>e}={}){this._terms=new Map,this._messages=new Map,this.locales=Array.isArray(e)?e:[e],this._functions={NUMBER:xe,DATETIME:Ce,...t},this._useIsolating=n,this._transform=r,this._intls=Te(e)}hasMessage(e){return this._messages.has(e)}getMessage(e){return this._messages.get(e)}addResource(e,{allowOverrides:t=!1}={}){let n=[];for(let r=0;r<e.body.length;r++){let i=e.body[r];if(i.id.startsWith(`-`)){if(t===!1&&this._terms.has(i.id)){n.push(Error(`Attempt to override an existing term: "${i.id}"`));continue}this._terms.set(i.id,i)}else{if(t===!1&&this._messages.has(i.id)){n.push(Error(`Attempt to override an existing message: "${i.id}"`));continue}this._messages.set(i.id,i)}}return n}formatPattern(e,t=null,n=null){if(typeof e==`string`)return this._transform(e);let r=new ve(this,n,t);try{return _e(r,e).toString(r)}catch(e){if(r.errors&&e instanceof Error)return r.errors.push(e),new W().toString(r);throw e}}},De=/^(-?[a-zA-Z][\w-]*) *= */gm,Oe=/\.([a-zA-Z][\w-]*) *= */y,ke=/\*?\[/y,Ae=/(-?[0-9]+(?:\.([0-9]+))?)/y,je=/([a-zA-Z][\w-]*)/y,Me=/([$-])?([a-zA-Z][\w-]*)(?:\.([a-zA-Z][\w-]*))?/y,Ne=/^[A-Z][A-Z0-9_-]*$/,Z=/([^{}\n\r]+)/y,Pe=/([^\\"\n\r]*)/y,Fe=/\\([\\"])/y,Ie=/\\u([a-fA-F0-9]{4})|\\U([a-fA-F0-9]{6})/y,Le=/^\n+/,Re=/ +$/,ze=/ *\r?\n/g,Be=/( *)$/,Ve=/{\s*/y,He=/\s*}/y,Ue=/\[\s*/y,We=/\s*] */y,Ge=/\s*\(\s*/y,Ke=/\s*->\s*/y,qe=/\s*:\s*/y,Je=/\s*,?\s*/y,Ye=/\s+/y,Xe=class{constructor(e){this.body=[],De.lastIndex=0;let t=0;for(;;){let n=De.exec(e);if(n===null)break;t=De.lastIndex;try{this.body.push(s(n[1]))}catch(e){if(e instanceof SyntaxError)continue;throw e}}function n(n){return n.lastIndex=t,n.test(e)}function r(n,r){if(e[t]===n)return t++,!0;if(r)throw new r(`Expected ${n}`);return!1}function i(e,r){if(n(e))return t=e.lastIndex,!0;if(r)throw new r(`Expected ${e.toString()}`);return!1}function a(n){n.lastIndex=t;let r=n.exec(e);if(r===null)throw SyntaxError(`Expected ${n.toString()}`);return t=n.lastIndex,r}function o(e){return a(e)[1]}function s(e){let t=l(),n=c();if(t===null&&Object.keys(n).length===0)throw SyntaxError(`Expected message value or attributes`);return{id:e,value:t,attributes:n}}function c(){let e=Object.create(null);for(;n(Oe);){let t=o(Oe),n=l();if(n===null)throw SyntaxError(`Expected attribute value`);e[t]=n}return e}function l(){let r;if(n(Z)&&(r=o(Z)),e[t]===`{`||e[t]===`}`)return u(r?[r]:[],1/0);let i=x();return i?r?u([r,i],i.length):(i.value=S(i.value,Le),u([i],i.length)):r?S(r,Re):null}function u(r=[],i){for(;;){if(n(Z)){r.push(o(Z));continue}if(e[t]===`{`){r.push(d());continue}if(e[t]===`}`)throw SyntaxError(`Unbalanced closing brace`);let a=x();if(a)r.push(a),i=Math.min(i,a.length);else break}let a=r.length-1,s=r[a];typeof s==`string`&&(r[a]=S(s,Re));let c=[];for(let e of r)e instanceof Ze&&(e=e.value.slice(0,e.value.length-i)),e&&c.push(e);return c}function d(){i(Ve,SyntaxError);let e=f();if(i(He))return e;if(i(Ke)){let t=h();return i(He,SyntaxError),{type:`select`,selector:e,...t}}throw SyntaxError(`Unclosed placeable`)}function f(){if(e[t]===`{`)return d();if(n(Me)){let[,e,t,n=null]=a(Me);if(e===`$`)return{type:`var`,name:t};if(i(Ge)){let r=p();if(e===`-`)return{type:`term`,name:t,attr:n,args:r};if(Ne.test(t))return{type:`func`,name:t,args:r};throw SyntaxError(`Function names must be all upper-case`)}return e===`-`?{type:`term`,name:t,attr:n,args:[]}:{type:`mesg`,name:t,attr:n}}return _()}function p(){let n=[];for(;;){switch(e[t]){case`)`:return t++,n;case void 0:throw SyntaxError(`Unclosed argument list`)}n.push(m()),i(Je)}}function m(){let e=f();return e.type===`mesg`&&i(qe)?{type:`narg`,name:e.name,value:_()}:e}function h(){let e=[],t=0,i;for(;n(ke);){r(`*`)&&(i=t);let n=g(),a=l();if(a===null)throw SyntaxError(`Expected variant value`);e[t++]={key:n,value:a}}if(t===0)return null;if(i===void 0)throw SyntaxError(`Expected default variant`);return{variants:e,star:i}}function g(){i(Ue,SyntaxError);let e;return e=n(Ae)?v():{type:`str`,value:o(je)},i(We,SyntaxError),e}function _(){if(n(Ae))return v();if(e[t]===`"`)return y();throw SyntaxError(`Invalid expression`)}function v(){let[,e,t=``]=a(Ae),n=t.length;return{type:`num`,value:parseFloat(e),precision:n}}function y(){r(`"`,SyntaxError);let n=``;for(;;)if(n+=o(Pe),e[t]===`\\`)n+=b();else{if(r(`"`))return{type:`str`,value:n};throw SyntaxError(`Unclosed string literal`)}}function b(){if(n(Fe))return o(Fe);if(n(Ie)){let[,e,t]=a(Ie),n=parseInt(e||t,16);return n<=55295||57344<=n?String.fromCodePoint(n):`�`}throw SyntaxError(`Unknown escape sequence`)}function x(){let n=t;switch(i(Ye),e[t]){case`.`:case`[`:case`*`:case`}`:case void 0:return!1;case`{`:return C(e.slice(n,t))}return e[t-1]===` `&&C(e.slice(n,t))}function S(e,t){return e.replace(t,``)}function C(e){let t=e.replace(ze,`
`),n=Be.exec(e)[1].length;return new Ze(t,n)}}},Ze=class{constructor(e,t){this.value=e,this.length=t}},Qe=`modulepreload`,$e=function(e){return`/`+e},et={},tt=function(e){return e.pathname.endsWith(`.css`)},nt=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},Q=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=$e(t,n);let r=s(t),i=tt(r);return nt(et,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:Qe,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})},rt=Object.assign({"../words/en.ftl":ie,"../words/ja.ftl":ae}),it=Object.assign({"../../../src/tefuda/engine/en.ftl":()=>Q(()=>import(`./en-xSgV2zkp.js`).then(e=>e.default),[]),"../../../src/tefuda/engine/ja.ftl":()=>Q(()=>import(`./ja-CXBx39bR.js`).then(e=>e.default),[])}),at=Object.assign({"../../../src/tefuda/bots/en.ftl":oe,"../../../src/tefuda/bots/ja.ftl":se}),ot=Object.assign({"../../../src/tefuda/games/doutotsu/en.ftl":()=>Q(()=>import(`./en-CJ1GoXR0.js`).then(e=>e.default),[]),"../../../src/tefuda/games/doutotsu/ja.ftl":()=>Q(()=>import(`./ja-BUK3a7SF.js`).then(e=>e.default),[]),"../../../src/tefuda/games/kotodama/en.ftl":()=>Q(()=>import(`./en-BCTXmbKU.js`).then(e=>e.default),[]),"../../../src/tefuda/games/kotodama/ja.ftl":()=>Q(()=>import(`./ja-yA00noIp.js`).then(e=>e.default),[]),"../../../src/tefuda/games/kotori/en.ftl":()=>Q(()=>import(`./en-DOg_P_Tb.js`).then(e=>e.default),[]),"../../../src/tefuda/games/kotori/ja.ftl":()=>Q(()=>import(`./ja-D_a033cQ.js`).then(e=>e.default),[]),"../../../src/tefuda/games/llama/en.ftl":()=>Q(()=>import(`./en-DkAVPLOd.js`).then(e=>e.default),[]),"../../../src/tefuda/games/llama/ja.ftl":()=>Q(()=>import(`./ja-DjLfosn3.js`).then(e=>e.default),[]),"../../../src/tefuda/games/tezuma/en.ftl":()=>Q(()=>import(`./en-BGYZWBkm.js`).then(e=>e.default),[]),"../../../src/tefuda/games/tezuma/ja.ftl":()=>Q(()=>import(`./ja-2hadYaP1.js`).then(e=>e.default),[])}),st=class{language;bundle;cards={};constructor(e,...t){this.language=e,this.bundle=new Ee(e,{useIsolating:!1});for(let e of t)this.bundle.addResource(new Xe(e),{allowOverrides:!0})}with(e){return this.cards=e,this}card(e){let t=this.cards[e];return t?this.say(t.name):this.say(`face-${e}`)}number(e,t){let n=this.cards[e]?.text,r=n?.t===`words`?n.args?.[t]:void 0;return typeof r==`number`?r:void 0}text(e){let t=this.cards[e]?.text;return t?this.say(t):``}has(e){return this.bundle.hasMessage(e)}say(e,t=[],n={}){if(typeof e!=`string`&&e.t===`text`)return e[this.language];let r=typeof e==`string`?e:e.id,i=typeof e==`string`?n:e.args??{},a=this.bundle.getMessage(r)?.value;if(a==null)return r;let o={};for(let[e,n]of Object.entries(i))o[e]=this.value(n,t);return this.bundle.formatPattern(a,o,[])}value(e,t){return typeof e==`object`?e.t===`seat`?t[e.seat]||this.say(`seat`,t,{number:e.seat+1}):this.say(e,t):e}},ct=Object.assign({"../games/doutotsu/en.ftl":()=>Q(()=>import(`./en-hwpPLG2V.js`).then(e=>e.default),[]),"../games/doutotsu/ja.ftl":()=>Q(()=>import(`./ja-D7hn7EdJ.js`).then(e=>e.default),[]),"../games/kotodama/en.ftl":()=>Q(()=>import(`./en-Da9MpYfR.js`).then(e=>e.default),[]),"../games/kotodama/ja.ftl":()=>Q(()=>import(`./ja-CFX0xizT.js`).then(e=>e.default),[]),"../games/kotori/en.ftl":()=>Q(()=>import(`./en-D78Ixxrk.js`).then(e=>e.default),[]),"../games/kotori/ja.ftl":()=>Q(()=>import(`./ja-BUU58A3z.js`).then(e=>e.default),[]),"../games/llama/en.ftl":()=>Q(()=>import(`./en-CftvP6L6.js`).then(e=>e.default),[]),"../games/llama/ja.ftl":()=>Q(()=>import(`./ja-CgshRQAU.js`).then(e=>e.default),[]),"../games/tezuma/en.ftl":()=>Q(()=>import(`./en-XWD4YqLf.js`).then(e=>e.default),[]),"../games/tezuma/ja.ftl":()=>Q(()=>import(`./ja-CsUoLooT.js`).then(e=>e.default),[])});async function lt(e,t){let n=Object.keys(e).find(e=>e.endsWith(t));if(!n)throw Error(`no words at ${t}`);return e[n]()}function ut(e){let t=`/${e}.ftl`;return new st(e,...[at,rt].flatMap(e=>Object.keys(e).filter(e=>e.endsWith(t)).map(t=>e[t])))}async function dt(e,t){let n=[lt(it,`/${t}.ftl`),lt(ot,`/${e}/${t}.ftl`)],r=Object.keys(ct).find(n=>n.endsWith(`/${e}/${t}.ftl`));return r&&n.push(ct[r]()),new st(t,...await Promise.all(n))}[...new Set(Object.keys(ot).map(e=>e.split(`/`).at(-2)))].sort();var ft={ja:ut(`ja`),en:ut(`en`)},pt=v({}),mt=new Set;function $(e,t={}){return ft[F.language].say(e,[],t)}function ht(e){return _t(`${e}/${F.language}`,()=>dt(e,F.language))}function gt(e){return _t(`${e}/${F.language}/cards`,async()=>{let[t,{cards:n}]=await Promise.all([dt(e,F.language),H.cards(e)]);return t.with(n)})}function _t(e,t){return!pt[e]&&!mt.has(e)&&(mt.add(e),t().then(t=>pt[e]=t,()=>mt.delete(e))),pt[e]}function vt(e,t,n){return e.called?.(t,n)??t.card(n)}var yt=Object.assign({"./doutotsu/index.ts":()=>Q(()=>import(`./doutotsu-D4cNlj8C.js`),__vite__mapDeps([0,1,2,3,4])),"./kotodama/index.ts":()=>Q(()=>import(`./kotodama-DUCTReqR.js`),__vite__mapDeps([5,2,3,1,6])),"./kotori/index.ts":()=>Q(()=>import(`./kotori-DYSflj6X.js`),__vite__mapDeps([7,2,3,1,8])),"./llama/index.ts":()=>Q(()=>import(`./llama-DERXTGJn.js`),__vite__mapDeps([9,2,3,1,10])),"./tezuma/index.ts":()=>Q(()=>import(`./tezuma-D1CuDaC6.js`),__vite__mapDeps([11,2,3,1,12]))});async function bt(e){let t=yt[`./${e}/index.ts`];return t&&(await t()).art}var xt=Object.keys(yt).map(e=>e.split(`/`)[1]);function St(e,t,n=-1){let r=e.map((e,r)=>e.name?e.name:e.kind===`bot`?t(`bot`):e.kind===`person`?t(r===n?`guest-you`:`guest`):t(`seat`,{number:r+1}));return r.map((e,t)=>r.filter(t=>t===e).length>1?`${e} ${r.slice(0,t+1).filter(t=>t===e).length}`:e)}function Ct(e,t){let n=t(`level-${e}`);return n===`level-${e}`?e:n}var wt=i(`<header class="svelte-1h749wv"><a class="brand svelte-1h749wv" href="/"><span class="seal svelte-1h749wv" aria-hidden="true">札</span><span> </span><small class="svelte-1h749wv"> </small></a> <nav class="svelte-1h749wv"><button class="button quiet svelte-1h749wv"> </button> <a class="button quiet svelte-1h749wv" href="/settings"> </a></nav></header>`);function Tt(e,t){b(t,!0);let r=D(()=>F.language===`ja`?`en`:`ja`);var i=wt(),a=T(i),s=g(T(a)),c=_(s,!0),d=g(s),f=_(d,!0);E(a);var p=g(a,2),m=T(p),v=_(m,!0),y=g(m,2),x=_(y,!0);E(p),E(i),h((e,t,n)=>{l(c,e),l(f,t),w(m,`lang`,o(r)),l(v,o(r)===`ja`?`日本語`:`English`),l(x,n)},[()=>$(`brand`),()=>$(`brand-reading`),()=>$(`table-settings`)]),n(`click`,m,()=>F.language=o(r)),u(e,i),ee()}O([`click`]);var Et=i(`<a class="button"> </a>`),Dt=i(`<li class="row svelte-et6md"><strong> </strong> <span class="soft small"> </span> <span class="links row svelte-et6md"></span></li>`),Ot=i(`<div class="trouble row" role="alert"><p> </p> <button class="button"> </button></div>`),kt=i(`<section aria-labelledby="running" class="svelte-et6md"><h2 id="running"> </h2> <ul class="tables svelte-et6md"></ul></section>`),At=i(`<span class="soft small"> </span>`),jt=i(`<a class="svelte-et6md"> </a>`),Mt=i(`<li class="sheet game svelte-et6md"><div class="picture svelte-et6md"><!></div> <div class="words svelte-et6md"><div class="svelte-et6md"><h2 class="svelte-et6md"> </h2> <!></div> <p> </p> <div class="row svelte-et6md"><button class="button primary svelte-et6md"> <small class="svelte-et6md"> </small></button> <button class="button"> </button></div> <p class="row more svelte-et6md"><a class="svelte-et6md"> </a> <a class="svelte-et6md"> </a> <!></p></div></li>`),Nt=i(`<section aria-labelledby="open" class="svelte-et6md"><h2 id="open"> </h2> <ul class="tables svelte-et6md"></ul></section>`),Pt=i(`<section aria-labelledby="finished" class="svelte-et6md"><h2 id="finished"> </h2> <ul class="tables svelte-et6md"></ul></section>`),Ft=i(`<!> <main class="page svelte-et6md"><div class="lead svelte-et6md"><h1 class="svelte-et6md"> </h1> <p class="soft"> </p></div> <!> <!> <ul class="games svelte-et6md"></ul> <!> <!> <p class="soft small about svelte-et6md"> </p></main>`,1);function It(i,c){b(c,!0);let d=e(void 0),m=e(void 0),v=e([]),x=e(``),O=e(!1),k=D(()=>o(d)?o(d).map(e=>e.slug).filter(e=>xt.includes(e)):xt);async function A(){p(x,``);try{await(async e=>{var t=C(e,2);p(d,t[0]),p(m,t[1])})(await Promise.all([H.games(),H.me()])),p(v,(await H.tables()).filter(e=>e.you<0&&e.phase!==`over`))}catch(e){p(x,j(e),!0)}}A();function j(e){return e instanceof z&&e.status?e.message:$(`unreachable`)}function ne(e){let t=o(d)?.find(t=>t.slug===e);return t?Math.max(t.fewest,Math.min(3,t.most)):3}async function N(e,t){p(O,!0);try{p(d,o(d)??await H.games());let n={kind:t?`open`:`bot`},r=[{kind:`me`},...Array.from({length:ne(e)-1},()=>n)],i=await H.open({game:e,seats:r,deal:!t});M.go(`/table/${i.id}`)}catch(e){p(x,j(e),!0)}finally{p(O,!1)}}let P=D(()=>(o(m)?.tables??[]).filter(e=>e.phase!==`over`)),re=D(()=>(o(m)?.tables??[]).filter(e=>e.phase===`over`).slice(0,5));function F(e){let t=e.sitters.filter(e=>(e.kind??`open`)===`open`).length;return[...St(e.sitters,$).filter((t,n)=>n!==e.you&&(e.sitters[n]?.kind??`open`)!==`open`),...t?[$(`seats-free`,{count:t})]:[]].join($(`brand`)===`手札`?`、`:`, `)}a(()=>{document.title=`${$(`brand`)} ${$(`brand-reading`)}`});var I=Ft(),L=s(I);Tt(L,{});var R=g(L,2);{let e=(e,t=y,n=y)=>{var i=Dt(),a=T(i),s=_(a,!0),c=g(a,2),d=_(c),f=g(c,2);r(f,21,n,e=>e.href,(e,t)=>{var n=Et(),r=_(n,!0);h(()=>{w(n,`href`,o(t).href),l(r,o(t).label)}),u(e,n)}),E(f),E(i),h((e,t,n)=>{l(s,e),l(d,`${t??``} · ${n??``}`)},[()=>ht(t().game)?.say(`title`)??``,()=>$(`phase-${t().phase}`),()=>F(t())]),u(e,i)};var B=T(R),V=T(B),ie=_(V,!0),ae=g(V,2),oe=_(ae,!0);E(B);var se=g(B,2),U=e=>{var t=Ot(),r=T(t),i=_(r,!0),a=g(r,2),s=_(a,!0);E(t),h(e=>{l(i,o(x)),l(s,e)},[()=>$(`try-again`)]),n(`click`,a,A),u(e,t)};S(se,e=>{o(x)&&e(U)});var W=g(se,2),G=t=>{var n=kt(),i=T(n),a=_(i,!0),s=g(i,2);r(s,21,()=>o(P),e=>e.id,(t,n)=>{{let r=D(()=>[{href:`/table/${o(n).id}`,label:$(`home-open`)}]);e(t,()=>o(n),()=>o(r))}}),E(s),E(n),h(e=>l(a,e),[()=>$(`home-running`)]),u(t,n)};S(W,e=>{o(P).length&&e(G)});var K=g(W,2);r(K,20,()=>o(k),e=>e,(e,r)=>{let i=D(()=>ht(r)),a=D(()=>o(d)?.find(e=>e.slug===r));var c=Mt(),p=T(c),m=T(p);t(m,()=>bt(r),null,(e,t)=>{var n=f(),r=s(n),i=e=>{var n=f(),r=s(n);te(r,()=>o(t).Picture,(e,t)=>{t(e,{})}),u(e,n)};S(r,e=>{o(t)&&e(i)}),u(e,n)}),E(p);var v=g(p,2),y=T(v),b=T(y),x=_(b,!0),C=g(b,2),ee=e=>{var t=At(),n=_(t,!0);h(e=>l(n,e),[()=>$(`players-range`,{low:o(a).fewest,high:o(a).most})]),u(e,t)};S(C,e=>{o(a)&&e(ee)}),E(y);var k=g(y,2),A=_(k,!0),j=g(k,2),M=T(j),P=T(M,!0),re=g(P),F=_(re,!0);E(M);var I=g(M,2),L=_(I,!0);E(j);var R=g(j,2),z=T(R),B=_(z,!0),V=g(z,2),H=_(V,!0),ie=g(V,2);t(ie,()=>bt(r),null,(e,t)=>{var n=f(),i=s(n),a=e=>{var t=jt(),n=_(t,!0);h(e=>{w(t,`href`,`/decks/${r??``}`),l(n,e)},[()=>$(`home-decks`)]),u(e,t)};S(i,e=>{o(t)?.Decks&&e(a)}),u(e,n)}),E(R),E(v),E(c),h((e,t,n,i,a,s,c)=>{l(x,e),l(A,t),M.disabled=o(O),l(P,n),l(F,i),I.disabled=o(O),l(L,a),w(z,`href`,`/new/${r??``}`),l(B,s),w(V,`href`,`/rules/${r??``}`),l(H,c)},[()=>o(i)?.say(`title`)??``,()=>o(i)?.say(`tagline`)??``,()=>$(`home-play`),()=>$(`home-play-note`,{bots:ne(r)-1}),()=>$(`home-invite`),()=>$(`home-options`),()=>$(`home-rules`)]),n(`click`,M,()=>N(r,!1)),n(`click`,I,()=>N(r,!0)),u(e,c)}),E(K);var q=g(K,2),ce=t=>{var n=Nt(),i=T(n),a=_(i,!0),s=g(i,2);r(s,21,()=>o(v),e=>e.id,(t,n)=>{{let r=D(()=>[...o(n).phase===`open`?[{href:`/join/${o(n).id}/public`,label:$(`home-join`)}]:[],{href:`/table/${o(n).id}`,label:$(`home-watch`)}]);e(t,()=>o(n),()=>o(r))}}),E(s),E(n),h(e=>l(a,e),[()=>$(`home-public`)]),u(t,n)};S(q,e=>{o(v).length&&e(ce)});var le=g(q,2),ue=t=>{var n=Pt(),i=T(n),a=_(i,!0),s=g(i,2);r(s,21,()=>o(re),e=>e.id,(t,n)=>{{let r=D(()=>[{href:`/replay/${o(n).id}`,label:$(`home-watch-replay`)}]);e(t,()=>o(n),()=>o(r))}}),E(s),E(n),h(e=>l(a,e),[()=>$(`home-finished`)]),u(t,n)};S(le,e=>{o(re).length&&e(ue)});var de=g(le,2),J=_(de,!0);E(R),h((e,t,n)=>{l(ie,e),l(oe,t),l(J,n)},[()=>$(`home-lead`),()=>$(`home-sub`),()=>$(`about-text`)])}u(i,I),ee()}O([`click`]);var Lt=i(`<main class="page"><p class="trouble" role="alert"> </p> <p><button class="button"> </button></p></main>`),Rt=i(`<!> <main class="page stack"><p> </p> <p><a href="/"> </a></p></main>`,1);function zt(t,r){b(r,!0);let i={settings:()=>Q(()=>import(`./SettingsPage-4oo7a2Js.js`),__vite__mapDeps([13,2,14,3,15,16])),new:()=>Q(()=>import(`./NewTable-CZqMPELS.js`),__vite__mapDeps([17,2,18])),join:()=>Q(()=>import(`./Join-BB7Y1hIy.js`),__vite__mapDeps([19,2,20])),table:()=>Q(()=>import(`./TablePage-CFgJKvbK.js`),__vite__mapDeps([21,2,22,1,15,23,14,3,16,24,25,26])),replay:()=>Q(()=>import(`./Replay-TEg0gwQf.js`),__vite__mapDeps([27,2,22,1,15,23,24,25,28])),decks:()=>Q(()=>import(`./Decks-JZsWM8rm.js`),__vite__mapDeps([29,2])),rules:()=>Q(()=>import(`./Rules-COE3gFxE.js`),__vite__mapDeps([30,2,24,25,31]))};R();let v=e(!1),y=e(void 0),x=e(`home`);a(()=>{let e=M.route.page;p(v,!1),e===`home`||e===`nowhere`?p(x,e,!0):i[e]().then(t=>{M.route.page===e&&(p(y,t.default),p(x,e,!0))},()=>p(v,!0))});let C=D(()=>M.route),w=D(()=>`table`in o(C)?`${o(C).page}/${o(C).table}`:`game`in o(C)?`${o(C).page}/${o(C).game}`:``);var O=f();m(`click`,c,function(...e){ne?.apply(this,e)});var k=s(O),A=e=>{var t=Lt(),r=T(t),i=_(r,!0),a=g(r,2),o=T(a),s=_(o,!0);E(a),E(t),h((e,t)=>{l(i,e),l(s,t)},[()=>$(`asset-failed`),()=>$(`reload`)]),n(`click`,o,()=>location.reload()),u(e,t)},j=e=>{var t=f(),n=s(t),r=e=>{It(e,{})},i=e=>{var t=Rt(),n=s(t);Tt(n,{});var r=g(n,2),i=T(r),a=_(i,!0),o=g(i,2),c=T(o),d=_(c,!0);E(o),E(r),h((e,t)=>{l(a,e),l(d,t)},[()=>$(`nowhere`),()=>$(`back-home`)]),u(e,t)},a=e=>{var t=f(),n=s(t);d(n,()=>o(w),e=>{var t=f(),n=s(t);te(n,()=>o(y),(e,t)=>{t(e,{get route(){return o(C)}})}),u(e,t)}),u(e,t)};S(n,e=>{o(C).page===`home`?e(r):o(C).page===`nowhere`?e(i,1):o(y)&&e(a,2)}),u(e,t)};S(k,e=>{o(v)?e(A):o(x)===o(C).page&&e(j,1)}),u(t,O),ee()}O([`click`]);var Bt=document.getElementById(`app`);Bt.replaceChildren(),Bt.dataset.open=``,x(zt,{target:Bt}),Q(()=>Promise.resolve({}),__vite__mapDeps([32]));export{vt as a,gt as c,H as d,F as f,bt as i,Q as l,M as m,Ct as n,ht as o,L as p,St as r,$ as s,Tt as t,z as u};