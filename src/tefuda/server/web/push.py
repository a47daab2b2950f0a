"""Requests about push messages: the key to subscribe with, and the subscriptions of browsers."""

from __future__ import annotations

from collections.abc import Mapping

from tefuda.server.errors import ServerError
from tefuda.server.protocol.http import PushKey, Subscribe
from tefuda.server.push.push_endpoint import parse_endpoint
from tefuda.server.push.web_push import AUTH_BYTES, decoded, is_public_key
from tefuda.server.settings import Settings
from tefuda.server.store.stored_data import PushSubscription
from tefuda.server.tables.table_registry import TableRegistry
from tefuda.server.web.api import Answer, ApiCall


class PushRequests:
    """Answers requests about push messages."""

    def __init__(self, settings: Settings, registry: TableRegistry) -> None:
        self._settings, self._registry = settings, registry

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What answers each endpoint, by its name."""
        return {"push": self.key, "subscribe": self.subscribe, "unsubscribe": self.unsubscribe}

    async def key(self, call: ApiCall) -> PushKey:
        return PushKey(self._registry.services.push.public_key, guest=call.guest is not None)

    async def subscribe(self, call: ApiCall) -> PushKey:
        url = call.request.url
        subscription = self._subscription(call.body, f"{url.scheme}://{url.netloc}")
        key = await self.key(call)
        if key.key:
            guest = call.required_guest()
            now = int(self._settings.clock.time())
            await self._registry.store.add_push(guest.id, subscription, now)
        return key

    def _subscription(self, body: Subscribe, origin: str) -> PushSubscription:
        """Return the requested subscription; raises ServerError if it cannot come from a browser."""
        try:
            p256dh, auth = decoded(body.keys.p256dh), decoded(body.keys.auth)
        except ValueError:
            raise ServerError("bad-subscription") from None
        known = parse_endpoint(body.endpoint, self._settings.push_trusted)
        if known is None or not is_public_key(p256dh) or len(auth) != AUTH_BYTES:
            raise ServerError("bad-subscription")
        return PushSubscription(body.endpoint, p256dh, auth, body.language, origin)

    async def unsubscribe(self, call: ApiCall) -> PushKey:
        if call.guest is not None:
            await self._registry.store.remove_push(call.body.endpoint, call.guest.id)
        return await self.key(call)
