// Globals of Node itself for the CommonJS modules: under Jest with jsdom a module sees a page's globals. A page lacks
// most of these, and its Uint8Array is not the class behind Buffer. A global that the surroundings do have is left as
// it is.
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
