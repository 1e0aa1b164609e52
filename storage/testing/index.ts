export * from "./checks.ts";
export { sampleCommit } from "./commits.ts";
