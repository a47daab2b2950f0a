# 研究用コマンド `tefuda lab` の文言

lab-playing = プレイ中
lab-match = { $title }：{ $deals }ディール（席順をひと回りさせて{ $games }ゲーム）、シード{ $seed }
lab-player = プレイヤー
lab-games = ゲーム数
lab-utility = 効用（-1〜1）
lab-wins = 勝率（％）
lab-rank = 平均順位
lab-narrow = すべての効用が±{ $reach }の精度に達したため終了しました。
lab-wide = まだ±{ $reach }の精度に達していない効用があります。ディール数を増やしてください。
lab-match-method = ［　］内は95％信頼区間で、ディールを独立な標本とします。同点の1位は等分して数えます。

lab-exported = { $title }：{ $games }ゲーム（選択{ $decisions }回）を { $folder } に書き出しました。シード{ $seed }
lab-records = { $games }ゲームの記録を { $folder } に書き出しました

lab-study = { $title }（{ $players }人）：ルールを変えるとどうなるか（シード{ $seed }）
lab-study-method = ［　］内は95％信頼区間で、ゲーム（実力の項ではディール）を独立な標本とします。どの変種にも同じシードを使い、ゲームごと（実力の項ではディールごと）の差で比べます。太字（ターミナルでは *）は最初の変種との差の区間が0を含まないものです。数が多いと、およそ20に1つは偶然そうなります。
lab-study-games = { $players }：変種ごとに{ $games }ゲーム
lab-among-others = 全席が { $player }
lab-among-random = ランダムなプレイヤー
lab-among-heuristic = 定石どおりのプレイヤー
lab-among-search = 探索するプレイヤー（{ $simulations }シミュレーション）
lab-about = { $name }：{ $value }
lab-about-fixed = 全変種に共通
lab-about-none = 選べるものなし
lab-about-cards = カード
lab-about-own = ゲーム既定
lab-about-players = プレイヤー
lab-about-games = { $player }：{ $games }ゲーム
lab-about-deals = { $weaker }の中の{ $stronger }：{ $deals }ディール
lab-about-versions = バージョン
lab-about-rules = Tefuda { $tefuda }、{ $game }のルールのバージョン{ $rules }
lab-about-again = 再現方法
lab-measure-seat = 席{ $seat }の勝率（％）
lab-measure-first = 最初に選択する人の勝率（％）
lab-measure-dealer = 親（スタートプレイヤー）の勝率（％）
lab-measure-length = 1ゲームの選択回数
lab-measure-choices = うち選択肢が2つ以上
lab-measure-options = 1回の選択肢の数
lab-measure-score = 得点
lab-measure-winning-score = 最高得点
lab-measure-margin = 最高得点と2位との差
lab-measure-shared = 1位を分け合ったゲーム（％）
lab-measure-comeback = 選択の半ばからの逆転勝ち（％）
lab-skill = 実力の差：{ $weaker }の中の{ $stronger }
lab-plots = グラフ
lab-plot-seats = 勝率（％）
lab-plot-share = ％
lab-report = レポートを { $file } に書き出しました。

lab-league = { $title }（{ $players }人）：{ $meetings }組のリーグ戦、各{ $deals }ディール、シード{ $seed }
lab-elo = レーティング（Elo）
lab-league-method = ブラッドリー・テリー・モデルによるレーティング：400点差で勝ち負けの比が10対1、平均が0です。［　］内はディールの再抽出による95％信頼区間です。
