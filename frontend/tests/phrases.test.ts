// Where Japanese may break in browsers that do not find its phrases.
import { expect, test } from "vitest";
import { phrases } from "@/lib/phrases";

test.each([
  ["もう引かない", ["もう", "引かない"]],
  ["値付け（4\u00a0エナガ）", ["値付け", "（4\u00a0エナガ）"]],
  ["あなたの番です。もう1枚で値付けしますか、合計4でパスしますか？", ["あなたの", "番です。", "もう", "1枚で", "値付けしますか、", "合計4で", "パスしますか？"]],
  ["「走る動詞デッキ」で遊ぶ", ["「走る", "動詞デッキ」", "で", "遊ぶ"]],
  ["お金を払って、ご確認ください。", ["お金を", "払って、", "ご確認ください。"]],
  ["ハッタリ（1金）です！？", ["ハッタリ", "（1金）", "です！？"]],
  ["カードを　ラーメンへ", ["カードを　ラーメンへ"]],
  ["Bid 4, or pass with 12?", ["Bid 4, or pass with 12?"]],
  ["", [""]],
])("%s", (text, parts) => {
  expect(phrases(text, false)).toEqual(parts);
  expect(phrases(text, true)).toEqual([text]);
});
