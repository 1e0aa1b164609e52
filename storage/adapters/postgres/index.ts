/** `galley/storage/postgres`: a log that many nodes share, in PostgreSQL. Needs the package `pg`. See docs/postgres.md. */

export { type PostgresNode, type PostgresOptions, PostgresStorage } from "./storage.ts";
