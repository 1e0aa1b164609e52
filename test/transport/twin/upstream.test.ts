import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { Upstream } from "../../../transport/twin/source/upstream.ts";

it("reads no answer without end, nor one that is inflated to that", async () => {
  const piece = Buffer.alloc(1_048_576, " ");
  const server = createServer((_, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const upstream = new Upstream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { longest: 5_000_000 });
  await expect(upstream.json("/articles")).rejects.toThrow(
    "the answer to GET /api/articles is longer than 5000000 bytes",
  );
});
