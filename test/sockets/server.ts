/** A server whose sockets are tested: a blog on the given listener. It answers each message with its resource usage. */
import { openBlog } from "../../bench/content/open-blog.ts";
import { createGalley } from "../../transport/galley.ts";

export interface Used {
  /** Bytes. */
  readonly memory: number;
  /** Milliseconds of the processor. */
  readonly processor: number;
}

const [, , listener, posts] = process.argv;
const galley = await openBlog(createGalley, Number(posts), {
  roles: { public: { "*": ["find", "findOne", "create"] } },
  // For answers that are larger than any that the limits let through.
  rest: { maxLimit: 50_000 },
  queryLimits: { work: 100_000_000 },
  cacheBytes: 0,
  keepRequests: 0,
  // A refused body is read whole first: a client that is answered while it sends may miss the answer.
  bodyLimit: 20_000_000,
  // A busy machine is no fault.
  maxEventLoopDelay: 0,
});
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ memory: process.memoryUsage.rss(), processor: (user + system) / 1000 } satisfies Used);
});
const { url } = await galley.listen({ port: 0, listener: listener === "node" ? "node" : "auto" });
process.send?.(url);
