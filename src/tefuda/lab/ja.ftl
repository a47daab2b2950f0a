# 研究用コマンド `tefuda lab` の文言

lab-playing = プレイ中
lab-match = { $title }：{ $deals }ディール（席順をひと回りさせて{ $games }ゲーム）、シード { $seed }
lab-player = プレイヤー
lab-games = ゲーム数
lab-utility = 効用（-1〜1）
lab-wins = 勝率（％）
lab-rank = 平均順位
lab-narrow = すべての効用が±{ $reach }の精度に達したため終了しました。
lab-wide = まだ±{ $reach }の精度に達していない効用があります。ディール数を増やしてください。
lab-match-method = ［　］内は95％信頼区間で、ディールを独立な標本とします。同点の1位は等分して数えます。

lab-exported = { $title }：{ $games }ゲーム（選択{ $decisions }回）を { $folder } に書き出しました。シード { $seed }
lab-records = { $games }ゲームの記録を { $folder } に書き出しました
