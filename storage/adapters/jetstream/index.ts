/**
 * `galley/storage/jetstream`: a log that many nodes share, in NATS JetStream. Needs the packages `@nats-io/transport-node`,
 * `@nats-io/jetstream`, `@nats-io/kv` and `@nats-io/obj`. See docs/jetstream.md.
 */

export type { JetStreamNode } from "./notes.ts";
export { JetStreamStorage } from "./storage.ts";
