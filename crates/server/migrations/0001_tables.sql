-- Version 1: the tables as they were before databases had a version. A database without a version has
-- them already; there only the version is noted.
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, setup TEXT NOT NULL, title TEXT NOT NULL,
    secret TEXT NOT NULL, created BIGINT NOT NULL, finished BIGINT NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS seats (
    game TEXT NOT NULL REFERENCES games(id), seat BIGINT NOT NULL, name TEXT NOT NULL,
    kind TEXT NOT NULL, token_hash TEXT NOT NULL, PRIMARY KEY (game, seat));
CREATE TABLE IF NOT EXISTS events (
    game TEXT NOT NULL REFERENCES games(id), n BIGINT NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, n));
CREATE TABLE IF NOT EXISTS chat (
    game TEXT NOT NULL REFERENCES games(id), n BIGINT NOT NULL, seat BIGINT NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (game, n));
CREATE TABLE IF NOT EXISTS wishes (game TEXT PRIMARY KEY REFERENCES games(id), wishes TEXT NOT NULL);
