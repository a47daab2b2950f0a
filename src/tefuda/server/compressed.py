"""Texts that are compressed incrementally and sent in small chunks."""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import AsyncIterator
from typing import Protocol

CHUNK_BYTES = 1 << 14
PLAIN_PAUSE_SECONDS = 0.01  # before each chunk of an uncompressed answer: limits all of them to 1.6 MB a second
DEFLATED_BYTES = 1 << 10
GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # deflate, no name, no time, unknown system (RFC 1952)
COMPRESSION_LEVEL = 6


class Turns(Protocol):
    """Says when a slice of work may start."""

    async def turn(self) -> None: ...


class Body:
    """A compressed text without its tail, so that any tail can follow without compressing the text again.

    `data` is a deflate stream that ends at a byte boundary, `crc` and `size` are those of the uncompressed text.
    """

    __slots__ = ("__weakref__", "crc", "data", "size")

    def __init__(self, data: bytes, crc: int, size: int) -> None:
        self.data, self.crc, self.size = data, crc, size

    def gzip(self, tail: bytes) -> list[bytes]:
        """Return the text with its tail as the parts of a gzip file."""
        deflate = zlib.compressobj(COMPRESSION_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        trailer = struct.pack("<II", zlib.crc32(tail, self.crc), (self.size + len(tail)) & 0xFFFFFFFF)
        return [GZIP_HEAD, self.data, deflate.compress(tail) + deflate.flush() + trailer]

    async def gzip_chunks(self, tail: bytes, time_slices: Turns) -> AsyncIterator[bytes]:
        """Yield the gzip file in small chunks, so that a slow client blocks little memory."""
        for part in self.gzip(tail):
            for start in range(0, len(part), CHUNK_BYTES):
                await time_slices.turn()
                yield part[start : start + CHUNK_BYTES]

    async def plain_chunks(self, tail: bytes, pace: asyncio.Lock) -> AsyncIterator[bytes]:
        """Yield the uncompressed text with its tail in small chunks, at a rate that all holders of `pace` share."""
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        for start in range(0, len(self.data), DEFLATED_BYTES):
            data = self.data[start : start + DEFLATED_BYTES]  # small, as the unconsumed rest is copied every time
            while data:
                async with pace:
                    await asyncio.sleep(PLAIN_PAUSE_SECONDS)
                yield inflate.decompress(data, CHUNK_BYTES)
                data = inflate.unconsumed_tail
        yield inflate.flush() + tail


class BodyWriter:
    """Compresses the parts of a text into a `Body`."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(COMPRESSION_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._parts: list[bytes] = []
        self._crc = self._size = 0

    def write(self, part: bytes) -> None:
        self._crc, self._size = zlib.crc32(part, self._crc), self._size + len(part)
        if compressed := self._deflate.compress(part):
            self._parts.append(compressed)

    def body(self) -> Body:
        """Return everything written; the deflate stream ends at a byte boundary, so that another can follow."""
        return Body(b"".join([*self._parts, self._deflate.flush(zlib.Z_SYNC_FLUSH)]), self._crc, self._size)
