import { runInThisContext } from "node:vm";

type Platform = Pick<typeof globalThis, "Headers" | "ReadableStream" | "Request" | "Response">;

/** Node's own globals: modules that Jest loads see their page's. */
const NODE: Platform = runInThisContext("globalThis");

/** The classes of fetch: the surroundings' at this moment, or Node's where a page lacks them, as jsdom may. */
export const platform: Platform = {
  get Headers() {
    return globalThis.Headers ?? NODE.Headers;
  },
  get ReadableStream() {
    return globalThis.ReadableStream ?? NODE.ReadableStream;
  },
  get Request() {
    return globalThis.Request ?? NODE.Request;
  },
  get Response() {
    return globalThis.Response ?? NODE.Response;
  },
};
