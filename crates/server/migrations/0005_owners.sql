-- Version 5: several servers on one database. A server has a row in `servers` while it lives: it renews `until` (Unix
-- time in milliseconds by the clock of the database); a row whose time is over is removed by whoever finds it, and
-- never comes back, because every run has an `id` of its own. `name` is the same in every run of a server, `address`
-- is where other servers reach it. A table belongs to the server of its highest epoch in `owners`; it is free if that
-- server has no row. Every line of a log tells the epoch it was written in; 0 for lines older than this version.
CREATE TABLE servers (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, address TEXT NOT NULL, until BIGINT NOT NULL);
CREATE TABLE owners (
    game TEXT NOT NULL REFERENCES games(id), epoch BIGINT NOT NULL, server TEXT NOT NULL,
    PRIMARY KEY (game, epoch));
ALTER TABLE events ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
