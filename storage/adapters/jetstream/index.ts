/**
 * `galley/storage/jetstream`: a log in NATS JetStream that several nodes share. Needs the packages
 * `@nats-io/transport-node`, `@nats-io/jetstream`, `@nats-io/kv` and `@nats-io/obj`. See docs/jetstream.md.
 */

export { type JetStreamNode, JetStreamStorage } from "./storage.ts";
