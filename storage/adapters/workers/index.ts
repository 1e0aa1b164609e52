/**
 * Processes of one machine that share a journal: its owner and the workers. Loaded only by servers that have workers.
 */
export type { Channel } from "./channel.ts";
export { JournalOwner } from "./owner.ts";
export { WorkerStorage } from "./storage.ts";
