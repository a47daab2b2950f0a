"""Observation tensors: arrays by name, of a shape that the game declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tefuda.engine.record import Record


class TensorSpec(NamedTuple):
    """Shape and type of one array of an observation; () is a single number."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]


def spec_of(record: type[Record]) -> Mapping[str, TensorSpec]:
    """Return the arrays that an observation record declares, by name."""
    return {name: TensorSpec(field.shape, np.dtype(field.kind)) for name, field in record.fields.items()}


def arrays_of(record: Record) -> Mapping[str, NDArray[Any]]:
    """Return the fields of an observation record as arrays, by name."""
    values, spec = record.values(), spec_of(type(record))
    return {name: np.array(values[name], of.dtype).reshape(of.shape) for name, of in spec.items()}
