import { createGzip } from "node:zlib";
import { expect, it } from "vitest";
import { Upstream } from "../../../transport/twin/source/upstream.ts";
import { openServer } from "../../support/servers/open-server.ts";

it("reads no answer without end, nor one that is inflated to that", async () => {
  const piece = Buffer.alloc(1_048_576, " ");
  const { url } = await openServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    const zipped = createGzip();
    zipped.pipe(response);
    const more = (error?: Error | null) => {
      if (error) return;
      zipped.write(piece, more);
    };
    more();
    response.once("close", () => zipped.destroy());
  });
  const upstream = new Upstream(url, { longest: 5_000_000 });
  await expect(upstream.json("/articles")).rejects.toThrow(
    "the answer to GET /api/articles is longer than 5000000 bytes",
  );
});
