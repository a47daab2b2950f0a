"""Pages for operators and their tools: health and metrics."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tefuda.server.admission import Guard
from tefuda.server.errors import ServerError
from tefuda.server.metrics import Metrics
from tefuda.server.settings import Settings
from tefuda.server.web.api import json_response
from tefuda.server.web.health import Health


class StatusPages:
    """Health and metrics of one server."""

    def __init__(self, settings: Settings, guard: Guard, health: Health, metrics: Metrics) -> None:
        self._settings, self._guard, self._health, self._metrics = settings, guard, health, metrics

    async def health(self, request: Request) -> Response:
        self._guard.charge_page(request)
        store_error = await self._health.store_error()
        if self._guard.is_operator(request):
            return json_response((await self._health.report())._asdict(), 503 if store_error else 200)
        if store_error:
            raise ServerError("store-error")
        return json_response({"status": "ok"})

    async def metrics(self, request: Request) -> Response:
        self._guard.charge_page(request)
        if not self._guard.is_operator(request):
            raise ServerError("operator-only")
        worker = request.path_params.get("worker", self._settings.slot)
        if worker >= self._settings.workers:
            raise ServerError("no-such-page")
        if worker != self._settings.slot:  # the request could not be handed over to it
            raise ServerError("worker-away", worker=worker)
        return Response(self._metrics.page(), media_type="text/plain; version=0.0.4")
