import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { harRequests } from "../../../transport/twin/har/har-entries.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { openSource, write } from "../../support/twin/source.ts";

const GET = { method: "GET", url: 'http://a.test/api/posts?x={[\\"', httpVersion: "HTTP/2", headers: [] };
const ok = (content: object) => ({ status: 200, headers: [], content });

/** As the named programs write them, with what is peculiar to each. */
const HARS: { readonly [program: string]: object } = {
  Chrome: {
    log: {
      version: "1.2",
      creator: { name: "WebInspector", version: "537.36" },
      pages: [{ id: "page_1", title: 'entries": [{', pageTimings: { entries: [1] } }],
      entries: [
        {
          _initiator: { type: "script" },
          request: GET,
          response: ok({ size: 7, mimeType: "application/json", text: '{"a":1}' }),
        },
        {
          request: { ...GET, method: "OPTIONS" },
          response: { status: 0, content: { size: 0 }, _error: "net::ERR_ABORTED" },
        },
      ],
    },
  },
  Firefox: {
    log: {
      entries: [
        {
          request: GET,
          response: ok({ size: 900, text: "é", comment: "Response body is not included" }),
          pageref: "p",
        },
      ],
      creator: { name: "Firefox" },
    },
  },
  Safari: {
    log: {
      creator: { name: "WebKit Web Inspector" },
      entries: [{ request: GET, response: ok({ size: 5, mimeType: "" }) }],
    },
  },
  Playwright: {
    log: {
      creator: { name: "Playwright" },
      entries: [{ request: GET, response: ok({ size: -1, _file: "abc.json" }) }],
    },
  },
  Charles: {
    log: {
      creator: { name: "Charles Proxy" },
      entries: [
        {
          request: {
            ...GET,
            method: "POST",
            url: "http://a.test/graphql",
            postData: { mimeType: "application/json", text: '{"query":"{ posts { title } }"}' },
          },
          response: ok({ size: 10, mimeType: "text/plain", text: "123" }),
        },
      ],
    },
  },
  Insomnia: {
    log: {
      creator: { name: "Insomnia REST Client" },
      entries: [{ request: GET, response: ok({ size: 0, text: "", encoding: "base64" }) }],
    },
  },
};

async function requestsIn(har: string | Uint8Array, name = "a.har") {
  const file = join(await newFolder(), name);
  await writeFile(file, har);
  const found = [];
  for await (const request of harRequests(file)) found.push(request);
  return found;
}

it.each(Object.keys(HARS))("a HAR of %s is read, and what is missing of a body is named", async (program) => {
  const found = await requestsIn(JSON.stringify(HARS[program], null, program === "Safari" ? 2 : 0));
  expect(found.map(({ url, fault }) => [new URL(url).pathname, fault])).toEqual(
    {
      Chrome: [
        ["/api/posts", null],
        ["/api/posts", "no answer"],
      ],
      Firefox: [["/api/posts", "Response body is not included"]],
      Safari: [["/api/posts", "body missing"]],
      Playwright: [["/api/posts", null]],
      Charles: [["/graphql", "body cut: 3 of 10 bytes"]],
      Insomnia: [["/api/posts", null]],
    }[program],
  );
});

it("a HAR is read in pieces: what is longer than one, and what stands across two", async () => {
  const bodies = Array.from({ length: 40 }, (_, at) => `${at}é"\\`.repeat(20_000 + at));
  const entries = bodies.map((text) => ({ request: GET, response: ok({ size: Buffer.byteLength(text), text }) }));
  const found = await requestsIn(JSON.stringify({ log: { entries } }));
  expect(found).toHaveLength(40);
  expect(found.filter(({ fault, url }) => fault !== null || url !== GET.url)).toEqual([]);
});

it("a HAR that is cut off, and what is none, are refused", async () => {
  const whole = JSON.stringify(HARS.Chrome);
  await expect(requestsIn(whole.slice(0, -40))).rejects.toThrow(/is no HAR, or is cut off/);
  await expect(requestsIn('{"log":{"entries":{}}}')).rejects.toThrow(/is no HAR, or is cut off/);
});

it("Playwright's .zip is read", async () => {
  const name = Buffer.from("har.har");
  const text = Buffer.from(JSON.stringify(HARS.Playwright));
  const packed = deflateRawSync(text);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 8);
  head.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(text.length, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(head.length + name.length + packed.length, 16);
  const zip = Buffer.concat([head, name, packed, central, name, end]);
  expect(await requestsIn(zip, "trace.zip")).toMatchObject([{ method: "GET", url: GET.url, status: 200 }]);
  await expect(requestsIn(zip.subarray(0, 40), "trace.zip")).rejects.toThrow("is no ZIP, or is cut off");
  const directory = head.length + name.length + packed.length;
  // The size that the entry claims, its place, the size of the directory and the bytes of the entry.
  for (const [at, value] of [
    [directory + 20, 0xffffffff],
    [directory + 42, 0xfffffff0],
    [directory + 46 + name.length + 12, 0xffffffff],
    [head.length + name.length, 0xffffffff],
  ] as const) {
    const damaged = Buffer.from(zip);
    damaged.writeUInt32LE(value, at);
    const found = await requestsIn(damaged, "trace.zip").catch((error: unknown) => error);
    if (!Array.isArray(found)) expect(found).toMatchObject({ name: "TwinError" });
  }
});

it("galley exec --har writes what galley requests lists and galley verify sends", async () => {
  const source = await openSource();
  await write(source, "POST", "/posts", { title: "One" });
  const folder = await newFolder();
  const har = join(folder, "out.har");
  const { log } = await source.galley.requests.toHAR();
  await source.galley.fetch("/api/posts?fields=title", { headers: { authorization: "Bearer full-token" } });
  const all = await source.galley.requests.toHAR({ base: source.url });
  expect(log.entries.length).toBe(all.log.entries.length - 1);
  await writeFile(har, JSON.stringify(all));
  const listed = await runHere(["requests", har, "--filter", "/api/posts"]);
  expect(listed.out).toBe(`POST ${source.url}/api/posts 201\nGET ${source.url}/api/posts?fields=title 200\n`);
  const args = ["verify", source.url, "--token-env", "TOKEN", "--requests", har, "--quiet"];
  const { code, out } = await runHere(args, { environment: { TOKEN: "full-token" } });
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^1 reads, 1 equal, 0 differences.*\nnot asked: POST is not sent \(1\)\n$/),
  ]);
});
