// What the CommonJS modules take from Node itself: under Jest with jsdom a module sees the globals of a page, which lacks
// most of these, and whose Uint8Array is not the one that Buffers are of. What the surroundings do have is theirs.
import { runInThisContext } from "node:vm";

const node = runInThisContext("globalThis");

// biome-ignore lint/suspicious/noShadowRestrictedNames: each module of the build gets it in the place of the global.
export const { Uint8Array } = node;
export const {
  Headers = node.Headers,
  ReadableStream = node.ReadableStream,
  Request = node.Request,
  Response = node.Response,
  TextDecoder = node.TextDecoder,
  TextEncoder = node.TextEncoder,
  clearImmediate = node.clearImmediate,
  setImmediate = node.setImmediate,
  structuredClone = node.structuredClone,
} = globalThis;
