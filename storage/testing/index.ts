export { type Place, type StorageCheck, storageChecks } from "./checks.ts";
export { sampleCommit } from "./commits.ts";
export { sharingChecks } from "./sharing/checks.ts";
