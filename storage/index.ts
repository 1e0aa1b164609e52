export * from "./codec.ts";
export * from "./error.ts";
export * from "./journal/storage.ts";
export * from "./json-file/storage.ts";
export * from "./memory/storage.ts";
export * from "./port.ts";
export * from "./report.ts";
export * from "./store.ts";
