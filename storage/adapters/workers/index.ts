/** Processes of one machine that share a journal: the one that owns it, and the workers. Loaded by who has such. */
export type { Channel } from "./channel.ts";
export { JournalOwner } from "./owner.ts";
export { WorkerStorage } from "./storage.ts";
