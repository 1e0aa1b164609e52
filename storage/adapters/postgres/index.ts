/**
 * `galley/storage/postgres`: a log in PostgreSQL that several nodes share. Needs the package `pg`. See
 * docs/postgres.md.
 */

export { type PostgresNode, type PostgresOptions, PostgresStorage } from "./storage.ts";
