"""The contract every game keeps, and everything that is the same for all of them."""
