import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { expect, it } from "vitest";
import { sourceToken } from "../../../transport/twin/source/token.ts";
import { Upstream } from "../../../transport/twin/source/upstream.ts";
import { newFolder } from "../../support/folder.ts";
import { openServer } from "../../support/servers/open-server.ts";

it("a token comes from a variable, a file of mode 0600 or the first line of an input, and from no other place", async () => {
  const file = join(await newFolder(), "token");
  await writeFile(file, "of-file\n", { mode: 0o600 });
  expect(await sourceToken({}, { TOKEN: "x" })).toBeUndefined();
  expect(await sourceToken({ variable: "TOKEN" }, { TOKEN: " of-variable " })).toBe("of-variable");
  expect(await sourceToken({ file }, {})).toBe("of-file");
  expect(await sourceToken({ file: "-" }, {}, Readable.from(["\nof-input\nmore\n"]))).toBe("of-input");
  await expect(sourceToken({ file: "-" }, {}, Readable.from([""]))).rejects.toThrow(/holds no token/);
  await expect(sourceToken({ variable: "TOKEN" }, {})).rejects.toThrow("the variable TOKEN of --token-env is empty");
  await chmod(file, 0o644);
  await expect(sourceToken({ file }, {})).rejects.toThrow(/can be read by others: chmod 600/);
});

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
