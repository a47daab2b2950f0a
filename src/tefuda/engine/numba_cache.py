"""Where Numba finds the compiled functions of a build."""

from pathlib import Path

from numba.core.caching import UserProvidedCacheLocator


class BuildFolder(UserProvidedCacheLocator):  # type: ignore[misc]  # numba has no types
    """Names files in the folder of a build without the path of the checkout, so that all checkouts share them.

    The folder belongs to one tag, a hash of all sources: equal sources are the same code, wherever they are.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).parent.name
