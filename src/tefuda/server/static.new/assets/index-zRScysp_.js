const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/doutotsu-CDXXGT7u.js","assets/hand-order.svelte-BeN1KN1C.js","assets/disclose-version-C2cc_KH4.js","assets/layout-RIYoNB8a.js","assets/settings.svelte-Cne8vbVQ.js","assets/legacy-DaCTOWlf.js","assets/doutotsu-CUe_zaYM.css","assets/kotodama-tI3TcIPB.js","assets/Copyable-C0OEZjWu.js","assets/Copyable-DqcyypyZ.css","assets/Dialog-DZdZ7ZYc.js","assets/Dialog-C33mqKpE.css","assets/kotodama-D6IsOZFu.css","assets/kotori-DmASHRGp.js","assets/kotori-Bp0imRR5.css","assets/llama-C3l1cORP.js","assets/llama-CembTL0I.css","assets/tezuma-Cz-3ERJj.js","assets/tezuma-CQeWSGew.css","assets/default-Ce53eM05.js","assets/default-Plq3E2Rg.css","assets/pledging-CuS1F-9T.js","assets/deal-store-SDFflBXN.js","assets/SettingsPage-B-zvdAUu.js","assets/push-CLKkwAf1.js","assets/SettingsForm-BL9heWJS.js","assets/SettingsForm-DgeoN9Ek.css","assets/SettingsPage--tvO5Kvp.css","assets/About-CdAn9Dxf.js","assets/About-DFHi8nlW.css","assets/Check-B4F4szPq.js","assets/Log-CDPENwxz.js","assets/Log-r-L7YrjG.css","assets/Replay-Be6brC8Z.js","assets/Stage-DmH1XFLN.js","assets/Stage-C3g_Wmvt.css","assets/Rulebook-C2BCur7A.js","assets/Rulebook-Clx9YdsK.css","assets/Replay-Bo7xWoYn.css","assets/Check-hxnCx07O.css","assets/NewTable-CA-Z9eNZ.js","assets/OptionFields-Vo97QIrm.js","assets/changes-CGbM-gL5.js","assets/OptionFields-DhZ9Umf5.css","assets/NewTable-DyTtPWtO.css","assets/Join-CdhN0l9Y.js","assets/rules-on-DayD7gZd.js","assets/ClockText-BK23zZHW.js","assets/Join-D9MMTRpe.css","assets/TablePage-0VFcV_7r.js","assets/Board-D-aAVDxP.js","assets/RuleCards-DzMGdqOo.js","assets/RuleCards-DV472TvW.css","assets/Board-B52BMFGm.css","assets/TablePage-BWyectFM.css","assets/LessonPage-BMpafQGg.js","assets/Decks-CYnmys2-.js","assets/Rules-BORvhmss.js","assets/Rules-B-d20zeR.css","assets/wght-Da6eQyX9.css"])))=>i.map(i=>d[i]);
import{$ as e,A as t,B as n,D as r,F as i,H as a,I as o,J as s,L as c,M as l,N as u,O as d,Q as f,R as p,T as m,U as h,V as g,W as _,X as v,Z as y,b,et as x,gt as S,ht as C,it as w,j as ee,k as T,lt as E,m as D,n as O,nt as te,pt as k,q as A,rt as j,st as M,tt as N,ut as P,x as ne,z as F}from"./disclose-version-C2cc_KH4.js";import{n as I,t as re}from"./settings.svelte-Cne8vbVQ.js";(function(){let e=document.createElement(`link`).relList;if(e&&e.supports&&e.supports(`modulepreload`))return;for(let e of document.querySelectorAll(`link[rel="modulepreload"]`))n(e);new MutationObserver(e=>{for(let t of e)if(t.type===`childList`)for(let e of t.addedNodes)e.tagName===`LINK`&&e.rel===`modulepreload`&&n(e)}).observe(document,{childList:!0,subtree:!0});function t(e){let t={};return e.integrity&&(t.integrity=e.integrity),e.referrerPolicy&&(t.referrerPolicy=e.referrerPolicy),t.credentials=e.crossOrigin===`use-credentials`?`include`:e.crossOrigin===`anonymous`?`omit`:`same-origin`,t}function n(e){if(e.ep)return;e.ep=!0;let n=t(e);fetch(e.href,n)}})();var L=5e3;function ie(e=performance.now()){if(document.activeElement&&document.activeElement!==document.body)return;let t=document.querySelector(`h1`);t?(t.tabIndex=-1,t.focus({preventScroll:!0})):performance.now()-e<L&&setTimeout(()=>ie(e),50)}function ae(e,t){return e!==null&&/^(-1|[0-9]{1,6})$/.test(e)&&Number(e)>=t?Number(e):void 0}function oe(e,t,n){return`${e}${e.includes(`?`)?`&`:`?`}seat=${t}&step=${n}`}function R(e,t=``,n=``){let r=e.split(`/`).filter(Boolean).map(decodeURIComponent),i=new URLSearchParams(t),[a,o,s]=r;if(!a)return{page:`home`};if(a===`settings`&&!o)return{page:`settings`};if(a===`about`&&!o)return{page:`about`};if(a===`check`&&!o)return{page:`check`,playing:n===`#game`};if(a===`new`&&o&&!s)return{page:`new`,game:o,friends:i.has(`friends`)};if(a===`join`&&o&&s)return{page:`join`,table:o,invitation:s};if(a===`table`&&o&&!s)return{page:`table`,table:o,invitation:i.get(`invitation`)??``,deal:i.has(`deal`)};if(a===`replay`&&o&&!s){let e=i.get(`share`)??``;return{page:`replay`,table:o,review:i.has(`review`),share:e,seat:ae(i.get(`seat`),-1),step:ae(i.get(`step`),1)}}return a===`learn`&&o&&!s?{page:`learn`,game:o,card:i.get(`card`)??``}:a===`decks`&&o&&!s?{page:`decks`,game:o}:a===`rules`&&o&&!s?{page:`rules`,game:o,clause:decodeURIComponent(n.slice(1))}:{page:`nowhere`}}function z(){return R(location.pathname,location.search,location.hash)}var B=w(te(z()));addEventListener(`popstate`,()=>j(B,z(),!0));function V(){return history.state??{}}var H={get route(){return _(B)},go(e,{replace:t=!1,keep:n}={}){n&&history.replaceState({...V(),kept:n},``),t?history.replaceState({led:V().led},``,e):history.pushState({led:!0},``,e),j(B,z(),!0),scrollTo(0,0)},back(e){V().led?history.back():H.go(e,{replace:!0})},take(e){let{kept:t={},...n}=V();return t[e]===void 0?``:(history.replaceState({...n,kept:{...t,[e]:void 0}},``),t[e])}};function se(e){if(e.defaultPrevented||e.button!==0||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let t=e.target.closest(`a`);!t||t.target||t.hasAttribute(`download`)||t.origin!==location.origin||t.pathname.startsWith(`/api/`)||(e.preventDefault(),t.href===location.href?j(B,z(),!0):H.go(t.href))}var U=class extends Error{status;clause;constructor(e,t,n){super(t),this.status=e,this.clause=n}};async function W(e,t){return await(await le(e,t)).json()}async function ce(e){return(await le(e)).text()}async function le(e,t){let n=document.documentElement.lang||`ja`,r;try{r=await fetch(e,{method:t===void 0?`GET`:`POST`,headers:{"Accept-Language":n,...t===void 0?{}:{"Content-Type":`application/json`}},body:t===void 0?null:JSON.stringify(t)})}catch{throw new U(0,``)}if(!r.ok){let e=await r.json().catch(()=>({message:r.statusText}));throw new U(r.status,e.message,e.clause)}return r}function ue(e){let t=Object.entries(e).filter(([,e])=>e!==void 0&&e!==``);return t.length?`?${t.map(([e,t])=>`${e}=${encodeURIComponent(t)}`).join(`&`)}`:``}function de(e){return ue({invitation:e})}var G={me:()=>W(`/api/me`),rename:e=>W(`/api/me`,{name:e}),forget:()=>W(`/api/me/delete`,{}),pushKey:()=>W(`/api/push`),subscribe:e=>W(`/api/push`,e),unsubscribe:e=>W(`/api/push/stop`,{endpoint:e}),games:()=>W(`/api/games`),cards:e=>W(`/api/games/${e}/cards`),demonstrations:e=>W(`/api/games/${e}/demonstrations`),messages:(e,t)=>ce(`/api/games/${e}/messages?lang=${t}`),rulebook:(e,t)=>ce(`/api/games/${e}/rulebook?lang=${t}`),openTables:()=>W(`/api/open-tables`),open:e=>W(`/api/tables`,e),table:(e,t=``)=>W(`/api/tables/${e}${de(t)}`),invite:e=>W(`/api/tables/${e}/invite`,{}),join:(e,t,n,r,i=null)=>W(`/api/tables/${e}/join`,{name:t,invitation:n,pledge:r,seat:i}),leave:e=>W(`/api/tables/${e}/leave`,{}),series:(e,t=``)=>W(`/api/tables/${e}/series${de(t)}`),record:(e,t=``)=>W(`/api/tables/${e}/record${de(t)}`),truthAt:(e,t=``,n=``)=>`/api/tables/${e}/record.txt${ue({invitation:t,share:n})}`,truth:(e,t=``,n=``)=>ce(G.truthAt(e,t,n)),review:(e,t)=>W(`/api/tables/${e}/review`,{after:t}),playOn:(e,t)=>W(`/api/tables/${e}/what-if`,{move:t}),check:e=>W(`/api/check`,{record:e}),recorded:(e,t)=>W(`/api/check/replay`,{record:e,seat:t}),keys:()=>W(`/.well-known/tefuda-keys`),replay:(e,t,n)=>W(`/api/tables/${e}/record${ue({seat:t,share:n})}`),sharing:e=>W(`/api/tables/${e}/share`),share:(e,t)=>W(`/api/tables/${e}/share`,{on:t})},fe=`# The words of the pages

brand = Tefuda
brand-reading = 手札
loading = Getting ready…
seat = Seat { $number }
guest = Guest
guest-you = Guest
name-you = { $name } (you)
bot = Bot
you = you
close = Close
back-home = Home
nowhere = There is no such page.
unreachable = The server cannot be reached. Check your connection and try again.
try-again = Try again
asset-failed = A part of this page could not be loaded. Check your connection and reload the page.
reload = Reload

## Home

home-lead = Japanese card games you can no longer buy, on the table again.
home-sub = Play bots on your own, or share a link with friends. No account needed.
home-play = Play now
home-play-note = { $bots ->
        [one] against 1 bot
       *[other] against { $bots } bots
    }
home-invite = Invite friends
home-minutes = { $minutes } min
home-alike = If you like { $games }
home-options = Players and house rules
home-rules = How to play
home-decks = Build a deck
home-running = In progress
home-finished = Finished
home-turns = { $count ->
        [one] It is your turn at 1 table.
       *[other] It is your turn at { $count } tables.
    }
home-open = Continue
home-watch-replay = Replay
home-public = Public tables
home-offline = The server cannot be reached. You can read the rules meanwhile; this page tries again by itself.
home-locked = locked
home-join = Join
home-watch = Watch
players-range = { $low }–{ $high } players
seats-free = { $count ->
        [one] 1 open seat
       *[other] { $count } open seats
    }
phase-open = waiting for players
phase-playing = in play
phase-over = over

## A new table

new-title = New table
new-players = Players
new-players-count = { $count } players
new-seats = Seats
new-seat-me = You
new-seat-bot = Bot
new-seat-open = Open (invite)
new-level = Level
new-rules = House rules
new-public = Anyone can join or watch
new-hints = Hints during the game, although several people play
new-delay = For spectators
new-delay-of = { $count ->
        [0] show the game at once
        [one] show it { $count } decision later
       *[other] show it { $count } decisions later
    }
new-start = Start
new-make = Create table

## Clocks

clock-title = Time limit
clock-none = None
clock-reserve = { $minutes } min + { $seconds } s
clock-move = { $seconds } s a decision
clock-days = { $days ->
        [one] 1 day a decision
       *[other] { $days } days a decision
    }
clock-own = Your own values
clock-kind = What is limited
clock-kind-reserve = The whole game, with an increment each turn
clock-kind-move = Each decision
clock-kind-days = Each decision, in days
clock-field-minutes = Minutes for the whole game
clock-field-increment = Seconds added each turn
clock-field-seconds = Seconds for a decision
clock-field-days = Days for a decision
clock-zero = When your time is up, a bot takes over until you return; you can return at any moment. Running out of time alone loses no game.
clock-runs = {" "}Time stands still while no player is connected.
clock-runs-days = {" "}Time also runs while you are away, but not while the server is down.
clock-time-days = { $days } d { $hours } h
clock-left = Time left: { $time }
clock-soon = { $seconds } seconds left
presence-flagged = time up, bot plays
table-flagged = Your time is up: a bot is playing for you.

## Waiting for players

lobby-title = Lobby
lobby-lead = The game can start once every seat is taken.
lobby-link = Invite link
lobby-link-help = Send this link to friends. Anyone who opens it can take an open seat.
lobby-copy = Copy
lobby-copied = Copied
lobby-share = Share
lobby-seat-open = open seat
lobby-take-bot = Add a bot
lobby-open-seat = Open the seat
lobby-start = Start
lobby-wait-seats = A seat is open. Invite a friend or add a bot.
lobby-wait-host = Waiting for the host to start.
lobby-dealing = Dealing
lobby-rule = { $rule }: { $value }
lobby-your-name = Your name
lobby-save-name = Save
lobby-name-saved = Saved
lobby-host = host
lobby-up = Move { $who } up
lobby-down = Move { $who } down
lobby-level-of = Level of { $who }
lobby-remove = Remove
lobby-remove-who = Remove { $who }
lobby-remove-sure = Remove { $who } from the table? They cannot sit here again unless you allow it.
lobby-keep = Cancel
lobby-leave = Leave the seat
lobby-setup = Change the table
lobby-game = Game
lobby-lock = Lock the table: nobody new can take a seat
lobby-readmit = Let everyone who was removed sit again
lobby-is-public = Anyone can join or watch
lobby-is-private = Only invited people can join or watch
lobby-is-locked = Locked: nobody new can take a seat
lobby-has-hints = With hints
lobby-no-hints = Without hints during the game
lobby-delay = { $count ->
        [one] spectators see it { $count } decision later
       *[other] spectators see it { $count } decisions later
    }
lobby-changes = What has changed
lobby-expelled = The host has removed you from your seat. You can watch, and sit here again only if the host allows it.
lobby-barred = The host has removed you from this table. You can watch.

## What has changed at a table

change-host = The host
change-game = { $by } changed the game to { $game } ({ $seats } players)
change-seats = { $by } changed the number of seats to { $seats }
change-option = { $by } changed a house rule – { $rule }: { $value }
change-option-on = { $by } turned on a house rule: { $rule }
change-option-off = { $by } turned off a house rule: { $rule }
change-hints-on = { $by } turned on hints during the game
change-hints-off = { $by } turned off hints while several people play
change-public-on = { $by } opened the table to everyone
change-public-off = { $by } made the table private
change-locked-on = { $by } locked the table
change-locked-off = { $by } unlocked the table
change-delay = { $count ->
        [0] { $by } lets spectators see the game at once
        [one] { $by } lets spectators see the game { $count } decision later
       *[other] { $by } lets spectators see the game { $count } decisions later
    }
change-clock = { $by } changed the time limit to { $clock }
change-no-clock = { $by } removed the time limit
change-moved = { $by } moved { $who } to seat { $seat }
change-removed = { $by } removed { $who } from the table
change-readmitted = { $by } let everyone who was removed sit again
change-bot = { $by } added the bot { $who } ({ $level }) to seat { $seat }
change-level = { $by } changed the level of { $who } to { $level }
change-opened = { $by } took the bot { $who } from seat { $seat }
change-sat = { $who } took seat { $seat }
change-left = { $who } left seat { $seat }
change-brought-on = { $who } has chosen a deck
change-brought-off = { $who } will choose a deck at the table
change-brought-bot-on = { $by } chose a deck for { $who }
change-brought-bot-off = { $by } left the choice of a deck to { $who }

## An invitation

join-title = You are invited
join-lead = Join a game of { $game }.
join-name = Your name
join-sit = Take a seat
join-watch = Watch
join-lead-by = { $who } invites you to a game of { $game }.
join-full = Every seat is taken. You can watch.
join-playing = The game has begun. You can watch.
join-locked = The host has locked this table: nobody new can take a seat. You can watch.
join-over = This game is over.
join-rules-first = Read how to play first

## The table

table-stage = Table
table-goal = Goal
table-log = Log
table-log-open = Show log
table-menu = Menu
table-rules = Rules
table-actions = Actions
table-thinking = thinking
table-your-turn = Your turn
table-skip = Skip animation
table-hint = Hint
table-hint-best = Best: { $label }: { $prospect }
table-hint-equal = As good: { $label }: { $prospect }
table-hint-other = { $label }: { $prospect }
table-clause = Rule { $clause }
table-lost = The connection is lost. Reconnecting…
table-connecting = Connecting to the table…
table-gone = This table does not exist or is private. Check the link.
table-watching = Watching
table-delayed = { $count ->
        [one] Shown { $count } decision late
       *[other] Shown { $count } decisions late
    }
table-shown = { $who } shows their hand to spectators.
name-shows = { $name } (shown)
watch-hand = { $who }: hand
show-title = Show my hand to spectators
show-about = Until the game is over, or you stop it, spectators can see everything that your seat sees. Everyone at the table is told that you show it.
show-warning = Your opponents can watch, too, in another window. Do not show your hand if someone plays to win.
show-delay = { " " }At this table spectators see the game { $count ->
        [one] { $count } decision
       *[other] { $count } decisions
    } later.
show-start = Show my hand
show-stop = Stop showing it
table-watchers = { $count ->
        [one] 1 spectator
       *[other] { $count } spectators
    }
table-leave = Leave
table-leave-sure = If you leave, a bot takes over your seat. Leave?
table-leave-yes = Leave
table-leave-no = Stay
table-notes = Notes
table-notes-help = Only you can see these notes.
table-notes-save = Save
table-invite = Invite link
keys-title = Keyboard
keys-actions = The action buttons, from the left
keys-cards = From card to card; Enter plays it
table-bot-plays = A bot is playing for you.
table-bot-plays-by = { $who } let a bot play for you.
table-bot-played = While you were away, a bot { $count ->
        [one] made 1 decision
       *[other] made { $count } decisions
    } for you.
table-bot-played-by = { $who } let a bot play for you ({ $count ->
        [one] 1 decision
       *[other] { $count } decisions
    }).
table-skip-to-end = Skip to the end
table-skipping = The bots are playing on to the end.
table-skip-waits = { $who } can still watch: the bots hurry once everyone has skipped.
table-card-nth = { $card }, { $number } of { $count }
table-settings = Settings
table-stand-in = Let a bot take over
table-take-back = Play myself
table-card = { $face } ({ $where })
table-card-down = a card face down ({ $where })
table-card-hidden = a card face down
table-card-down-known = { $face }, face down ({ $where })
table-card-turned = { $face }, sideways ({ $where })
table-card-marked = { $card }: { $marks }
table-arrange = Arrange
table-arrange-done = Done
table-arrange-how = Choose the card to move, then the place where it goes
table-sort = Sort
list-comma = {", "}
table-owned = { $who }: { $zone }
table-zone-count = { $zone }, { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
table-read = Point at a card to read it here.
table-pile = { $zone } { $count }
presence-idle = idle
presence-gone = away
presence-stand-in = bot plays
presence-stand-in-gone = away, bot plays
presence-stand-in-by = bot, let in by { $who }
back-ask = Take back
back-asked = { $who } asks to take back the last action.
back-agree = Agree
back-refuse = Refuse
back-waits = Asked to take the action back. Waiting for { $who }.
back-refused = { $who } does not agree to taking the action back.
back-done = { $who } took the last action back.
phrase-hello = Hello
phrase-luck = Good luck
phrase-nice = Nice move
phrase-close = That was close
phrase-wow = Wow
phrase-oops = Oops
phrase-sorry = Sorry
phrase-thanks = Thank you
phrase-thinking = Let me think…
phrase-moment = One moment
phrase-played = Well played
phrase-again = Another game?
talk-title = Talk
talk-unread = Talk: { $count } new
talk-says = { $who }: { $what }
talk-spectator = { $who } (spectator)
talk-nothing = Nothing has been said yet.
talk-text = Say something
talk-send = Send
talk-phrases = Phrases
talk-public = This table is public: only these phrases can be said.
talk-off = The host has switched free text off.
talk-apart = Until the game is over, only spectators see what you say.
talk-settings = Talk settings
talk-chat = Free text at this table
talk-mute = Mute { $who }
talk-chat-on = switched free text on.
talk-chat-off = switched free text off.

## A fair deal

fair-title = Fair deal
fair-standing-none = This table did not begin with a deal, so nothing is claimed about its cards.
fair-standing-old = Dealt by an earlier version: its fairness is not proven, and its cards could be foreseen.
fair-standing-before = Before the first card the server seals the deal, and the players’ browsers add random numbers to it.
fair-standing-pledged = Your browser has a random share ready for this deal and keeps it secret until the deal is sealed.
fair-standing-sealed = The deal is sealed. The cards come as soon as everyone’s share has arrived.
fair-standing-left-out = This deal was sealed without your share.
fair-standing-giver = Your share is in this deal; nothing in it was changed after the seal.
fair-standing-others = You gave no share in this deal. { $count ->
        [one] 1 player did
       *[other] { $count } players did
    }; your browser can check nothing about it by itself.
fair-standing-server = No player gave a share: the server alone decided this deal.
fair-standing-broken = This table now shows other seals than those your browser checked and kept.
fair-alarm = Something is wrong with the deal of this table.
fair-evidence = Both seals are signed by the server: together they prove to anyone that it changed the deal. Save this page’s seal and your copy of the game.
fair-called-off = { $count ->
        [one] { $who }’s share did not come
       *[other] The shares of { $who } did not come
    }, so deal { $attempt } was called off.
fair-blamed = That is not true of you: the server had confirmed your share.
fair-not-again = A seat whose share did not come gives none again at this table, unless nobody else would.
fair-strange = This server signs with another key than on your earlier visits, and no earlier key vouches for it. If you know of no reason, someone may be posing as this server.
fair-trust = Accept the new key
fair-refused = Your browser keeps its share back.
fair-refused-server = The server’s key is not one it knows.
fair-refused-signature = The seal is not signed by the server.
fair-refused-pledge = The seal holds a share for your seat that is not this browser’s. Is the table open in another browser?
fair-refused-distinct = Two seats gave the same value.
fair-refused-seats = The seal names other players than those seated at the table.
fair-refused-setup = The seal holds other rules or cards than the page showed before.
fair-refused-follows = The seal does not follow from the earlier attempts to deal.
fair-refused-open = Another seal of this table was never called off.
fair-refused-used = Its share was revealed under another seal already.
fair-refused-seal = The seal does not fit what it is said to seal.
fair-seal = Seal of this deal
fair-seal-help = Friends whose page shows the same seal are in the same deal.
fair-server-key = Key of this server
fair-copy-of = Copy: { $what }
fair-how = How it works
fair-how-seal = Before the first card the server fixes everything that decides the cards (its own secret, the players, the rules, the browsers’ pledges) in one number, the seal, and signs it.
fair-how-shares = Only then do the browsers reveal their random shares. If one is missing, the deal is called off and the silent seat is named. So nobody can choose the cards, as long as one giver is not in league with the server.
fair-how-limits = The server still knows every card beforehand, and players can always tell each other theirs. No seal prevents that.
fair-proof = What is proven
fair-unreleased = The record of this game is not released, so none of this is proven.
fair-unreadable = The record is not written as it must be (line { $line }), so it proves nothing.
fair-verdict-proven = proven
fair-verdict-not-proven = not proven
fair-verdict-false = false
fair-claim-key = The key of all draws follows from the server’s secret, the players’ shares and what was played.
fair-claim-fixed = Everything was fixed before the first card, and no attempt to deal at this table is left out.
fair-claim-unchosen = Nobody chose the cards.
fair-claim-rules = Cards, moves and ranks follow from that key by the rules.
fair-claim-seen = It is the game that you saw.
fair-claim-unchanged = The record is unchanged since the server signed it.
fair-claim-never = Nobody foresaw the cards; the players are who they say and moved themselves; no other games were kept back; the call-offs were honest.
fair-reason-key-follows = Your browser worked out every attempt again from its secret and its shares.
fair-reason-other-table = The record is of another table, game or set of rules.
fair-reason-attempt-number = Attempt { $attempt } is missing from the record.
fair-reason-wrong-secret = The secret of attempt { $attempt } is not the one that the server had committed to.
fair-reason-wrong-share = The share of seat { $seat } in attempt { $attempt } is not the one it had pledged.
fair-reason-wrong-seal = The seal of attempt { $attempt } does not follow from what the record says was sealed.
fair-reason-wrong-call-off = Attempt { $attempt } was called off for other seats than those whose share is missing.
fair-reason-attempt-open = Attempt { $attempt } is neither called off nor the last one.
fair-reason-share-missing = Attempt { $attempt } was dealt although a pledged share is missing.
fair-reason-operators-word = Only the operator says so: this browser gave no share, so it checked no seal before the first card.
fair-reason-seal-kept = The seal your browser checked before the first card is the seal of this record, and every earlier attempt is chained into it.
fair-reason-other-seal = The seal of this record is not the one the table showed.
fair-reason-signed-twice = The server signed another seal than this record’s. Your copy and this record together prove it to anyone.
fair-reason-attempt-missing = An attempt that your browser saw called off is not in the record.
fair-reason-server-alone = No player gave a share: the server alone decided.
fair-reason-my-share = Your share is in it. This holds if the page in your browser is honest: it drew your share at random and kept it secret until the seal stood.
fair-reason-not-my-share = The share in the record is not the one your browser gave.
fair-reason-no-rules = A browser does not know the rules. The command below replays the whole game.
fair-reason-seal-only = Your browser compared the seal only. The command below compares every moment of your copy.
fair-reason-no-copy = This browser kept no copy of the game.
fair-reason-wrong-digest = The digest does not fit: something in the record was changed.
fair-reason-wrong-signature = The signature does not fit: something in the record was changed.
fair-reason-other-key = It is signed with another key than the one in your seal.
fair-reason-own-key = It is signed with a key that your browser does not know.
fair-reason-stolen-key = The server says that its key was stolen: what it signed proves nothing by itself.
fair-reason-signed = The signature fits the server’s key that your browser keeps.
fair-reason-never = No record can prove this.
fair-record = Save the record
fair-copy = Save my copy
fair-copy-help = Your copy holds your share, the seal and { $count ->
        [one] 1 moment
       *[other] { $count } moments
    } of the game as your browser saw it.
fair-command = To check the rest, run Tefuda where you saved both files
fair-command-record = To check the rest, run Tefuda where you saved the record
fair-key = Key of all draws

## The result

result-title = Game over
result-won = { $who } wins!
result-you-won = You win!
result-you-ranked = { $rank ->
        [2] Second
        [3] Third
        [4] Fourth
       *[other] Fifth
    } of { $players }{ $gap ->
        [0] .
       *[other] , { $gap } behind the winner.
    }
result-rounds = How it went, round by round
result-round = Round
result-shared = Tie for first: { $who }
result-drawn = It’s a draw
result-rank = { $rank ->
        [1] 1st
        [2] 2nd
        [3] 3rd
       *[other] { $rank }th
    }
result-points = { $points ->
        [one] 1 point
       *[other] { $points } points
    }
result-rematch = Play again
result-rematch-go = To the next table
result-rematch-change = Play again with changes
result-replay = Replay
result-table = View table
result-show = Show result
result-try = To try next time:
result-home = Home
result-record = Record (text)

## The standings of several games

series-title = Standings
series-played = { $count ->
        [0] No game has ended yet.
        [one] After 1 game
       *[other] After { $count } games
    }
series-rank = Place
series-player = Player
series-change = Last
series-wins = Wins
series-points = Points
series-not-in = was not in it
series-rule = Each game gives 2 points for every player who finishes behind you, and 1 for every player who finishes level with you. Between equal points, more wins decide.
series-games = Games
series-game = Game { $number }
series-won = { $who } won
series-level = all level

## The replay

replay-title = Replay
replay-play = Play
replay-pause = Pause
replay-back = Previous
replay-forward = Next
replay-place = Step
replay-place-of = { $at } of { $all }
replay-speed = Speed
replay-speed-value = { $speed }×
replay-eyes = Point of view
replay-eyes-spectator = Spectator
replay-eyes-note = Some information is still hidden, so you can replay only your own point of view.
replay-empty = Nothing has happened at this table yet.
share-title = Share this moment
share-moment = A link to step { $step } of { $steps }, as { $who } saw it.
share-moment-spectator = A link to step { $step } of { $steps }, as a spectator sees it.
share-link = Link to this moment
share-public = This table is public: anyone can watch the replay of this game.
share-anyone = Anyone who has this link can see the whole game, with everyone’s hands and names.
share-private = This table is private. Anyone who has the link can see the whole game, with everyone’s hands and names. The others at the table are told that you have made one.
share-make = Make a link
share-stop = Take the link back
share-others = Links to this game were made by { $who }.

## Checking a record

check-title = Check a record
check-about = Checks a record file that was saved after a game, and plays it. This browser checks how the deal was computed, its seal and the signature, and sends the file to nobody meanwhile. Whether moves and ranks follow the rules can be checked by the server or the Tefuda command, which know them. A copy (.json) that a player saved is played here as their seat saw the game.
check-open = Choose a file
check-choose = Choose a record file, or drop it here
check-large = This file is too large to be the record of a game.
check-no-text = This file cannot be read as text. Choose a record (.txt) that was saved after a game.
check-unreadable = Line { $line } does not fit the form of a signed record. Choose a record (.txt) that was saved after a game, unchanged.
check-file = { $file }: { $players } players, table { $table }
check-rest = Moves and ranks were not checked in this browser. This server, which knows the rules, or the command below can do that.
check-send = Have the server check moves and ranks
check-sending = The server is replaying it…
check-send-help = Both send the file to this server, which replays the game and does not keep the file. To check it without trusting the server, use the command below.
check-server = The server’s answer (moves and ranks): { $verdict }
check-command = To check the rest, run Tefuda where the file is
check-play = Watch this game
check-back = Back to the check
check-too-long = With more than { $most } bytes, this file is too long for the server to replay. The command below can check it.
check-not-shown = This file does not hold a game that can be shown.
check-shown-proven = From the file { $file }. Moves and ranks follow the rules, says this server.
check-shown-unproven = Moves and ranks were not verified: { $why }
check-shown-false = This record is false: { $why }
check-shown-until = The game is shown up to there, as the file has it.
check-shown-copy = From the file { $file }: what one seat saw, as the file says. Nothing in it was verified.

## Rules

rules-play = Play this game

## Settings

settings-title = Settings
settings-language = Language / 言語
settings-theme = Theme
settings-theme-auto = System
settings-theme-light = Light
settings-theme-dark = Dark
settings-motion = Animations
settings-motion-auto = System
settings-motion-full = On
settings-motion-calm = Off
settings-sound = Sound
settings-alerts = Tell me when it is my turn
settings-alerts-yes = Your browser shows a notification while you look at something else.
settings-alerts-insecure = Works only at an address with https, or on the computer that the server runs on.
settings-alerts-ask = Your browser shows a notification while you look at something else, and when it is your turn while no page is open.
settings-alerts-push-yes = You are told on this device, also while no page is open.
settings-alerts-push-failed = You are told while a page is open. For the time after, your browser’s push service cannot be reached now.
settings-alerts-missing = This browser cannot show notifications. On an iPhone or iPad, add this page to the Home Screen first.
settings-alerts-blocked = Your browser blocks notifications from this site. You can allow them in its settings.
offer-alerts-done = You are told when it is your turn.
alert-turn = It is your turn
settings-size = Text size
settings-size-value = { $size }%
settings-helps = Show play aids
settings-helps-note = Bust risk, waits and other things you could work out from what you see
settings-kept = Saved in this browser on this device only.
own-title = What this server keeps of you
own-text = Your name, your tables with your seats and moves, your notes, and which browsers are told of your turn. Tables that are no longer used are removed after a while. Settings and copies of deals are in this browser, not on the server.
own-download = Download what this server keeps of me
own-delete = Delete it
own-sure = Delete what this server keeps of you?
own-effect = You leave every table, and a bot takes over your seats. Games that you played alone are deleted; in games with others your name is removed and their results stay. This cannot be undone.
own-yes = Delete everything
own-no = Keep it
own-deleted = Deleted. This server does not know you any more.
about-title = About Tefuda
about-text = Tefuda is unofficial and non-commercial. Its words, pictures and sounds are its own.
about-lead = Tefuda, “the hand you hold”, is a card table for five Japanese card games that hardly anyone can play today. Play alone against bots or with friends over a link, in the browser or the terminal, in English or Japanese.
about-version = Version { $version }
about-licence = Tefuda’s code, words and pictures are licensed under the Apache License 2.0. The games belong to their designers and publishers.
about-ours-title = Reconstructions and rulings
about-ours = What is not known about an original game is our reconstruction, and where its rulebook is silent the ruling is ours; the rules of each game mark both.
about-games = Games and credits
about-rules = Rules of { $game }
about-notices-title = Work by others
about-notices-text = Tefuda contains the font Noto Sans JP, the framework Svelte and other work, each under its own licence.
about-notices = Third-party notices

## Review of a finished game

review-title = Review
review-progress = Analysing decisions: { $done } of { $all }
review-seat = Game of
review-decision = Options of this decision
review-decision-of = Move { $move }: { $who }
review-played = played
review-mark-mistake = mistake: cost { $loss }
review-learn = To learn from this game
review-at = Move { $move }
review-good = { $good } of { $all } decisions were the best or as good; mistakes: { $mistakes }
review-rule = A mistake is certainly worse than the best option, from what the player knew, and by { $threshold } or more.
review-marked = Mistakes and turning points
review-move = Move
review-worth = Prospects
review-chart = Prospects of all players over the game; { $who } stands out
review-mistake-mark = mistake
review-play-on = Play on from here
review-play-on-help = as { $who }, against bots; what { $who } did not know is dealt again
review-turning-mark = turning point

## Lessons

learn-title = Lesson: { $game }
learn = Learn
learn-game = Learn { $game } ({ $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
})
learn-go-on = Continue lesson
learn-again = Learn again
learn-minutes = { $minutes } min
learn-weight = Weight { $weight } of 5
learn-step = Lesson, step { $step } of { $steps }
learn-next = Next
learn-back = Back
learn-show = Show me
learn-skip = Skip to a real game
learn-skip-short = Real game
learn-real = Play a real game
learn-restart = Start the lesson over
learn-more = Learn more
learn-try = Show me
learn-try-card = Show me: { $title }
learn-return = Done
learn-close = Close
learn-none = This game has no lesson on this server.
learn-end = You came { $rank ->
    [1] first
    [2] second
    [3] third
   *[other] { $rank }th
} of { $players }, and that was the lesson. Ready for a real game?

## Marks that explain themselves

explain-mark = What is this?
explain-close = Got it
explain-again = Explain the marks again
`,pe=`# この卓の画面のことば

brand = 手札
brand-reading = Tefuda
loading = 準備しています…
seat = 席{ $number }
guest = ゲスト
guest-you = あなた
name-you = { $name }（あなた）
bot = ボット
you = あなた
close = 閉じる
back-home = ホームへ
nowhere = そのページは見つかりませんでした。
unreachable = サーバーにつながりません。通信を確かめて、もう一度お試しください。
try-again = 再試行
asset-failed = 画面の一部を読み込めませんでした。通信を確かめて、ページを再読み込みしてください。
reload = 再読み込み

## はじめの画面

home-lead = 手に入らなくなった日本のカードゲームを、もう一度。
home-sub = ひとりでボットと、友だちとはリンクひとつで。登録はいりません。
home-play = いますぐ遊ぶ
home-play-note = ボット{ $bots }人と
home-invite = 友だちを誘う
home-minutes = { $minutes }分
home-alike = 似たゲーム：{ $games }
home-options = 人数・ルールを選ぶ
home-rules = 遊びかた
home-decks = デッキを組む
home-running = 進行中の卓
home-finished = 終わった卓
home-turns = あなたの番の卓が{ $count }つあります。
home-open = つづける
home-watch-replay = リプレイ
home-public = 公開卓
home-offline = サーバーにつながりません。ルールはこのまま読めます。つながり次第、自動で再開します。
home-locked = ロック中
home-join = 参加する
home-watch = 観戦する
players-range = { $low }〜{ $high }人
seats-free = 空席{ $count }
phase-open = 参加者募集中
phase-playing = プレイ中
phase-over = 終了

## 新しい卓

new-title = 新しい卓
new-players = 人数
new-players-count = { $count }人
new-seats = 席
new-seat-me = あなた
new-seat-bot = ボット
new-seat-open = 空席（招待）
new-level = 強さ
new-rules = ハウスルール
new-public = だれでも参加・観戦できる卓にする
new-hints = 人どうしのゲーム中にもヒントを使えるようにする
new-delay = 観戦者への表示
new-delay-of = { $count ->
        [0] すぐに見せる
       *[other] { $count }手おくらせる
    }
new-start = はじめる
new-make = 卓をつくる

## 持ち時間

clock-title = 持ち時間
clock-none = なし
clock-reserve = { $minutes }分＋{ $seconds }秒
clock-move = 1手{ $seconds }秒
clock-days = 1手{ $days }日
clock-own = 自分で決める
clock-kind = 決めかた
clock-kind-reserve = ゲーム全体（手番ごとに加算）
clock-kind-move = 1手ごと
clock-kind-days = 1手ごと（日単位）
clock-field-minutes = ゲーム全体の時間（分）
clock-field-increment = 手番ごとに加わる時間（秒）
clock-field-seconds = 1手の時間（秒）
clock-field-days = 1手の日数
clock-zero = 時間が切れると、戻るまでボットが代わりにプレイします。いつでも戻れます。時間切れだけで負けになることはありません。
clock-runs = プレイヤーがだれも接続していない間は、時間は進みません。
clock-runs-days = 離れている間も時間は進みますが、サーバーが止まっている間は進みません。
clock-time-days = { $days }日{ $hours }時間
clock-left = 残り時間：{ $time }
clock-soon = 残り{ $seconds }秒です
presence-flagged = 時間切れ・ボット代行
table-flagged = 時間が切れたので、ボットが代行中です。

## 待ち合わせ

lobby-title = ロビー
lobby-lead = 席が全部うまると、はじめられます。
lobby-link = 招待リンク
lobby-link-help = このリンクを友だちに送ってください。開くと、空いている席に座れます。
lobby-copy = コピー
lobby-copied = コピーしました
lobby-share = 共有
lobby-seat-open = 空席
lobby-take-bot = ボットを入れる
lobby-open-seat = 空席に戻す
lobby-start = はじめる
lobby-wait-seats = 空席があります。友だちを招待するか、ボットを入れてください。
lobby-wait-host = ホストの開始を待っています。
lobby-dealing = 配札
lobby-rule = { $rule }：{ $value }
lobby-your-name = あなたの名前
lobby-save-name = 決める
lobby-name-saved = 名前を決めました
lobby-host = ホスト
lobby-up = { $who }を上の席へ
lobby-down = { $who }を下の席へ
lobby-level-of = { $who }の強さ
lobby-remove = 席から外す
lobby-remove-who = { $who }を席から外す
lobby-remove-sure = { $who }を席から外しますか？あなたが許可するまで、この卓の席にはつけなくなります。
lobby-keep = やめる
lobby-leave = 席を立つ
lobby-setup = 卓の設定を変える
lobby-game = ゲーム
lobby-lock = 卓をロックする（新しく席につけないようにする）
lobby-readmit = 外した人がまた席につけるようにする
lobby-is-public = だれでも参加・観戦できます
lobby-is-private = 招待された人だけが参加・観戦できます
lobby-is-locked = ロック中（新しく席にはつけません）
lobby-has-hints = ヒントあり
lobby-no-hints = ゲーム中のヒントなし
lobby-delay = 観戦者には{ $count }手おくれて見える
lobby-changes = 卓の変更
lobby-expelled = ホストがあなたを席から外しました。観戦はできます。ホストが許可すると、また席につけます。
lobby-barred = ホストがあなたをこの卓の席から外しました。観戦はできます。

## 卓の変更

change-host = ホスト
change-game = { $by }がゲームを「{ $game }」（{ $seats }人）に変えた
change-seats = { $by }が席の数を{ $seats }にした
change-option = { $by }がハウスルールを変えた　{ $rule }：{ $value }
change-option-on = { $by }がハウスルール「{ $rule }」をオンにした
change-option-off = { $by }がハウスルール「{ $rule }」をオフにした
change-hints-on = { $by }がゲーム中のヒントをオンにした
change-hints-off = { $by }が人どうしのゲーム中のヒントをオフにした
change-public-on = { $by }がだれでも参加できる卓にした
change-public-off = { $by }が招待制の卓にした
change-locked-on = { $by }が卓をロックした
change-locked-off = { $by }が卓のロックを外した
change-delay = { $count ->
        [0] { $by }が観戦者にすぐに見せるようにした
       *[other] { $by }が観戦者への表示を{ $count }手おくらせた
    }
change-clock = { $by }が持ち時間を{ $clock }にした
change-no-clock = { $by }が持ち時間をなしにした
change-moved = { $by }が{ $who }を席{ $seat }に移した
change-removed = { $by }が{ $who }を席から外した
change-readmitted = { $by }が、外した人もまた席につけるようにした
change-bot = { $by }が席{ $seat }にボットの{ $who }（{ $level }）を入れた
change-level = { $by }がボットの{ $who }の強さを「{ $level }」にした
change-opened = { $by }が席{ $seat }のボットの{ $who }を外した
change-sat = { $who }が席{ $seat }についた
change-left = { $who }が席{ $seat }を立った
change-brought-on = { $who }がデッキを選んだ
change-brought-off = { $who }は始まってからデッキを選ぶことにした
change-brought-bot-on = { $by }が{ $who }のデッキを選んだ
change-brought-bot-off = { $by }がデッキの選択を{ $who }に任せた

## 招待

join-title = 招待されています
join-lead = 「{ $game }」に招待されました。
join-name = あなたの名前
join-sit = 席につく
join-watch = 観戦する
join-lead-by = { $who }から「{ $game }」への招待です。
join-full = この卓はもう席がありません。観戦はできます。
join-playing = この卓はもう始まっています。観戦はできます。
join-locked = この卓はホストがロックしています。新しく席にはつけませんが、観戦はできます。
join-over = このゲームはもう終わっています。
join-rules-first = 先に遊びかたを読む

## 卓

table-stage = 卓
table-goal = 目的
table-log = ログ
table-log-open = ログを見る
table-menu = メニュー
table-rules = ルール
table-actions = 操作
table-thinking = 考え中
table-your-turn = あなたの番
table-skip = 演出をスキップ
table-hint = ヒント
table-hint-best = おすすめ　{ $label }：{ $prospect }
table-hint-equal = 互角　{ $label }：{ $prospect }
table-hint-other = { $label }：{ $prospect }
table-clause = ルール{ $clause }
table-lost = 接続が切れました。つなぎ直しています…
table-connecting = 卓につないでいます…
table-gone = この卓はないか、公開されていません。リンクを確かめてください。
table-watching = 観戦中
table-delayed = { $count }手おくれで表示中
table-shown = { $who }が観戦者に手札を見せています。
name-shows = { $name }（公開中）
watch-hand = { $who }の手札
show-title = 観戦者に手札を見せる
show-about = ゲームが終わるか、やめるまで、観戦者はあなたの席から見えるものをすべて見られます。見せていることは、卓の全員に表示されます。
show-warning = 相手も別のウィンドウから観戦できます。勝ち負けを競う相手がいるときは、おすすめしません。
show-delay = この卓では、観戦者には{ $count }手おくれて見えます。
show-start = 手札を見せる
show-stop = 見せるのをやめる
table-watchers = 観戦{ $count }人
table-leave = 席を立つ
table-leave-sure = 席を立つと、ボットが代わりにプレイします。よろしいですか？
table-leave-yes = 席を立つ
table-leave-no = つづける
table-notes = メモ
table-notes-help = あなただけに見えるメモです。
table-notes-save = 保存
table-invite = 招待リンク
keys-title = キーボード操作
keys-actions = 行動のボタン（左から）
keys-cards = カードからカードへ。Enter で出す
table-bot-plays = ボットが代行中です。
table-bot-plays-by = { $who }があなたの席をボットに任せました。
table-bot-played = 離れていた間に、ボットが{ $count }回代わりに決めました。
table-bot-played-by = { $who }があなたの席をボットに任せ、ボットが{ $count }回決めました。
table-skip-to-end = 最後まで進める
table-skipping = ボットどうしで最後まで進めています。
table-skip-waits = { $who }がまだ観戦中です。全員が「最後まで進める」を選ぶと進みます。
table-card-nth = { $card }、{ $count }枚中{ $number }枚目
table-settings = 設定
table-stand-in = ボットに任せる
table-take-back = 自分で続ける
table-card = { $face }（{ $where }）
table-card-down = 裏向きのカード（{ $where }）
table-card-hidden = 裏向きのカード
table-card-down-known = 裏向きの{ $face }（{ $where }）
table-card-turned = 横向きの{ $face }（{ $where }）
table-card-marked = { $card }：{ $marks }
table-arrange = 並べかえる
table-arrange-done = 並べ終わる
table-arrange-how = 動かすカードを選び、つづけて置き場所を選びます
table-sort = 自動で並べる
list-comma = 、
table-owned = { $who }の{ $zone }
table-zone-count = { $zone }、{ $count }枚
table-read = カードにカーソルを合わせると、内容がここに表示されます。
table-pile = { $zone }{ $count }枚
presence-idle = 操作なし
presence-gone = 離席中
presence-stand-in = ボットが代行中
presence-stand-in-gone = 離席中・ボット代行
presence-stand-in-by = { $who }の依頼でボットが代行
back-ask = 待った
back-asked = { $who }が「待った」と言っています。
back-agree = 認める
back-refuse = 断る
back-waits = 「待った」を申し込みました。{ $who }の返事を待っています。
back-refused = { $who }が「待った」を断りました。
back-done = { $who }が直前の手を取り消しました。
phrase-hello = こんにちは
phrase-luck = お手柔らかに
phrase-nice = うまい！
phrase-close = 惜しい！
phrase-wow = おおっ
phrase-oops = しまった
phrase-sorry = ごめんなさい
phrase-thanks = ありがとう
phrase-thinking = 考え中…
phrase-moment = ちょっと待って
phrase-played = いい勝負でした
phrase-again = もう一回！
talk-title = ひとこと
talk-unread = ひとこと（新着{ $count }）
talk-says = { $who }「{ $what }」
talk-spectator = { $who }（観戦）
talk-nothing = まだ発言はありません。
talk-text = メッセージ
talk-send = 送信
talk-phrases = 定型のひとこと
talk-public = 公開の卓なので、定型のひとことだけ使えます。
talk-off = ホストが自由な発言をオフにしています。
talk-apart = ゲームが終わるまで、あなたの発言は観戦者だけに見えます。
talk-settings = 発言の設定
talk-chat = この卓での自由な発言
talk-mute = { $who }の発言を隠す
talk-chat-on = 自由な発言をオンにしました。
talk-chat-off = 自由な発言をオフにしました。

## 公正な配札

fair-title = 公正な配札
fair-standing-none = この卓は配札から始まっていないので、カードの公正さについて言えることはありません。
fair-standing-old = 以前のバージョンで配られたゲームです。公正さは証明されておらず、カードを先に知ることができる状態でした。
fair-standing-before = 最初の1枚の前に、サーバーが配札に封をし、みんなのブラウザが乱数を出し合います。
fair-standing-pledged = この配札に入れる乱数を、あなたのブラウザが用意しました。封がされるまで、だれにも見せません。
fair-standing-sealed = 配札に封をしました。全員の乱数がそろいしだい、カードを配ります。
fair-standing-left-out = この配札は、あなたの乱数を入れずに封をされました。
fair-standing-giver = あなたの乱数が、この配札に入っています。封をしたあとで変えられたものはありません。
fair-standing-others = この配札に、あなたの乱数は入っていません。乱数を出したのは{ $count }人です。このブラウザだけでは何も確かめられません。
fair-standing-server = 乱数を出した人はいません。サーバーだけで決めた配札です。
fair-standing-broken = 卓がいま示している封は、あなたのブラウザが確かめて残した封と違います。
fair-alarm = この卓の配札に、おかしな点があります。
fair-evidence = どちらの封にもサーバーの署名があります。合わせれば、配札が変えられたことをだれにでも示せます。この画面の封と、手元の写しを保存してください。
fair-called-off = { $who }の乱数が届かなかったので、{ $attempt }回目の配札は取りやめになりました。
fair-blamed = あなたについては事実ではありません。あなたの乱数は、サーバーが受け取ったと答えていました。
fair-not-again = 乱数が届かなかった席は、ほかに出す人がいるかぎり、この卓ではもう乱数を出しません。
fair-strange = サーバーの鍵が、これまでと違います。以前の鍵による裏づけもありません。心当たりがなければ、だれかがこのサーバーになりすましているかもしれません。
fair-trust = 新しい鍵を受け入れる
fair-refused = あなたのブラウザは、乱数を出すのを控えています。
fair-refused-server = サーバーの鍵が、知っているものと違います。
fair-refused-signature = 封に、サーバーの正しい署名がありません。
fair-refused-pledge = あなたの席の乱数として、このブラウザのものではない値が封に入っています。ほかのブラウザでこの卓を開いていませんか。
fair-refused-distinct = 2つの席が同じ値を出しています。
fair-refused-seats = 封に書かれたプレイヤーが、卓にいる人と違います。
fair-refused-setup = 封に書かれたルールやカードが、画面に出ていたものと違います。
fair-refused-follows = 封が、それまでの配札とつながっていません。
fair-refused-open = この卓には、取りやめになっていない別の封があります。
fair-refused-used = この乱数は、もう別の封で使われています。
fair-refused-seal = 封が、書かれている中身と合いません。
fair-seal = この配札の封
fair-seal-help = 友だちの画面と封が同じなら、同じ配札の席にいます。
fair-server-key = このサーバーの鍵
fair-copy-of = コピー：{ $what }
fair-how = しくみ
fair-how-seal = 最初の1枚の前に、サーバーはカードを決めるすべて（自分の秘密の値、プレイヤー、ルール、各ブラウザの約束）を1つの値「封」に固めて署名します。
fair-how-shares = 各ブラウザが乱数を明かすのは、そのあとです。1つでも届かなければ配札は取りやめになり、届かなかった席が示されます。ですから、乱数を出した人が1人でもサーバーと組んでいなければ、だれもカードを選べません。
fair-how-limits = それでも、サーバーはすべてのカードを先に知ることができ、プレイヤーどうしが手札を教え合うこともできます。どんな封でも、それは防げません。
fair-proof = 証明されたこと
fair-unreleased = このゲームの記録はまだ公開されていないので、証明されたことはありません。
fair-unreadable = 記録の形式が正しくないため（{ $line }行目）、何の証明にもなりません。
fair-verdict-proven = 証明済み
fair-verdict-not-proven = 証明なし
fair-verdict-false = 誤り
fair-claim-key = すべてのカードを決める鍵は、サーバーの秘密の値と各プレイヤーの乱数とゲームの設定から導かれる。
fair-claim-fixed = 最初の1枚より前にすべてが決まっていて、この卓の配り直しは1つも隠されていない。
fair-claim-unchosen = カードを選んだ人はいない。
fair-claim-rules = カードも手も順位も、その鍵からルールどおりに導かれる。
fair-claim-seen = 自分が見たゲームと同じである。
fair-claim-unchanged = サーバーが署名してから、記録は変えられていない。
fair-claim-never = カードを先に見た人はいない。プレイヤーは名乗ったとおりの人で、自分でプレイしている。隠されたゲームはない。取りやめはどれも本物である。
fair-reason-key-follows = すべての配札を、秘密の値と乱数からブラウザが計算し直しました。
fair-reason-other-table = 別の卓、別のゲーム、または別のルールの記録です。
fair-reason-attempt-number = 記録に{ $attempt }回目の配札がありません。
fair-reason-wrong-secret = { $attempt }回目の秘密の値が、サーバーが先に約束したものと違います。
fair-reason-wrong-share = { $attempt }回目の席{ $seat }の乱数が、先に約束されたものと違います。
fair-reason-wrong-seal = { $attempt }回目の封が、記録にある中身から導かれるものと違います。
fair-reason-wrong-call-off = { $attempt }回目は、乱数が届かなかった席とは別の席を理由に取りやめになっています。
fair-reason-attempt-open = { $attempt }回目の配札が、取りやめになっていないのに最後ではありません。
fair-reason-share-missing = { $attempt }回目は、約束された乱数がそろわないまま配られています。
fair-reason-operators-word = 運営者がそう言っているだけです。このブラウザは乱数を出していないので、最初の1枚の前に封を確かめていません。
fair-reason-seal-kept = 最初の1枚の前に確かめた封と、この記録の封が同じです。それまでの配り直しも、すべてこの封につながっています。
fair-reason-other-seal = この記録の封は、卓が示していた封と違います。
fair-reason-signed-twice = サーバーは、この記録とは別の封にも署名しています。手元の写しとこの記録を合わせれば、だれにでも示せる証拠になります。
fair-reason-attempt-missing = ブラウザが見た取りやめの1つが、記録にありません。
fair-reason-server-alone = 乱数を出した人はいません。サーバーだけで決めた配札です。
fair-reason-my-share = あなたの乱数が入っています。この画面が正直に乱数を選び、封がされるまで秘密にしていたなら、確かなことです。
fair-reason-not-my-share = 記録にある乱数が、あなたのブラウザが出したものと違います。
fair-reason-no-rules = ブラウザはルールを知りません。下のコマンドなら、ゲーム全体を再現して確かめられます。
fair-reason-seal-only = ブラウザが見くらべたのは封だけです。下のコマンドなら、手元の写しのすべての場面を見くらべられます。
fair-reason-no-copy = このブラウザには、ゲームの写しがありません。
fair-reason-wrong-digest = ダイジェストが合いません。記録のどこかが変えられています。
fair-reason-wrong-signature = 署名が合いません。記録のどこかが変えられています。
fair-reason-other-key = あなたの封とは別の鍵で署名されています。
fair-reason-own-key = このブラウザの知らない鍵で署名されています。
fair-reason-stolen-key = この鍵は盗まれたとサーバーが告げています。署名だけでは何の証明にもなりません。
fair-reason-signed = ブラウザが覚えているサーバーの鍵と、署名が合います。
fair-reason-never = どんな記録でも証明できません。
fair-record = 記録を保存
fair-copy = 手元の写しを保存
fair-copy-help = 写しには、あなたの乱数と封、ブラウザが見た{ $count }場面が入っています。
fair-command = 残りを確かめるには、2つのファイルを保存した場所で Tefuda を実行してください
fair-command-record = 残りを確かめるには、記録を保存した場所で Tefuda を実行してください
fair-key = すべてのカードを決める鍵

## 結果

result-title = ゲーム終了
result-won = { $who }の勝ち！
result-you-won = あなたの勝ち！
result-you-ranked = { $players }人中{ $rank }位{ $gap ->
        [0] 
       *[other] （1位と{ $gap }差）
    }
result-rounds = ラウンドごとの経過
result-round = ラウンド
result-shared = { $who }が同率1位
result-drawn = 引き分け
result-rank = { $rank }位
result-points = { $points }点
result-rematch = もう一回
result-rematch-go = 次の卓へ
result-rematch-change = 設定を変えてもう一回
result-replay = リプレイを見る
result-table = 卓を見る
result-show = 結果を見る
result-try = 次に試すなら：
result-home = ホームへ
result-record = ゲームの記録（テキスト）

## 何戦かの順位

series-title = 順位表
series-played = { $count ->
        [0] まだ終わったゲームはありません。
       *[other] { $count }戦を終えて
    }
series-rank = 順位
series-player = プレイヤー
series-change = 直前
series-wins = 勝ち
series-points = 点
series-not-in = 不参加
series-rule = 1ゲームごとに、自分より下の順位の人ひとりにつき2点、同じ順位の人ひとりにつき1点が入ります。点が並んだら、勝ちの多い人が上です。
series-games = ゲームの結果
series-game = { $number }戦目
series-won = { $who }の勝ち
series-level = 全員引き分け

## 再生

replay-title = リプレイ
replay-play = 再生
replay-pause = 一時停止
replay-back = 1手戻る
replay-forward = 1手進む
replay-place = 再生位置
replay-place-of = { $all }場面中{ $at }場面目
replay-speed = 速さ
replay-speed-value = { $speed }倍
replay-eyes = 視点
replay-eyes-spectator = 観戦者
replay-eyes-note = まだ非公開の情報があるため、自分の視点でだけ再生できます。
replay-empty = この卓では、まだ何も起きていません。
share-title = 場面を共有
share-moment = { $steps }場面中{ $step }場面目、{ $who }の視点へのリンクです。
share-moment-spectator = { $steps }場面中{ $step }場面目、観戦者の視点へのリンクです。
share-link = この場面へのリンク
share-public = 公開の卓なので、だれでもこのゲームのリプレイを見られます。
share-anyone = このリンクを知っている人は、だれでもこのゲームのすべてを見られます。全員の手札と名前も見えます。
share-private = 非公開の卓です。リンクを作ると、それを知っている人はこのゲームのすべてを見られます。全員の手札と名前も見えます。作ったことは、同じ卓の人にも伝わります。
share-make = リンクを作る
share-stop = リンクを無効にする
share-others = このゲームへのリンクを作った人：{ $who }

## 記録を確かめる

check-title = 記録を確かめる
check-about = ゲームのあとで保存した記録のファイルを確かめ、再生します。配札の計算、封、署名はこのブラウザの中で確かめ、そのあいだファイルはどこにも送られません。手と順位がルールどおりかどうかは、ルールを知っているサーバーか Tefuda のコマンドで確かめられます。プレイヤーが保存した写し（.json）は、その席から見えたとおりに再生します。
check-open = ファイルを選ぶ
check-choose = 記録のファイルを選ぶか、ここに置いてください
check-large = このファイルは、ゲームの記録にしては大きすぎます。
check-no-text = このファイルはテキストとして読めません。ゲームのあとで保存した記録（.txt）を選んでください。
check-unreadable = { $line }行目が、署名つきの記録の形式に合いません。ゲームのあとで保存した記録（.txt）を、変えずに選んでください。
check-file = { $file }：{ $players }人、卓 { $table }
check-rest = 手と順位は、このブラウザでは確かめていません。ルールを知っているサーバーか、下のコマンドで確かめられます。
check-send = サーバーで手と順位も確かめる
check-sending = サーバーが再現しています…
check-send-help = どちらも、ファイルをこのサーバーに送ります。サーバーはゲームを再現するだけで、ファイルを残しません。サーバーを信じずに確かめるには、下のコマンドを使ってください。
check-server = サーバーの答え（手と順位）：{ $verdict }
check-command = 残りを確かめるには、ファイルのある場所で Tefuda を実行してください
check-play = このゲームを再生する
check-back = 確認に戻る
check-too-long = このファイルは{ $most }バイトを超えているため、サーバーでは再現できません。下のコマンドで確かめられます。
check-not-shown = このファイルのゲームは表示できません。
check-shown-proven = ファイル { $file } のゲームです。サーバーの答えでは、手と順位はルールどおりです。
check-shown-unproven = 手と順位は確かめられていません：{ $why }
check-shown-false = この記録には誤りがあります：{ $why }
check-shown-until = ファイルにあるとおりに、そこまでを表示しています。
check-shown-copy = ファイル { $file } の写しです。一つの席から見えたことだけが入っています。内容は確かめられていません。

## ルール

rules-play = このゲームを遊ぶ

## 設定

settings-title = 設定
settings-language = 言語 / Language
settings-theme = テーマ
settings-theme-auto = 端末の設定に合わせる
settings-theme-light = ライト
settings-theme-dark = ダーク
settings-motion = アニメーション
settings-motion-auto = 端末の設定に合わせる
settings-motion-full = オン
settings-motion-calm = オフ
settings-sound = 音
settings-alerts = 自分の番を知らせる
settings-alerts-yes = ほかの画面を見ているあいだに番が来ると、ブラウザの通知でお知らせします。
settings-alerts-insecure = https で始まるアドレスか、サーバーを動かしている端末でのみ使えます。
settings-alerts-ask = ほかの画面を見ているときや、ページを閉じているあいだに番が来ると、通知でお知らせします。
settings-alerts-push-yes = ページを閉じていても、この端末にお知らせします。
settings-alerts-push-failed = ページを開いているあいだはお知らせします。閉じているあいだの通知は、ブラウザの配信サービスにつながらないため、いまは使えません。
settings-alerts-missing = このブラウザは通知に対応していません。iPhone や iPad では、先にこのページをホーム画面に追加してください。
settings-alerts-blocked = ブラウザがこのサイトの通知をブロックしています。ブラウザの設定で許可できます。
offer-alerts-done = 番が来たらお知らせします。
alert-turn = あなたの番です
settings-size = 文字の大きさ
settings-size-value = { $size }％
settings-helps = プレイ補助を表示
settings-helps-note = バースト率や待ちなど、見えている情報からわかること
settings-kept = この端末のこのブラウザにだけ保存されます。
own-title = このサーバーに残っているあなたの情報
own-text = 名前、卓と席、選んだ手、メモ、番を知らせるブラウザです。使われなくなった卓は、しばらくすると消えます。設定と配札の控えは、サーバーではなくこのブラウザにあります。
own-download = 残っている情報をダウンロード
own-delete = 情報を削除する
own-sure = 残っている情報を削除しますか？
own-effect = すべての席を立ち、そのあとはボットが代行します。1人で遊んだゲームは消えます。ほかの人とのゲームからは名前だけが消え、結果は残ります。元に戻すことはできません。
own-yes = すべて削除する
own-no = 残しておく
own-deleted = 削除しました。このサーバーにあなたの情報はもうありません。
about-title = 手札について
about-text = 「手札」は、非公式・非営利の卓です。文章も絵も音も、独自のものだけを使っています。
about-lead = 「手札（てふだ）」は、いまではほとんど遊べなくなった日本のカードゲーム5つを遊べる卓です。ひとりでボットと、あるいはリンクひとつで友だちと、ブラウザでもターミナルでも、日本語でも英語でも遊べます。
about-version = バージョン{ $version }
about-licence = 「手札」のコード・文章・絵は、Apache License 2.0のもとで公開しています。各ゲームの権利は、それぞれの作者と発行元にあります。
about-ours-title = 復元と当卓の裁定
about-ours = 元のゲームからわからないものは復元し、ルールブックに書かれていないことは当卓の裁定で補っていて、どちらも各ゲームのルールに記しています。
about-games = ゲームとクレジット
about-rules = { $game }のルール
about-notices-title = ほかの方の著作物
about-notices-text = 「手札」には、フォントの Noto Sans JP やフレームワークの Svelte などが、それぞれのライセンスのもとで含まれています。
about-notices = サードパーティーライセンス

## ふり返り

review-title = ふり返る
review-progress = 決定を分析中：{ $all }のうち{ $done }
review-seat = 見る人
review-decision = この決定の選択肢
review-decision-of = { $move }手目：{ $who }
review-played = 選んだ手
review-mark-mistake = ミス：{ $loss }の損
review-learn = このゲームから学べること
review-at = { $move }手目
review-good = { $all }回の決定のうち{ $good }回が最善か互角、ミス{ $mistakes }回
review-rule = ミスとは、その人が知っていたことから見て、最善より確実に、しかも{ $threshold }以上悪い手です。
review-marked = ミスと、流れの変わり目
review-move = 手
review-worth = 見込み
review-chart = 全員の見込みの移り変わり（{ $who }を強調）
review-mistake-mark = ミス
review-play-on = ここから続ける
review-play-on-help = { $who }の席で、ボットと。見えていなかったカードは配り直します
review-turning-mark = 変わり目

## レッスン

learn-title = レッスン：{ $game }
learn = レッスン
learn-game = { $game }のレッスン（{ $minutes }分）
learn-go-on = レッスンのつづき
learn-again = レッスンをもう一度
learn-minutes = { $minutes }分
learn-weight = むずかしさ{ $weight }（5段階）
learn-step = レッスン、{ $steps }のうち{ $step }
learn-next = つぎへ
learn-back = もどる
learn-show = どこを押す？
learn-skip = とばして本番へ
learn-skip-short = 本番へ
learn-real = 本番で遊ぶ
learn-restart = レッスンをはじめから
learn-more = もっと知る
learn-try = やってみる
learn-try-card = やってみる：{ $title }
learn-return = 前の画面へ
learn-close = 閉じる
learn-none = このサーバーには、このゲームのレッスンがありません。
learn-end = { $players }人中{ $rank }位で、レッスンはこれでおしまいです。本番で遊んでみましょう！

## しるしの説明

explain-mark = これは何？
explain-close = わかった
explain-again = しるしの説明をもう一度
`,me=`# What bots are called, on every screen
bot-names = Suzu Haru Nao Yuki Mitsu Aki Rin Rei Kei Sora

# How strong a bot plays, weakest first
level-random = random
level-easy = easy
level-medium = medium
level-hard = hard
level-heuristic = rule of thumb
`,he=`# ボットの名前：どの画面でも同じ
bot-names = すず はる なお ゆき みつ あき りん れい けい そら

# ボットの強さ
level-random = ランダム
level-easy = やさしい
level-medium = ふつう
level-hard = つよい
level-heuristic = 定石どおり
`,ge=`title = Doutotsu Kujan
tagline = Gather kana until they spell three animals, all at once. One colour scores more, but be quick: the first to go out wins the game.
feel = Three animals out of twelve cards
alike = rummy and mahjong`,_e=`title = ドウトツくじゃん
tagline = カタカナを集めて、動物を3つ一気に完成。一色でそろえれば高得点、早い者勝ち。
feel = 12枚で動物3つ
alike = ラミー、麻雀`,ve=`title = KOTODAMA KOGEN
tagline = Stack words, let them conjugate and modify each other, and empty your opponent’s score cards first.
feel = Words that conjugate are your cards
alike = trading card games`,ye=`title = KOTODAMA KOGEN
tagline = ことばを重ねて、活用させて、修飾して。相手の得点札を先になくそう。
feel = ことばを活用させるカードゲーム
alike = トレーディングカードゲーム`,be=`title = Kotori Atsume
tagline = Bid for little birds, no two alike. Get greedy and you bust; cage two of a kind and they quarrel.
feel = One more card, or stop?
alike = Blackjack and other push-your-luck games`,xe=`title = ことりあつめ
tagline = 競り落として、ちがうことりを集めよう。欲ばるとバースト、同じ鳥どうしはけんか。
feel = もう1枚、それともやめる？
alike = ブラックジャック、チキンレース系のゲーム`,Se=`title = Chicken or Llama: The Poker
tagline = Most llamas win, one chicken busts. Every note looks alike, until someone puts a secret crease in it.
feel = Bluff, with creased banknotes
alike = poker and liar’s dice`,Ce=`title = ニワトリかラマか ポーカー
tagline = ラマの多い人が勝ち、ニワトリが1枚でもあればバースト。お札はどれも同じ……だれかがこっそり折り目をつけるまでは。
feel = 折り目つきのお札でハッタリ
alike = ポーカー、ブラフ`,we=`title = Tezuma-shi
tagline = Trumps count only off suit. Pick your score table and your magic, then win just enough tricks.
feel = Win just as many tricks as you should
alike = Hearts and Skull King`,Te=`title = てづま師
tagline = 切り札はフォローしないときだけ光る。得点表と手妻を選んで、ちょうどよく勝とう。
feel = ちょうどよく勝つトリックテイキング
alike = ハーツ、スカルキング`,K=class{constructor(e){this.value=e}valueOf(){return this.value}},q=class extends K{constructor(e=`???`){super(e)}toString(e){return`{${this.value}}`}},J=class extends K{constructor(e,t={}){super(e),this.opts=t}toString(e){if(e)try{return e.memoizeIntlObject(Intl.NumberFormat,this.opts).format(this.value)}catch(t){e.reportError(t)}return this.value.toString(10)}},Y=class e extends K{static supportsValue(t){if(typeof t==`number`||t instanceof Date)return!0;if(t instanceof K)return e.supportsValue(t.valueOf());if(`Temporal`in globalThis){let e=globalThis.Temporal;if(t instanceof e.Instant||t instanceof e.PlainDateTime||t instanceof e.PlainDate||t instanceof e.PlainMonthDay||t instanceof e.PlainTime||t instanceof e.PlainYearMonth)return!0}return!1}constructor(t,n={}){t instanceof e?(n={...t.opts,...n},t=t.value):t instanceof K&&(t=t.valueOf()),typeof t==`object`&&`calendarId`in t&&n.calendar===void 0&&(n={...n,calendar:t.calendarId}),super(t),this.opts=n}[Symbol.toPrimitive](e){return e===`string`?this.toString():this.toNumber()}toNumber(){let e=this.value;if(typeof e==`number`)return e;if(e instanceof Date)return e.getTime();if(`epochMilliseconds`in e)return e.epochMilliseconds;if(`toZonedDateTime`in e)return e.toZonedDateTime(`UTC`).epochMilliseconds;throw TypeError(`Unwrapping a non-number value as a number`)}toString(e){if(e)try{return e.memoizeIntlObject(Intl.DateTimeFormat,this.opts).format(this.value)}catch(t){e.reportError(t)}return typeof this.value==`number`||this.value instanceof Date?new Date(this.value).toISOString():this.value.toString()}},Ee=100,De=`⁨`,Oe=`⁩`;function ke(e,t,n){return n===t||n instanceof J&&t instanceof J&&n.value===t.value||t instanceof J&&typeof n==`string`&&n===e.memoizeIntlObject(Intl.PluralRules,t.opts).select(t.value)}function Ae(e,t,n){return t[n]?X(e,t[n].value):(e.reportError(RangeError(`No default`)),new q)}function je(e,t){let n=[],r=Object.create(null);for(let i of t)i.type===`narg`?r[i.name]=Me(e,i.value):n.push(Me(e,i));return{positional:n,named:r}}function Me(e,t){switch(t.type){case`str`:return t.value;case`num`:return new J(t.value,{minimumFractionDigits:t.precision});case`var`:return Ne(e,t);case`mesg`:return Pe(e,t);case`term`:return Fe(e,t);case`func`:return Ie(e,t);case`select`:return Le(e,t);default:return new q}}function Ne(e,{name:t}){let n;if(e.params){if(Object.prototype.hasOwnProperty.call(e.params,t))n=e.params[t];else return new q(`$${t}`)}else if(e.args&&Object.prototype.hasOwnProperty.call(e.args,t))n=e.args[t];else return e.reportError(ReferenceError(`Unknown variable: $${t}`)),new q(`$${t}`);if(n instanceof K)return n;switch(typeof n){case`string`:return n;case`number`:return new J(n);case`object`:if(Y.supportsValue(n))return new Y(n);default:return e.reportError(TypeError(`Variable type not supported: $${t}, ${typeof n}`)),new q(`$${t}`)}}function Pe(e,{name:t,attr:n}){let r=e.bundle._messages.get(t);if(!r)return e.reportError(ReferenceError(`Unknown message: ${t}`)),new q(t);if(n){let i=r.attributes[n];return i?X(e,i):(e.reportError(ReferenceError(`Unknown attribute: ${n}`)),new q(`${t}.${n}`))}return r.value?X(e,r.value):(e.reportError(ReferenceError(`No value: ${t}`)),new q(t))}function Fe(e,{name:t,attr:n,args:r}){let i=`-${t}`,a=e.bundle._terms.get(i);if(!a)return e.reportError(ReferenceError(`Unknown term: ${i}`)),new q(i);if(n){let t=a.attributes[n];if(t){e.params=je(e,r).named;let n=X(e,t);return e.params=null,n}return e.reportError(ReferenceError(`Unknown attribute: ${n}`)),new q(`${i}.${n}`)}e.params=je(e,r).named;let o=X(e,a.value);return e.params=null,o}function Ie(e,{name:t,args:n}){let r=e.bundle._functions[t];if(!r)return e.reportError(ReferenceError(`Unknown function: ${t}()`)),new q(`${t}()`);if(typeof r!=`function`)return e.reportError(TypeError(`Function ${t}() is not callable`)),new q(`${t}()`);try{let t=je(e,n);return r(t.positional,t.named)}catch(n){return e.reportError(n),new q(`${t}()`)}}function Le(e,{selector:t,variants:n,star:r}){let i=Me(e,t);if(i instanceof q)return Ae(e,n,r);for(let t of n)if(ke(e,i,Me(e,t.key)))return X(e,t.value);return Ae(e,n,r)}function Re(e,t){if(e.dirty.has(t))return e.reportError(RangeError(`Cyclic reference`)),new q;e.dirty.add(t);let n=[],r=e.bundle._useIsolating&&t.length>1;for(let i of t)if(typeof i==`string`)n.push(e.bundle._transform(i));else{if(e.placeables++,e.placeables>Ee)throw e.dirty.delete(t),RangeError(`Too many placeables expanded: ${e.placeables}, max allowed is ${Ee}`);r&&n.push(De),n.push(Me(e,i).toString(e)),r&&n.push(Oe)}return e.dirty.delete(t),n.join(``)}function X(e,t){return typeof t==`string`?e.bundle._transform(t):Re(e,t)}var ze=class{constructor(e,t,n){this.dirty=new WeakSet,this.params=null,this.placeables=0,this.bundle=e,this.errors=t,this.args=n}reportError(e){if(!this.errors||!(e instanceof Error))throw e;this.errors.push(e)}memoizeIntlObject(e,t){let n=this.bundle._intls.get(e);n||(n={},this.bundle._intls.set(e,n));let r=JSON.stringify(t);return n[r]||(n[r]=new e(this.bundle.locales,t)),n[r]}};function Be(e,t){let n=Object.create(null);for(let[r,i]of Object.entries(e))t.includes(r)&&(n[r]=i.valueOf());return n}var Ve=[`unitDisplay`,`currencyDisplay`,`useGrouping`,`minimumIntegerDigits`,`minimumFractionDigits`,`maximumFractionDigits`,`minimumSignificantDigits`,`maximumSignificantDigits`];function He(e,t){let n=e[0];if(n instanceof q)return new q(`NUMBER(${n.valueOf()})`);if(n instanceof J)return new J(n.valueOf(),{...n.opts,...Be(t,Ve)});if(n instanceof Y)return new J(n.toNumber(),{...Be(t,Ve)});throw TypeError(`Invalid argument to NUMBER`)}var Ue=[`dateStyle`,`timeStyle`,`fractionalSecondDigits`,`dayPeriod`,`hour12`,`weekday`,`era`,`year`,`month`,`day`,`hour`,`minute`,`second`,`timeZoneName`];function We(e,t){let n=e[0];if(n instanceof q)return new q(`DATETIME(${n.valueOf()})`);if(n instanceof Y||n instanceof J)return new Y(n,Be(t,Ue));throw TypeError(`Invalid argument to DATETIME`)}var Ge=new Map;function Ke(e){let t=Array.isArray(e)?e.join(` `):e,n=Ge.get(t);return n===void 0&&(n=new Map,Ge.set(t,n)),n}var qe=class{constructor(e,{functions:t,useIsolating:n=!0,transform:r=e=>e}={}){this._terms=new Map,this._messages=new Map,this.locales=Array.isArray(e)?e:[e],this._functions={NUMBER:He,DATETIME:We,...t},this._useIsolating=n,this._transform=r,this._intls=Ke(e)}hasMessage(e){return this._messages.has(e)}getMessage(e){return this._messages.get(e)}addResource(e,{allowOverrides:t=!1}={}){let n=[];for(let r=0;r<e.body.length;r++){let i=e.body[r];if(i.id.startsWith(`-`)){if(t===!1&&this._terms.has(i.id)){n.push(Error(`Attempt to override an existing term: "${i.id}"`));continue}this._terms.set(i.id,i)}else{if(t===!1&&this._messages.has(i.id)){n.push(Error(`Attempt to override an existing message: "${i.id}"`));continue}this._messages.set(i.id,i)}}return n}formatPattern(e,t=null,n=null){if(typeof e==`string`)return this._transform(e);let r=new ze(this,n,t);try{return Re(r,e).toString(r)}catch(e){if(r.errors&&e instanceof Error)return r.errors.push(e),new q().toString(r);throw e}}},Je=/^(-?[a-zA-Z][\w-]*) *= */gm,Ye=/\.([a-zA-Z][\w-]*) *= */y,Xe=/\*?\[/y,Ze=/(-?[0-9]+(?:\.([0-9]+))?)/y,Qe=/([a-zA-Z][\w-]*)/y,$e=/([$-])?([a-zA-Z][\w-]*)(?:\.([a-zA-Z][\w-]*))?/y,et=/^[A-Z][A-Z0-9_-]*$/,tt=/([^{}\n\r]+)/y,nt=/([^\\"\n\r]*)/y,rt=/\\([\\"])/y,it=/\\u([a-fA-F0-9]{4})|\\U([a-fA-F0-9]{6})/y,at=/^\n+/,ot=/ +$/,st=/ *\r?\n/g,ct=/( *)$/,lt=/{\s*/y,ut=/\s*}/y,dt=/\[\s*/y,ft=/\s*] */y,pt=/\s*\(\s*/y,mt=/\s*->\s*/y,ht=/\s*:\s*/y,gt=/\s*,?\s*/y,_t=/\s+/y,vt=class{constructor(e){this.body=[],Je.lastIndex=0;let t=0;for(;;){let n=Je.exec(e);if(n===null)break;t=Je.lastIndex;try{this.body.push(s(n[1]))}catch(e){if(e instanceof SyntaxError)continue;throw e}}function n(n){return n.lastIndex=t,n.test(e)}function r(n,r){if(e[t]===n)return t++,!0;if(r)throw new r(`Expected ${n}`);return!1}function i(e,r){if(n(e))return t=e.lastIndex,!0;if(r)throw new r(`Expected ${e.toString()}`);return!1}function a(n){n.lastIndex=t;let r=n.exec(e);if(r===null)throw SyntaxError(`Expected ${n.toString()}`);return t=n.lastIndex,r}function o(e){return a(e)[1]}function s(e){let t=l(),n=c();if(t===null&&Object.keys(n).length===0)throw SyntaxError(`Expected message value or attributes`);return{id:e,value:t,attributes:n}}function c(){let e=Object.create(null);for(;n(Ye);){let t=o(Ye),n=l();if(n===null)throw SyntaxError(`Expected attribute value`);e[t]=n}return e}function l(){let r;if(n(tt)&&(r=o(tt)),e[t]===`{`||e[t]===`}`)return u(r?[r]:[],1/0);let i=x();return i?r?u([r,i],i.length):(i.value=S(i.value,at),u([i],i.length)):r?S(r,ot):null}function u(r=[],i){for(;;){if(n(tt)){r.push(o(tt));continue}if(e[t]===`{`){r.push(d());continue}if(e[t]===`}`)throw SyntaxError(`Unbalanced closing brace`);let a=x();if(a)r.push(a),i=Math.min(i,a.length);else break}let a=r.length-1,s=r[a];typeof s==`string`&&(r[a]=S(s,ot));let c=[];for(let e of r)e instanceof yt&&(e=e.value.slice(0,e.value.length-i)),e&&c.push(e);return c}function d(){i(lt,SyntaxError);let e=f();if(i(ut))return e;if(i(mt)){let t=h();return i(ut,SyntaxError),{type:`select`,selector:e,...t}}throw SyntaxError(`Unclosed placeable`)}function f(){if(e[t]===`{`)return d();if(n($e)){let[,e,t,n=null]=a($e);if(e===`$`)return{type:`var`,name:t};if(i(pt)){let r=p();if(e===`-`)return{type:`term`,name:t,attr:n,args:r};if(et.test(t))return{type:`func`,name:t,args:r};throw SyntaxError(`Function names must be all upper-case`)}return e===`-`?{type:`term`,name:t,attr:n,args:[]}:{type:`mesg`,name:t,attr:n}}return _()}function p(){let n=[];for(;;){switch(e[t]){case`)`:return t++,n;case void 0:throw SyntaxError(`Unclosed argument list`)}n.push(m()),i(gt)}}function m(){let e=f();return e.type===`mesg`&&i(ht)?{type:`narg`,name:e.name,value:_()}:e}function h(){let e=[],t=0,i;for(;n(Xe);){r(`*`)&&(i=t);let n=g(),a=l();if(a===null)throw SyntaxError(`Expected variant value`);e[t++]={key:n,value:a}}if(t===0)return null;if(i===void 0)throw SyntaxError(`Expected default variant`);return{variants:e,star:i}}function g(){i(dt,SyntaxError);let e;return e=n(Ze)?v():{type:`str`,value:o(Qe)},i(ft,SyntaxError),e}function _(){if(n(Ze))return v();if(e[t]===`"`)return y();throw SyntaxError(`Invalid expression`)}function v(){let[,e,t=``]=a(Ze),n=t.length;return{type:`num`,value:parseFloat(e),precision:n}}function y(){r(`"`,SyntaxError);let n=``;for(;;)if(n+=o(nt),e[t]===`\\`)n+=b();else{if(r(`"`))return{type:`str`,value:n};throw SyntaxError(`Unclosed string literal`)}}function b(){if(n(rt))return o(rt);if(n(it)){let[,e,t]=a(it),n=parseInt(e||t,16);return n<=55295||57344<=n?String.fromCodePoint(n):`�`}throw SyntaxError(`Unknown escape sequence`)}function x(){let n=t;switch(i(_t),e[t]){case`.`:case`[`:case`*`:case`}`:case void 0:return!1;case`{`:return C(e.slice(n,t))}return e[t-1]===` `&&C(e.slice(n,t))}function S(e,t){return e.replace(t,``)}function C(e){let t=e.replace(st,`
`),n=ct.exec(e)[1].length;return new yt(t,n)}}},yt=class{constructor(e,t){this.value=e,this.length=t}},bt=`modulepreload`,xt=function(e){return`/`+e},St={},Ct=function(e){return e.pathname.endsWith(`.css`)},wt=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},Z=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=xt(t,n);let r=s(t),i=Ct(r);return wt(St,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:bt,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})},Tt=Object.assign({"../words/en.ftl":fe,"../words/ja.ftl":pe}),Et=Object.assign({"../../../src/tefuda/engine/en.ftl":()=>Z(()=>import(`./en-BuMOIElB.js`).then(e=>e.default),[]),"../../../src/tefuda/engine/ja.ftl":()=>Z(()=>import(`./ja-YyC8zavZ.js`).then(e=>e.default),[])}),Dt=Object.assign({"../../../src/tefuda/bots/en.ftl":me,"../../../src/tefuda/bots/ja.ftl":he}),Ot=Object.assign({"../../../src/tefuda/games/doutotsu/en.ftl":()=>Z(()=>import(`./en-BMl65-57.js`).then(e=>e.default),[]),"../../../src/tefuda/games/doutotsu/ja.ftl":()=>Z(()=>import(`./ja-BLQoAJP6.js`).then(e=>e.default),[]),"../../../src/tefuda/games/kotodama/en.ftl":()=>Z(()=>import(`./en-pzMtljRf.js`).then(e=>e.default),[]),"../../../src/tefuda/games/kotodama/ja.ftl":()=>Z(()=>import(`./ja-Dk3DZpTm.js`).then(e=>e.default),[]),"../../../src/tefuda/games/kotori/en.ftl":()=>Z(()=>import(`./en-BAWy65YV.js`).then(e=>e.default),[]),"../../../src/tefuda/games/kotori/ja.ftl":()=>Z(()=>import(`./ja-Cqv4PGZb.js`).then(e=>e.default),[]),"../../../src/tefuda/games/llama/en.ftl":()=>Z(()=>import(`./en-BWrZ54T1.js`).then(e=>e.default),[]),"../../../src/tefuda/games/llama/ja.ftl":()=>Z(()=>import(`./ja-BCqOYBbV.js`).then(e=>e.default),[]),"../../../src/tefuda/games/tezuma/en.ftl":()=>Z(()=>import(`./en-BHf2Fpd4.js`).then(e=>e.default),[]),"../../../src/tefuda/games/tezuma/ja.ftl":()=>Z(()=>import(`./ja-DpFIhDA-.js`).then(e=>e.default),[])}),kt=Object.assign({"../../../src/tefuda/games/doutotsu/lesson.toml":2,"../../../src/tefuda/games/kotodama/lesson.toml":5,"../../../src/tefuda/games/kotori/lesson.toml":1,"../../../src/tefuda/games/llama/lesson.toml":3,"../../../src/tefuda/games/tezuma/lesson.toml":4}),At=Object.assign({"../../../src/tefuda/games/doutotsu/en.ftl":ge,"../../../src/tefuda/games/doutotsu/ja.ftl":_e,"../../../src/tefuda/games/kotodama/en.ftl":ve,"../../../src/tefuda/games/kotodama/ja.ftl":ye,"../../../src/tefuda/games/kotori/en.ftl":be,"../../../src/tefuda/games/kotori/ja.ftl":xe,"../../../src/tefuda/games/llama/en.ftl":Se,"../../../src/tefuda/games/llama/ja.ftl":Ce,"../../../src/tefuda/games/tezuma/en.ftl":we,"../../../src/tefuda/games/tezuma/ja.ftl":Te});function jt(e){return`more-${e.replace(`.`,`-`)}`}var Mt=class{language;bundle;named;explained;cards={};constructor(e,...t){this.language=e,this.bundle=new qe(e,{useIsolating:!1}),this.named=t.flatMap(e=>[...e.matchAll(/^face-([\w+-]+) =/gm)].map(([,e])=>e)),this.explained=t.flatMap(e=>[...e.matchAll(/^more-(\w+)-(\d+) =/gm)].map(([,e,t])=>`${e}.${t}`));for(let e of t)this.bundle.addResource(new vt(e),{allowOverrides:!0})}with(e){return this.cards=e,this}card(e){let t=this.cards[e];return t?this.say(t.name):this.say(`face-${e}`)}faces(){return[...new Set([...this.named,...Object.keys(this.cards)])]}get reads(){let e=this.faces();return e.length>0&&e.every(e=>this.cards[e]?.text)}number(e,t){let n=this.cards[e]?.text,r=n?.t===`words`?n.args?.[t]:void 0;return typeof r==`number`?r:void 0}text(e){let t=this.cards[e]?.text;return t?this.say(t):``}optionValue(e,t){let n=`option-${e}-${t}`;return this.has(n)?this.say(n):String(t)}has(e){return this.bundle.hasMessage(e)}say(e,t=[],n={}){if(typeof e!=`string`&&e.t===`text`)return e[this.language];let r=typeof e==`string`?e:e.id,i=typeof e==`string`?n:e.args??{},a=this.bundle.getMessage(r)?.value;if(a==null)return r;let o={};for(let[e,n]of Object.entries(i))o[e]=this.value(n,t);return this.bundle.formatPattern(a,o,[])}variables(e){let t=new Set,n=e=>{if(Array.isArray(e))return e.forEach(n);typeof e==`object`&&e&&(`type`in e&&e.type===`var`&&`name`in e&&t.add(String(e.name)),Object.values(e).forEach(n))};return n(this.bundle.getMessage(e)?.value),[...t]}value(e,t){return typeof e==`object`?e.t===`seat`?t[e.seat]||this.say(`seat`,t,{number:e.seat+1}):this.say(e,t):e}},Nt=Object.assign({"../games/doutotsu/en.ftl":()=>Z(()=>import(`./en-CRhKm7MY.js`).then(e=>e.default),[]),"../games/doutotsu/ja.ftl":()=>Z(()=>import(`./ja-C6I9i6LX.js`).then(e=>e.default),[]),"../games/kotodama/en.ftl":()=>Z(()=>import(`./en-fVTE1CC3.js`).then(e=>e.default),[]),"../games/kotodama/ja.ftl":()=>Z(()=>import(`./ja-DPFQ6lJ6.js`).then(e=>e.default),[]),"../games/kotori/en.ftl":()=>Z(()=>import(`./en-C4fG3MOd.js`).then(e=>e.default),[]),"../games/kotori/ja.ftl":()=>Z(()=>import(`./ja-CuwFSIbM.js`).then(e=>e.default),[]),"../games/llama/en.ftl":()=>Z(()=>import(`./en-Cl4U1MBO.js`).then(e=>e.default),[]),"../games/llama/ja.ftl":()=>Z(()=>import(`./ja-BCsrsyz2.js`).then(e=>e.default),[]),"../games/tezuma/en.ftl":()=>Z(()=>import(`./en-DUtStgdX.js`).then(e=>e.default),[]),"../games/tezuma/ja.ftl":()=>Z(()=>import(`./ja-DshHXnlA.js`).then(e=>e.default),[])});function Pt(e,t){return Object.entries(e).find(([e])=>e.endsWith(t))?.[1]}var Ft={};function It(e){let t=`/${e}.ftl`;return Ft[e]??=new Mt(e,...[Dt,Tt].flatMap(e=>Object.keys(e).filter(e=>e.endsWith(t)).map(t=>e[t])))}async function Lt(e,t){let n=`/${e}/${t}.ftl`,r=Pt(Ot,n),i=[Pt(Et,`/${t}.ftl`)?.(),r?r():G.messages(e,t),Pt(Nt,n)?.()];return new Mt(t,...(await Promise.all(i)).filter(e=>e!==void 0))}function Rt(e,t){return new Mt(t,Pt(At,`/${e}/${t}.ftl`)??``)}function zt(e){return Pt(kt,`/${e}/lesson.toml`)??1/0}function Bt(e){return[...e].sort((e,t)=>zt(e)===zt(t)?e.localeCompare(t):zt(e)-zt(t))}var Vt=Bt([...new Set(Object.keys(Ot).map(e=>e.split(`/`).at(-2)))]),Ht={ja:It(`ja`),en:It(`en`)},Ut=Object.fromEntries(Vt.map(e=>[e,{ja:Rt(e,`ja`),en:Rt(e,`en`)}])),Wt=te({}),Gt=new Set;function Q(e,t={}){return Ht[I.language].say(e,[],t)}function $(e,t){let n=Ut[e]?.[I.language]??Kt(e);return n?.has(t)?n.say(t):``}function Kt(e){return Jt(`${e}/${I.language}`,()=>Lt(e,I.language))}function qt(e){return Jt(`${e}/${I.language}/cards`,async()=>{let[t,{cards:n}]=await Promise.all([Lt(e,I.language),G.cards(e)]);return t.with(n)})}function Jt(e,t){return!Wt[e]&&!Gt.has(e)&&(Gt.add(e),t().then(t=>Wt[e]=t,()=>Gt.delete(e))),Wt[e]}function Yt({sounds:e},t){return e?e[t.words.id]:t.moves?.length?`card`:void 0}var Xt=Object.assign({"./doutotsu/index.ts":()=>Z(()=>import(`./doutotsu-CDXXGT7u.js`),__vite__mapDeps([0,1,2,3,4,5,6])),"./kotodama/index.ts":()=>Z(()=>import(`./kotodama-tI3TcIPB.js`),__vite__mapDeps([7,2,5,3,8,9,10,11,12])),"./kotori/index.ts":()=>Z(()=>import(`./kotori-DmASHRGp.js`),__vite__mapDeps([13,2,5,3,14])),"./llama/index.ts":()=>Z(()=>import(`./llama-C3l1cORP.js`),__vite__mapDeps([15,2,3,5,16])),"./tezuma/index.ts":()=>Z(()=>import(`./tezuma-Cz-3ERJj.js`),__vite__mapDeps([17,2,5,3,18]))});async function Zt(e){let t=Xt[`./${e}/index.ts`],[{DEFAULT:n},r]=await Promise.all([Z(()=>import(`./default-Ce53eM05.js`),__vite__mapDeps([19,2,4,3,1,20])),t?.()]);return{...n,...r?.art}}var Qt=60,$t=3600,en=24*$t,tn=[null,{kind:`reserve`,seconds:300,increment:5},{kind:`move`,seconds:30},{kind:`days`,seconds:en}],nn={reserve:[{id:`minutes`,low:1,high:60,unit:Qt},{id:`increment`,low:5,high:60,unit:1}],move:[{id:`seconds`,low:10,high:600,unit:1}],days:[{id:`days`,low:1,high:14,unit:en}]};function rn(e,[t=0,n=0]){let r=t*nn[e][0].unit;return e===`reserve`?{kind:e,seconds:r,increment:n}:{kind:e,seconds:r}}function an({kind:e,seconds:t,increment:n=0}){let r=t/nn[e][0].unit;return e===`reserve`?[r,n]:[r]}function on(e,t){return!e||!t?e===t:e.kind===t.kind&&e.seconds===t.seconds&&(e.increment??0)===(t.increment??0)}function sn(e,t){return e?e.kind===`move`?t(`clock-move`,{seconds:e.seconds}):e.kind===`days`?t(`clock-days`,{days:e.seconds/en}):t(`clock-reserve`,{minutes:e.seconds/Qt,seconds:e.increment??0}):t(`clock-none`)}function cn(e,t){return`${t(`clock-zero`)}${t(e.kind===`days`?`clock-runs-days`:`clock-runs`)}`}function ln(e,t){let n=Math.max(0,Math.ceil(e/1e3));if(n>=86400)return t(`clock-time-days`,{days:Math.floor(n/en),hours:Math.floor(n%en/$t)});let[r,i]=[Math.floor(n/$t),Math.floor(n%$t/Qt)],a=String(n%Qt).padStart(2,`0`);return r>0?`${r}:${String(i).padStart(2,`0`)}:${a}`:`${i}:${a}`}function un(e,t,n){let r=e.left[n]??-1;if(!(r<0))return n===e.running?Math.max(0,r-Math.max(0,t-e.grace)):r}var dn=1e4,fn=[10,30,60];function pn(e,t){return fn.find(n=>e>n*1e3&&t<=n*1e3)}var mn=[`ja`,`en`].map(e=>It(e).say(`bot-names`).split(` `));function hn(e,t){let n=Math.max(...mn.map(t=>t.indexOf(e)));return t(`bot-names`).split(` `)[n]??e}function gn(e,t,n=-1){let r=e.map((e,r)=>e.kind===`bot`?e.name?hn(e.name,t):t(`bot`):e.name?e.name:e.kind===`person`?t(r===n?`guest-you`:`guest`):t(`seat`,{number:r+1}));return r.map((e,t)=>r.filter(t=>t===e).length>1?`${e} ${r.slice(0,t+1).filter(t=>t===e).length}`:e)}function _n(e,t){let n=t(`level-${e}`);return n===`level-${e}`?e:n}function vn(e,t){let n,r=performance.now(),i=!1;function a(){if(clearTimeout(n),i||document.hidden)return;let t=performance.now()-r;n=setTimeout(()=>void o(),Math.max(0,e*(.8+.4*Math.random())-t))}async function o(){await t().catch(()=>void 0),r=performance.now(),a()}return a(),document.addEventListener(`visibilitychange`,a),()=>{i=!0,clearTimeout(n),document.removeEventListener(`visibilitychange`,a)}}function yn(e){let t=[...e].filter(e=>/[\p{L}\p{N}]/u.test(e));if(t.some(e=>e.charCodeAt(0)>11904))return t.slice(0,5);let n=e.split(/[^\p{L}\p{N}]+/u).filter(Boolean).map(e=>[...e][0].toUpperCase());return n.length>2?n.slice(0,5):t.slice(0,5).map(e=>e.toUpperCase())}function bn(e){return[...e].reduce((e,t)=>(e*31+t.charCodeAt(0))%360,7)}var xn=p(`<circle class="wave svelte-1hicap4"></circle>`),Sn=p(`<g><rect class="card svelte-1hicap4" x="-38" y="-54" width="76" height="108" rx="8"></rect><rect class="rim svelte-1hicap4" x="-32" y="-48" width="64" height="96" rx="5"></rect><text y="2" class="svelte-1hicap4"> </text></g>`),Cn=p(`<svg viewBox="0 0 440 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true" class="svelte-1hicap4"><defs><pattern width="40" height="20" patternUnits="userSpaceOnUse"></pattern></defs><rect class="felt svelte-1hicap4" width="440" height="200"></rect><rect width="440" height="200"></rect><circle class="sun svelte-1hicap4" cx="220" cy="104" r="92"></circle><!></svg>`);function wn(t,n){let a=F();P(n,!0);let s=M(()=>yn(n.title)),c=M(()=>bn(n.slug)),l=M(()=>(_(s).length-1)/2);var p=Cn();let m;var h=f(p),g=f(h);r(g,20,()=>[[0,20],[40,20],[20,30],[20,10]],([e,t])=>`${e} ${t}`,(t,n)=>{var a=M(()=>S(n,2));let s=()=>_(a)[0],c=()=>_(a)[1];var l=o(),u=e(l);r(u,16,()=>[18,12,6],e=>e,(e,t)=>{var n=xn();A(()=>{D(n,`cx`,s()),D(n,`cy`,c()),D(n,`r`,t)}),i(e,n)}),i(t,l)}),k(g),k(h);var v=N(h,2),y=N(v,2);r(y,17,()=>_(s),d,(e,t,n)=>{var r=Sn(),a=N(f(r),2),o=x(a,!0);k(r),A(e=>{D(r,`transform`,`translate(${220+(n-_(l))*62} ${e??``}) rotate(${(n-_(l))*9})`),u(o,_(t))},[()=>112+Math.abs(n-_(l))**2*7]),i(e,r)}),k(p),A(()=>{m=b(p,``,m,{"--hue":_(c)}),D(g,`id`,`${a}-waves`),D(v,`fill`,`url(#${a}-waves)`)}),i(t,p),E()}function Tn(n,r){P(r,!0);let a=M(()=>$(r.slug,`title`));var s=o(),c=e(s);ee(c,()=>Zt(r.slug),null,(n,s)=>{var c=M(()=>{var{picture:e}=_(s);return{Own:e}}),l=M(()=>_(c).Own),u=o(),d=e(u),f=t=>{var n=o(),r=e(n);m(r,()=>_(l),(e,t)=>{t(e,{})}),i(t,n)},p=e=>{wn(e,{get slug(){return r.slug},get title(){return _(a)}})};t(d,e=>{_(l)?e(f):e(p,-1)}),i(n,u)}),i(n,s),E()}var En=c(`<span aria-hidden="true">札</span>`);function Dn(e,t){let n=O(t,`stamped`,3,!1);var r=En();let a;A(()=>a=ne(r,1,`seal svelte-1htaaxd`,null,a,{stamped:n()})),i(e,r)}var On=c(`<header><a class="brand svelte-1h749wv" href="/"><!><span> </span><small class="svelte-1h749wv"> </small></a> <nav class="svelte-1h749wv"><button class="button quiet svelte-1h749wv"> </button> <a class="button quiet svelte-1h749wv" href="/settings"> </a></nav></header>`);function kn(e,t){P(t,!0);let n=O(t,`wide`,3,!1),r=M(()=>I.language===`ja`?`en`:`ja`);var o=On();let s;var c=f(o),l=f(c);Dn(l,{stamped:!0});var d=N(l),p=x(d,!0),m=N(d),h=x(m,!0);k(c);var g=N(c,2),v=f(g),y=x(v,!0),b=N(v,2),S=x(b,!0);k(g),k(o),A((e,t,i)=>{s=ne(o,1,`svelte-1h749wv`,null,s,{wide:n()}),u(p,e),u(h,t),D(v,`lang`,_(r)),u(y,_(r)===`ja`?`日本語`:`English`),u(S,i)},[()=>Q(`brand`),()=>Q(`brand-reading`),()=>Q(`table-settings`)]),a(`click`,v,()=>I.language=_(r)),i(e,o),E()}g([`click`]);var An=`tefuda-lessons`,jn=`done`;function Mn(){try{return JSON.parse(localStorage.getItem(An)??`{}`)}catch{return{}}}function Nn(e){let t=Mn()[e];return t===void 0?`new`:t===jn?`done`:`begun`}function Pn(){return Object.keys(Mn()).length===0}var Fn=class{game;card;#e=w();get step(){return _(this.#e)}set step(e){j(this.#e,e)}#t=w(!1);get shown(){return _(this.#t)}set shown(e){j(this.#t,e,!0)}place;constructor(e,t=``,n=``){this.game=e,this.card=t;let r=t?``:Mn()[e]??``;this.place=n||(r===jn?``:r)}take(e){e.step!==this.step?.step&&(this.shown=!1),this.step=e,this.place=e.place,this.keep(e.finished?jn:e.place)}restart(){this.keep(``),location.reload()}keep(e){if(!this.card)try{localStorage.setItem(An,JSON.stringify({...Mn(),[this.game]:e}))}catch{}}},In=c(`<i></i>`),Ln=c(`<span class="dots svelte-1w2hkeo" aria-hidden="true"></span> <span class="hidden"> </span>`,1),Rn=c(`<span class="hidden"> </span>`),zn=c(`<a class="button"> <small> </small> <!></a>`);function Bn(n,a){P(a,!0);let o=O(a,`weight`,3,!1),s={new:`learn`,begun:`learn-go-on`,done:`learn-again`};var c=zn(),l=f(c),p=N(l),m=x(p,!0),h=N(p,2),g=t=>{var n=Ln(),o=e(n);r(o,21,()=>({length:5}),d,(e,t,n)=>{var r=In();let o;A(()=>o=ne(r,1,`svelte-1w2hkeo`,null,o,{full:n<a.lesson.weight})),i(e,r)}),k(o);var s=N(o,2),c=x(s);A((e,t)=>{D(o,`title`,e),u(c,`${a.title??``}, ${t??``}`)},[()=>Q(`learn-weight`,{weight:a.lesson.weight}),()=>Q(`learn-weight`,{weight:a.lesson.weight})]),i(t,n)},_=e=>{var t=Rn(),n=x(t,!0);A(()=>u(n,a.title)),i(e,t)};t(h,e=>{o()?e(g):e(_,-1)}),k(c),A((e,t)=>{D(c,`href`,`/learn/${a.slug??``}`),u(l,`${e??``} `),u(m,t)},[()=>Q(s[Nn(a.slug)]),()=>Q(`learn-minutes`,{minutes:a.lesson.minutes})]),i(n,c),E()}var Vn=c(`<p class="offer svelte-dstu9e"><a class="button primary"> </a></p>`);function Hn(n,r){P(r,!0);let a=M(()=>(r.games??[]).filter(e=>e.lesson!==null).sort((e,t)=>e.lesson.order-t.lesson.order)[0]);var s=o(),c=e(s),l=e=>{var t=Vn(),n=f(t),r=x(n,!0);k(t),A(e=>{D(n,`href`,`/learn/${_(a).slug??``}`),u(r,e)},[()=>Q(`learn-game`,{game:$(_(a).slug,`title`),minutes:_(a).lesson.minutes})]),i(e,t)},d=M(()=>_(a)&&Pn());t(c,e=>{_(d)&&e(l)}),i(n,s),E()}var Un=c(`<strong class="turn svelte-et6md"> </strong>`),Wn=c(`<a class="button"> </a>`),Gn=c(`<li class="row svelte-et6md"><strong> </strong> <span class="soft small"><!> </span> <span class="links row svelte-et6md"></span></li>`),Kn=c(`<div class="trouble row" role="alert"><p> </p> <button class="button"> </button></div>`),qn=c(`<section aria-labelledby="running" class="svelte-et6md"><h2 id="running"> </h2> <p class="hidden" role="status"> </p> <ul class="tables svelte-et6md"></ul></section>`),Jn=c(`<section aria-labelledby="open" class="svelte-et6md"><h2 id="open"> </h2> <ul class="tables svelte-et6md"></ul></section>`),Yn=c(`<i></i>`),Xn=c(`· <span class="weight svelte-et6md" role="img"></span>`,1),Zn=c(`<p class="soft small"> <!><!></p>`),Qn=c(`<p class="soft small"> </p>`),$n=c(`<div class="row buttons svelte-et6md"><button class="button primary svelte-et6md"> <small class="svelte-et6md"> </small><span class="hidden"> </span></button> <!> <button class="button"> <span class="hidden"> </span></button></div>`),er=c(`<a class="svelte-et6md"> <span class="hidden"> </span></a>`),tr=c(`<a class="svelte-et6md"> </a>`),nr=c(`<li class="sheet game svelte-et6md"><div class="picture svelte-et6md"><!></div> <div class="words svelte-et6md"><div class="svelte-et6md"><h2 class="svelte-et6md"> </h2> <!></div> <p class="feel svelte-et6md"> </p> <!> <!> <p class="row more svelte-et6md"><!> <a class="svelte-et6md"> <span class="hidden"> </span></a> <!></p></div></li>`),rr=c(`<section aria-labelledby="finished" class="svelte-et6md"><h2 id="finished"> </h2> <ul class="tables svelte-et6md"></ul></section>`),ir=c(`<!> <main class="page svelte-et6md"><div class="lead svelte-et6md"><h1 class="svelte-et6md"> </h1> <p class="soft"> </p> <p class="offline svelte-et6md" role="status"> </p> <!></div> <!> <!> <!> <ul class="games svelte-et6md"></ul> <!> <footer class="soft small row svelte-et6md"><p> </p> <a href="/about" class="svelte-et6md"> </a></footer></main>`,1);function ar(c,l){P(l,!0);let p=w(void 0),m=w(void 0),g=w([]),v=M(()=>_(g).filter(e=>!_(m)?.tables.some(t=>t.id===e.id&&t.you>=0))),b=w(``),T=w(!1),O=w(!1),te=M(()=>_(p)?Bt(_(p).map(e=>e.slug)):Vt);async function F(){j(b,``);try{await(async e=>{var t=S(e,2);j(p,t[0]),j(m,t[1])})(await Promise.all([G.games(),G.me()])),j(g,await G.openTables()),j(T,!1)}catch(e){I(e),_(T)||j(b,L(e),!0)}}F();function I(e){j(T,e instanceof U&&e.status===0,!0)}async function re(){j(m,await G.me())}s(()=>vn(5e3,async()=>{if(_(T))return F();try{j(g,await G.openTables())}catch(e){I(e)}}));function L(e){return e instanceof U&&e.status?e.message:Q(`unreachable`)}function ie(e){let t=_(p)?.find(t=>t.slug===e);return t?Math.max(t.fewest,Math.min(3,t.most)):3}function ae(e){return e.fewest===e.most?Q(`new-players-count`,{count:e.most}):Q(`players-range`,{low:e.fewest,high:e.most})}async function oe(e,t){j(O,!0);try{j(p,_(p)??await G.games());let n={kind:t?`open`:`bot`},r=[{kind:`me`},...Array.from({length:ie(e)-1},()=>n)],{pledgeFor:i}=await Z(async()=>{let{pledgeFor:e}=await import(`./pledging-CuS1F-9T.js`);return{pledgeFor:e}},__vite__mapDeps([21,22])),a=await G.open({game:e,seats:r,deal:!t,pledge:i({game:e})});H.go(`/table/${a.id}`)}catch(e){j(b,L(e),!0)}finally{j(O,!1)}}let R=M(()=>(_(m)?.tables??[]).filter(e=>e.phase!==`over`).sort((e,t)=>Number(t.your_turn)-Number(e.your_turn))),z=M(()=>_(R).filter(e=>e.your_turn).length),B=M(()=>_(R).length>0);s(()=>_(B)?vn(1e4,re):void 0);let V=M(()=>(_(m)?.tables??[]).filter(e=>e.phase===`over`).slice(0,5));function se(e){return e.you>=0&&e.next!==null&&!_(m)?.tables.some(({id:t})=>t===e.next)}function W(e){return e.sitters.some(e=>(e.kind??`open`)===`open`)}function ce(e){let t=`you`in e?e.you:-1,n=e.sitters.filter(e=>(e.kind??`open`)===`open`).length,r=gn(e.sitters,Q).filter((n,r)=>r!==t&&(e.sitters[r]?.kind??`open`)!==`open`),i=n?[Q(`seats-free`,{count:n})]:[];return e.locked&&i.push(Q(`home-locked`)),[...r,...i].join(Q(`brand`)===`手札`?`、`:`, `)}s(()=>{document.title=`${_(z)?`● `:``}${Q(`brand`)} ${Q(`brand-reading`)}`});var le=ir();h(`online`,y,()=>void F()),h(`offline`,y,()=>j(T,!0));var ue=e(le);kn(ue,{wide:!0});var de=N(ue,2);{let s=(e,a=C,o=C)=>{var s=Gn(),c=f(s),l=x(c,!0),d=N(c,2),p=f(d),m=e=>{var t=Un(),n=x(t,!0);A(e=>u(n,e),[()=>Q(`table-your-turn`)]),i(e,t)},h=e=>{var t=n();A(e=>u(t,e),[()=>Q(`phase-${a().phase}`)]),i(e,t)};t(p,e=>{`your_turn`in a()&&a().your_turn?e(m):e(h,-1)});var g=N(p);k(d);var v=N(d,2);r(v,21,o,e=>e.href,(e,t)=>{var n=Wn(),r=x(n,!0);A(()=>{D(n,`href`,_(t).href),u(r,_(t).label)}),i(e,n)}),k(v),k(s),A((e,t,n)=>{u(l,e),u(g,` · ${t??``}${n??``}`)},[()=>$(a().game,`title`),()=>ce(a()),()=>a().clock?` · ${sn(a().clock,Q)}`:``]),i(e,s)};var fe=f(de),pe=f(fe),me=x(pe,!0),he=N(pe,2),ge=x(he,!0),_e=N(he,2),ve=x(_e,!0),ye=N(_e,2),be=e=>{Hn(e,{get games(){return _(p)}})};t(ye,e=>{_(T)||e(be)}),k(fe);var xe=N(fe,2),Se=e=>{var t=Kn(),n=f(t),r=x(n,!0),o=N(n,2),s=x(o,!0);k(t),A(e=>{u(r,_(b)),u(s,e)},[()=>Q(`try-again`)]),a(`click`,o,F),i(e,t)};t(xe,e=>{_(b)&&e(Se)});var Ce=N(xe,2),we=e=>{var t=qn(),n=f(t),a=x(n,!0),o=N(n,2),c=x(o,!0),l=N(o,2);r(l,21,()=>_(R),e=>e.id,(e,t)=>{{let n=M(()=>[{href:`/table/${_(t).id}`,label:Q(`home-open`)}]);s(e,()=>_(t),()=>_(n))}}),k(l),k(t),A((e,t)=>{u(a,e),u(c,t)},[()=>Q(`home-running`),()=>_(z)?Q(`home-turns`,{count:_(z)}):``]),i(e,t)};t(Ce,e=>{_(R).length&&!_(T)&&e(we)});var Te=N(Ce,2),K=e=>{var t=Jn(),n=f(t),a=x(n,!0),o=N(n,2);r(o,21,()=>_(v),e=>e.id,(e,t)=>{{let n=M(()=>[..._(t).phase===`open`&&!_(t).locked&&W(_(t))?[{href:`/join/${_(t).id}/public`,label:Q(`home-join`)}]:[],{href:`/table/${_(t).id}`,label:Q(`home-watch`)}]);s(e,()=>_(t),()=>_(n))}}),k(o),k(t),A(e=>u(a,e),[()=>Q(`home-public`)]),i(e,t)};t(Te,e=>{_(v).length&&!_(T)&&e(K)});var q=N(Te,2);r(q,20,()=>_(te),e=>e,(s,c)=>{let l=M(()=>_(p)?.find(e=>e.slug===c)),m=M(()=>$(c,`title`));var h=nr(),g=f(h);Tn(f(g),{get slug(){return c}}),k(g);var v=N(g,2),y=f(v),b=f(y),S=x(b,!0),C=N(b,2),w=a=>{var o=Zn(),s=f(o,!0),c=N(s),p=e=>{var t=n();A(e=>u(t,`· ${e??``}`),[()=>Q(`home-minutes`,{minutes:_(l).playing_time})]),i(e,t)};t(c,e=>{_(l).playing_time&&e(p)});var m=N(c),h=t=>{var n=Xn(),a=N(e(n));r(a,20,()=>({length:5}),d,(e,t,n)=>{var r=Yn();let a;A(()=>a=ne(r,1,`svelte-et6md`,null,a,{full:n<_(l).lesson.weight})),i(e,r)}),k(a),A(e=>D(a,`aria-label`,e),[()=>Q(`learn-weight`,{weight:_(l).lesson.weight})]),i(t,n)};t(m,e=>{_(l).lesson&&e(h)}),k(o),A(e=>u(s,e),[()=>ae(_(l))]),i(a,o)};t(C,e=>{_(l)&&e(w)}),k(y);var E=N(y,2),te=x(E,!0),j=N(E,2),P=e=>{var t=Qn(),n=x(t,!0);A(e=>u(n,e),[()=>Q(`home-alike`,{games:$(c,`alike`)})]),i(e,t)},F=M(()=>$(c,`alike`));t(j,e=>{_(F)&&e(P)});var I=N(j,2),re=e=>{var n=$n(),r=f(n),o=f(r,!0),s=N(o),d=x(s,!0),p=N(s),h=x(p,!0);k(r);var g=N(r,2),v=e=>{Bn(e,{get slug(){return c},get title(){return _(m)},get lesson(){return _(l).lesson}})};t(g,e=>{_(l)?.lesson&&e(v)});var y=N(g,2),b=f(y,!0),S=N(b),C=x(S,!0);k(y),k(n),A((e,t,n)=>{r.disabled=_(O),u(o,e),u(d,t),u(h,_(m)),y.disabled=_(O),u(b,n),u(C,_(m))},[()=>Q(`home-play`),()=>Q(`home-play-note`,{bots:ie(c)-1}),()=>Q(`home-invite`)]),a(`click`,r,()=>oe(c,!1)),a(`click`,y,()=>oe(c,!0)),i(e,n)};t(I,e=>{_(T)||e(re)});var L=N(I,2),R=f(L),z=e=>{var t=er(),n=f(t,!0),r=N(n),a=x(r,!0);k(t),A(e=>{D(t,`href`,`/new/${c??``}`),u(n,e),u(a,_(m))},[()=>Q(`home-options`)]),i(e,t)};t(R,e=>{_(T)||e(z)});var B=N(R,2),V=f(B,!0),H=N(V),se=x(H,!0);k(B);var U=N(B,2);ee(U,()=>Zt(c),null,(n,r)=>{var a=o(),s=e(a),l=e=>{var t=tr(),n=x(t,!0);A(e=>{D(t,`href`,`/decks/${c??``}`),u(n,e)},[()=>Q(`home-decks`)]),i(e,t)};t(s,e=>{_(r).page&&e(l)}),i(n,a)}),k(L),k(v),k(h),A((e,t)=>{u(S,_(m)),u(te,e),D(B,`href`,`/rules/${c??``}`),u(V,t),u(se,_(m))},[()=>$(c,`feel`)||$(c,`tagline`),()=>Q(`home-rules`)]),i(s,h)}),k(q);var J=N(q,2),Y=e=>{var t=rr(),n=f(t),a=x(n,!0),o=N(n,2);r(o,21,()=>_(V),e=>e.id,(e,t)=>{{let n=M(()=>[...se(_(t))?[{href:`/table/${_(t).id}`,label:Q(`result-rematch-go`)}]:[],{href:`/replay/${_(t).id}`,label:Q(`home-watch-replay`)}]);s(e,()=>_(t),()=>_(n))}}),k(o),k(t),A(e=>u(a,e),[()=>Q(`home-finished`)]),i(e,t)};t(J,e=>{_(V).length&&!_(T)&&e(Y)});var Ee=N(J,2),De=f(Ee),Oe=x(De,!0),ke=N(De,2),Ae=x(ke,!0);k(Ee),k(de),A((e,t,n,r,i)=>{u(me,e),u(ge,t),u(ve,n),u(Oe,r),u(Ae,i)},[()=>Q(`home-lead`),()=>Q(`home-sub`),()=>_(T)?Q(`home-offline`):``,()=>Q(`about-text`),()=>Q(`about-title`)])}i(c,le),E()}g([`click`]);var or=c(`<main class="page"><p class="trouble" role="alert"> </p> <p><button class="button"> </button></p></main>`),sr=c(`<!> <main class="page stack"><p> </p> <p><a href="/"> </a></p></main>`,1);function cr(n,r){P(r,!0);let c={settings:()=>Z(()=>import(`./SettingsPage-B-zvdAUu.js`),__vite__mapDeps([23,2,24,4,10,11,25,26,27])),about:()=>Z(()=>import(`./About-CdAn9Dxf.js`),__vite__mapDeps([28,2,29])),check:()=>Z(()=>import(`./Check-B4F4szPq.js`),__vite__mapDeps([30,2,31,4,3,8,9,22,24,32,33,1,10,11,34,35,36,37,38,39])),new:()=>Z(()=>import(`./NewTable-CA-Z9eNZ.js`),__vite__mapDeps([40,2,41,42,43,44])),join:()=>Z(()=>import(`./Join-CdhN0l9Y.js`),__vite__mapDeps([45,2,46,42,47,10,11,36,4,37,48])),table:()=>Z(()=>import(`./TablePage-0VFcV_7r.js`),__vite__mapDeps([49,2,4,31,3,8,9,22,24,32,46,42,47,50,1,34,35,10,11,51,52,25,26,36,37,53,41,43,54])),replay:()=>Z(()=>import(`./Replay-Be6brC8Z.js`),__vite__mapDeps([33,2,1,3,31,4,8,9,22,24,32,10,11,34,35,36,37,38])),learn:()=>Z(()=>import(`./LessonPage-BMpafQGg.js`),__vite__mapDeps([55,2,4,31,3,8,9,22,24,32,50,1,34,35,47,10,11,51,52,25,26,36,37,53])),decks:()=>Z(()=>import(`./Decks-CYnmys2-.js`),__vite__mapDeps([56,2])),rules:()=>Z(()=>import(`./Rules-BORvhmss.js`),__vite__mapDeps([57,2,51,4,34,3,1,35,52,36,37,58]))};re();let l=w(!1),d=w(void 0),p=w(`home`);s(()=>{let e=H.route.page;j(l,!1),e===`home`||e===`nowhere`?j(p,e,!0):c[e]().then(t=>{H.route.page===e&&(j(d,t.default),j(p,e,!0))},()=>j(l,!0))});let g=M(()=>H.route),y=M(()=>`table`in _(g)?`${_(g).page}/${_(g).table}`:`game`in _(g)?`${_(g).page}/${_(g).game}/${`card`in _(g)?_(g).card:``}`:``),b=``;s(()=>{let e=`${_(p)} ${_(y)}`;_(p)===_(g).page&&e!==b&&(b&&setTimeout(()=>ie()),b=e)});var S=o();h(`click`,v,function(...e){se?.apply(this,e)});var C=e(S),ee=e=>{var t=or(),n=f(t),r=x(n,!0),o=N(n,2),s=f(o),c=x(s,!0);k(o),k(t),A((e,t)=>{u(r,e),u(c,t)},[()=>Q(`asset-failed`),()=>Q(`reload`)]),a(`click`,s,()=>location.reload()),i(e,t)},D=n=>{var r=o(),a=e(r),s=e=>{ar(e,{})},c=t=>{var n=sr(),r=e(n);kn(r,{});var a=N(r,2),o=f(a),s=x(o,!0),c=N(o,2),l=f(c),d=x(l,!0);k(c),k(a),A((e,t)=>{u(s,e),u(d,t)},[()=>Q(`nowhere`),()=>Q(`back-home`)]),i(t,n)},l=t=>{var n=o(),r=e(n);T(r,()=>_(y),t=>{var n=o(),r=e(n);m(r,()=>_(d),(e,t)=>{t(e,{get route(){return _(g)}})}),i(t,n)}),i(t,n)};t(a,e=>{_(g).page===`home`?e(s):_(g).page===`nowhere`?e(c,1):_(d)&&e(l,2)}),i(n,r)};t(C,e=>{_(l)?e(ee):_(p)===_(g).page&&e(D,1)}),i(n,S),E()}g([`click`]);var lr=3e3;function ur(){return isSecureContext&&`serviceWorker`in navigator}async function dr(){return await navigator.serviceWorker.register(`/worker.js`),navigator.serviceWorker.ready}function fr(){let{saveData:e=!1}=navigator.connection??{};ur()&&!e&&addEventListener(`load`,()=>setTimeout(()=>void navigator.serviceWorker.register(`/worker.js`).catch(()=>void 0),lr))}var pr=document.getElementById(`app`);pr.replaceChildren(),pr.dataset.open=``,l(cr,{target:pr}),fr(),Z(()=>Promise.resolve({}),__vite__mapDeps([59]));export{jt as A,Yt as C,qt as D,Q as E,oe as F,U as M,G as N,Vt as O,H as P,Zt as S,Kt as T,cn as _,kn as a,on as b,hn as c,nn as d,tn as f,an as g,pn as h,Fn as i,Z as j,Bt as k,_n as l,un as m,dr as n,Dn as o,dn as p,Bn as r,vn as s,ur as t,gn as u,rn as v,$ as w,ln as x,sn as y};