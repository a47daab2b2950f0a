# KOTODAMA KOGEN: words that only the screen needs

short-verb = verb
short-adjective = adj.
short-adjectival-verb = adj. v.
short-noun = noun
short-pronoun = pron.
short-adverb = adv.
short-attributive = attr.
short-conjunction = conj.
short-interjection = interj.
short-auxiliary = aux.
short-particle = part.
short-item = item
short-score = score
show-words-left = words { $value }
field-empty = no words on this field yet
gone-count = discards { $count }
deck-choose = Which deck do you play?
deck-choose-help = Both of you choose in secret. You can also put one together here; it stays in this browser.
deck-ready-made = Ready-made
deck-own = Your own
deck-none = You have saved no deck yet.
deck-play = Play with this deck
deck-open = Edit
deck-build = Build a deck
deck-back = Back to the choice
deck-bench = The deck being built
deck-name = Name of the deck
deck-unnamed = Unnamed deck
deck-search = Find a word
deck-search-help = name, reading, meaning or text
deck-part = Part of speech
deck-all = all
deck-cards = Cards to choose from
deck-found = { $count ->
        [one] One card
       *[other] { $count } cards
    }
deck-nothing = No card fits. Try another word or part of speech.
deck-size = { $count ->
        [one] one card
       *[other] { $count } cards
    }
deck-legal = This deck may be played.
deck-short = { $count ->
        [one] One card more
       *[other] { $count } cards more
    } makes it legal (30 to 55 cards, at most two of each).
deck-long = { $count ->
        [one] One card too many
       *[other] { $count } cards too many
    } (30 to 55 cards, at most two of each).
deck-more = one more { $card }
deck-fewer = one { $card } fewer
deck-save = Save
deck-saved = Saved in this browser.
deck-not-saved = This browser keeps nothing. Copy the deck as text instead.
deck-delete = Delete { $name }
deck-clear = Empty the deck
deck-share = As text
deck-share-help = Copy this to a friend, or paste a deck here and take it over.
deck-take = Take over
deck-copy = Copy
deck-copied = Copied.
deck-lost = Not understood: { $lines }
