# ことりあつめ：画面だけで使うことば

result-why = { $all-event-won }回中{ $event-won }回落札しました。{ $event-quarrelled ->
        [0] {""}
       *[other] けんかで{ $event-quarrelled }羽いなくなりました。
    }{ $event-burst ->
        [0] {""}
       *[other] バーストは{ $event-burst }回でした。
    }
