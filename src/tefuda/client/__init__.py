"""A player's client of a server: connection, fair deals, and what is kept between visits.  It draws nothing."""
