"""Lessons over WebSockets: one session per connection, in memory; nothing is stored.

A session uses the messages of a table, so clients show it as one.  It plays the opponents' commands after the usual
delay of bots; the client keeps its `place`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tefuda.bots.fair_queue import Asker
from tefuda.bots.players import bot_names
from tefuda.server.bots.bot_service import BotService
from tefuda.server.clock import pause
from tefuda.server.errors import ServerError
from tefuda.server.metrics import Metrics
from tefuda.server.protocol.common import ErrorMessage, TableInfo
from tefuda.server.protocol.http import LessonInfo
from tefuda.server.protocol.messages import (
    Done,
    FromLesson,
    Go,
    LessonStep,
    Ping,
    Play,
    Pong,
    Presence,
    Refused,
    TableUpdate,
    ToLesson,
    Touch,
    Welcome,
)
from tefuda.server.settings import Settings
from tefuda.server.tables.connection import Connection
from tefuda.server.tables.serialization import encoded
from tefuda.table.lesson import BadPlace, LessonRun, Reply
from tefuda.table.lesson_script import LEARNER, Lesson, LessonScript, lesson_of, script_of


def script_here(settings: Settings, slug: str) -> LessonScript | None:
    """Return the script of a game's lesson; None for an unknown game, or one played here with other cards."""
    package = settings.games.get(slug)
    return None if package is None or slug in settings.cards else script_of(package)


def lesson_info(settings: Settings, slug: str) -> LessonInfo | None:
    """Return the description of a game's lesson, None if it has none."""
    script = script_here(settings, slug)
    return None if script is None else LessonInfo(script.minutes, script.weight, script.order)


def check_lesson(settings: Settings, slug: str, card: str) -> None:
    """Raise ServerError unless the game has a lesson on this server ("") or a demonstration of the clause `card`."""
    script = script_here(settings, slug)
    if script is None or (card and card not in script.more):
        raise ServerError("no-such-lesson")


def opened_lesson(settings: Settings, slug: str, card: str) -> Lesson:
    """Return a lesson or demonstration that this server has; its game must be open."""
    lesson = lesson_of(settings.games[slug], card)
    assert lesson is not None
    return lesson


def first_sights(settings: Settings, slug: str, language: str) -> dict[str, TableUpdate]:
    """Return the first view of each demonstration of a game, by clause; the game must be open."""
    script, names = script_here(settings, slug), bot_names(language)
    cards = script.more if script is not None else ()
    return {card: table_update(LessonRun(opened_lesson(settings, slug, card), names)) for card in cards}


def table_update(run: LessonRun) -> TableUpdate:
    """Return the latest change of a lesson as the message of a table."""
    update = run.update
    return TableUpdate(update.version, update.turn, update.sitters, update.events, update.view)


class LessonSession:
    """One learner's lesson on one connection.

    `charge` raises ServerError if the address of the client has sent too much.
    """

    def __init__(
        self,
        lesson: Lesson,
        connection: Connection,
        place: str,
        bot_service: BotService,
        settings: Settings,
        metrics: Metrics,
        charge: Callable[[], None],
    ) -> None:
        self._connection, self._bot_service = connection, bot_service
        self._settings, self._metrics, self._charge = settings, metrics, charge
        self._level = bot_service.levels(lesson.game.slug)[0]
        names = bot_names(connection.language)
        try:
            self._run = LessonRun(lesson, names, place, level=self._level)
        except BadPlace:  # from an earlier version of the lesson
            self._run = LessonRun(lesson, names, level=self._level)
        if lesson.script.free_play:
            bot_service.prepare(lesson.game.package)
        self._mover: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Send `welcome` and the state of the lesson."""
        update = self._run.update
        info = TableInfo(
            id="",
            game=self._run.game.slug,
            options=self._run.game.options,
            public=False,
            phase="over" if self._run.state.is_terminal else "playing",
            sitters=update.sitters,
            created=0,
            you=LEARNER,
            host=False,
        )
        presence = tuple(Presence("here" if sitter.kind == "person" else "bot") for sitter in update.sitters)
        self._send(Welcome(info, presence, "", table_update(self._run)))
        self._send(self._step())
        self._schedule()

    def close(self) -> None:
        """Stop the opponents."""
        if self._mover is not None:
            self._mover.cancel()
            self._mover = None

    async def handle(self, message: ToLesson) -> None:
        """Carry out a message and answer it, or refuse it."""
        if isinstance(message, Ping):
            self._send(Pong(message.id))
            return
        try:
            self._charge()
        except ServerError as server_error:
            self._send(Refused(message.id, server_error.to_message(self._connection.language)))
            return
        before = self._run.update.version
        reply = self._carry_out(message)
        if self._run.update.version != before:
            self._send(table_update(self._run))
        if reply.accepted:
            self._send(Done(message.id, self._run.update.version))
        else:
            self._send(Refused(message.id, ErrorMessage(reply.message, reply.clause)))
        self._send(self._step())
        self._schedule()

    def _carry_out(self, message: Play | Go | Touch) -> Reply:
        run, language = self._run, self._connection.language
        match message:
            case Play():
                if message.turn != len(run.state.history):
                    stale = ServerError("stale-turn").to_message(language)
                    return Reply(accepted=False, message=stale.message)
                return run.press(" ".join(message.actions), language)
            case Touch():
                return run.press_card(message.handle, language)
            case Go(to="next"):
                return Reply(accepted=run.next(), message=run.text(language))
            case Go():
                self.close()
                run.back()
        return Reply(accepted=True)

    # ------------------------------------------------------------ opponents

    def _schedule(self) -> None:
        """Let the opponents move if it is their turn, unless they are about to."""
        if self._mover is None and (self._run.opponents_move or self._run.bot_moves):
            self._mover = asyncio.create_task(self._move())

    async def _move(self) -> None:
        """Play the opponents' commands, each after the delay of bots, until the learner is to read or to act."""
        try:
            while self._run.opponents_move or self._run.bot_moves:
                await pause(self._settings.clock, self._settings.bot_delay)
                if self._run.opponents_move:
                    self._run.advance()
                else:
                    asker = Asker(None, address=self._connection.address)
                    self._run.play_bot(await self._bot_service.choose(self._run.state, self._level, asker))
                self._send(table_update(self._run))
                self._send(self._step())
        except Exception as error:
            self._metrics.count_exception(error, "/ws/lessons")
        finally:
            if self._mover is asyncio.current_task():
                self._mover = None

    # ------------------------------------------------------------- messages

    def _step(self) -> LessonStep:
        run, step = self._run, self._run.step
        return LessonStep(
            version=run.update.version,
            step=run.number,
            steps=len(run.lesson.steps),
            place=run.place,
            words=run.words,
            clauses=step.clauses if step is not None else (),
            points=run.points,
            expected=run.expected,
            next=step is not None and not step.asks,
            touch=run.look.handles if run.look is not None else (),
            ring=run.ring,
            free=run.free,
            finished=run.finished,
        )

    def _send(self, message: FromLesson) -> None:
        self._connection.send(encoded(message))
