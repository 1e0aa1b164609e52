export { type Place, type StorageCheck, storageChecks } from "./checks.ts";
export { sampleCommit } from "./commits.ts";
