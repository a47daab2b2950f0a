# クライアントの言葉：エラーと、公正な配札について

guest = ゲスト

## エラー

error-link = { $link } は卓のリンクではありません。http://ホスト/join/卓/鍵 か http://ホスト/table/卓 の形です。
error-unreachable = { $server } につながりません：{ $reason }
error-certificate = { $server } の証明書が正しくありません：{ $reason }
error-redirect = このアドレスは { $server } から { $to } へ転送されます。転送先のリンクを使ってください。
error-answer = { $server } の応答は、このバージョンの Tefuda サーバーのものではありません：{ $reason }
error-server = { $message }
error-table = この卓はないか、公開されていません。リンクを確かめてください。
error-full = この卓はもう席がありません。--watch を付けると観戦できます。
error-barred = ホストがあなたをこの卓の席から外しました。--watch を付けると観戦できます。
error-locked = この卓はホストがロックしています。--watch を付けると観戦できます。
error-playing = この卓はもう始まっています。--watch を付けると観戦できます。
error-over = ゲームはもう終わっています。
error-left = この卓を離れました。
error-forgotten = サーバーがあなたのデータを消しました。リンクを開き直すと、新しいゲストとして参加できます。
error-game = この Tefuda に { $game } というゲームはありません。
error-options = この卓は、ここでは表示できません：{ $reason }
error-protocol = サーバーの配札の方式は{ $theirs }、この Tefuda は{ $ours }です。サーバーと同じバージョンを使ってください。
error-rules = サーバーのルールはバージョン{ $theirs }、この Tefuda は{ $ours }です。サーバーと同じバージョンを使ってください。
error-cards = サーバーは別のカードで遊んでいます。そのカードファイルを --cards で指定してください。
error-no-folder = 席と乱数を残すホームフォルダーがありません。$TEFUDA_STATE でフォルダーを指定してください。
error-folder = { $folder } に書き込めません：{ $reason }。$TEFUDA_STATE で別のフォルダーを指定できます。

## 公正な配札

standing-none = この卓は配札から始まっていないので、カードの公正さについて言えることはありません。
standing-old = 以前のバージョンで配られたゲームです。公正さは証明されておらず、カードを先に知ることができる状態でした。
standing-before = 最初の1枚の前に、サーバーが配札に封をし、みんなが乱数を出し合います。
standing-pledged = この配札に入れる乱数を用意しました。封がされるまで、だれにも見せません。
standing-sealed = 配札に封をしました。全員の乱数がそろいしだい、カードを配ります。
standing-left-out = この配札は、あなたの乱数を入れずに封をされました。
standing-giver = あなたの乱数が、この配札に入っています。封をしたあとで変えられたものはありません。
standing-others = この配札に、あなたの乱数は入っていません。
standing-server = 乱数を出した人はいません。サーバーだけで決めた配札です。
standing-broken = 卓がいま示している封は、ここで確かめて残した封と違います。
fair-refused = あなたの乱数を出すのを控えています。{ $why }
refused-server = サーバーの鍵が、知っているものと違います。
refused-signature = 封に、サーバーの正しい署名がありません。
refused-pledge = あなたの席の乱数として、ここから出していない値が封に入っています。ほかでもこの卓を開いていませんか。
refused-distinct = 2つの席が同じ値を出しています。
refused-seats = 封に書かれたプレイヤーが、卓にいる人と違います。
refused-setup = 封に書かれたルールやカードが、画面に出ていたものと違います。
refused-follows = 封が、それまでの配札とつながっていません。
refused-open = この卓には、取りやめになっていない別の封があります。
refused-used = この乱数は、もう別の封で使われています。
refused-seal = 封が、書かれている中身と合いません。
fair-called-off = { $who }の乱数が届かなかったので、{ $attempt }回目の配札は取りやめになりました。
fair-blamed = あなたについては事実ではありません。あなたの乱数は、サーバーが受け取ったと答えていました。
fair-not-again = 乱数が届かなかった席は、ほかに出す人がいるかぎり、この卓ではもう乱数を出しません。
fair-strange = サーバーの鍵が、これまでと違います。以前の鍵による裏づけもありません。だれかがこのサーバーになりすましているかもしれません。

## 証明されたこと

proof-proven = 証明済み：あなたの乱数がこの配札に入っていて、カードも手も順位もルールどおりに導かれます。
proof-not = 証明なし：{ $why }
proof-false = このゲームにはおかしな点があります：{ $why }
proof-others = あなたへの証明なし：この配札に乱数を出したのは{ $count }人で、あなたは出していません。
proof-unreadable = このゲームの記録におかしな点があり、何の証明にもなりません：{ $why }
proof-unreleased = 証明なし：記録がありません。{ $why }
