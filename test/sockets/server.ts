/** A server whose sockets are tried: a blog on the listener it is given. It answers each message with its memory. */
import { blogContent, sizeOf } from "../../bench/data.ts";
import { BLOG } from "../../bench/schema.ts";
import { createGalley } from "../../transport/galley.ts";

const [, , listener, posts] = process.argv;
const galley = await createGalley({
  schema: BLOG,
  roles: { public: { "*": ["find", "findOne", "create"] } },
  rest: { maxLimit: 5000 },
  cacheBytes: 0,
  keepRequests: 0,
  // What is refused is read whole before: a client that is answered while it sends may miss the answer.
  bodyLimit: 20_000_000,
  // A busy machine is no fault.
  maxEventLoopDelay: 0,
});
galley.engine.restore({ ...blogContent(sizeOf(Number(posts))), number: 0 });
process.on("message", () => process.send?.(process.memoryUsage.rss()));
const { url } = await galley.listen({ port: 0, listener: listener === "node" ? "node" : "auto" });
process.send?.(url);
