import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { S3FileStore } from "../../../../storage/adapters/s3/index.ts";
import { fileStoreSuite } from "../../../conformance/file-store.suite.ts";
import { S3_CREDENTIALS, type S3Server, startS3 } from "../../../support/peers/s3-server.ts";

const MIB = 1 << 20;

const storeAt = (server: S3Server, folder = "") => new S3FileStore(server.address(folder), S3_CREDENTIALS);

fileStoreSuite("S3FileStore", async () => storeAt(await startS3(), "uploads"));

async function read(store: S3FileStore, name: string, from?: number, to?: number): Promise<Buffer> {
  const file = await store.open(name);
  const chunks: Uint8Array[] = [];
  for await (const chunk of file?.read(from, to) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function names(store: S3FileStore): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const name of store.list()) all.push(name);
  return all.sort();
}

/** Bytes that repeat nowhere near, in pieces. */
function* bytes(size: number): Generator<Buffer> {
  for (let at = 0; at < size; at += MIB) {
    const piece = Buffer.alloc(Math.min(MIB, size - at));
    const words = new Uint32Array(piece.buffer, 0, Math.floor(piece.length / 4));
    for (let i = 0; i < words.length; i += 1) words[i] = Math.imul(at / 4 + i, 2_654_435_761);
    yield piece;
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const WHOLE = { "content-range": "bytes 0-999/1000" };

/** Answers to a request for 1,000 bytes by a bucket that is out of order, or by someone in its place. */
const FAULTY_BODIES: readonly (readonly [string, string, Answer])[] = [
  [
    "breaks off",
    "UND_ERR_SOCKET",
    (request, response) => {
      response
        .writeHead(206, { ...WHOLE, "content-length": "1000" })
        .write(Buffer.alloc(400), () => request.socket.destroy());
    },
  ],
  ["is too short", "another length", (_, response) => void response.writeHead(206, WHOLE).end(Buffer.alloc(999))],
  ["is too long", "another length", (_, response) => void response.writeHead(200).end(Buffer.alloc(1_001))],
  [
    "stalls",
    "TimeoutError",
    (_, response) => void response.writeHead(206, { ...WHOLE, "content-length": "1000" }).write("a"),
  ],
  [
    "is of another range",
    "another range",
    (_, response) => void response.writeHead(206, { "content-range": "bytes 1-1000/1001" }).end("a"),
  ],
  ["has no range", "another range", (_, response) => void response.writeHead(206).end(Buffer.alloc(1_000))],
  [
    "is that of another file",
    "another file",
    (_, response) => void response.writeHead(206, { ...WHOLE, etag: '"b"' }).end(Buffer.alloc(1_000)),
  ],
  ["never begins", "TimeoutError", () => {}],
];

const answering = (text: string) => (_: unknown, response: ServerResponse) => {
  response.writeHead(200).end(text);
  return true;
};

describe("S3FileStore", () => {
  it.each([8 * MIB, 8 * MIB + 1, 20 * MIB])("keeps %i bytes, in parts where they are many", async (size) => {
    const server = await startS3();
    const store = storeAt(server);
    await store.put("large.bin", bytes(size));
    expect((await store.open("large.bin"))?.size).toBe(size);
    const whole = Buffer.concat([...bytes(size)]);
    expect((await read(store, "large.bin")).equals(whole)).toBe(true);
    expect(await read(store, "large.bin", 8 * MIB - 5, 8 * MIB + 5)).toEqual(whole.subarray(8 * MIB - 5, 8 * MIB + 5));
    expect(await names(store)).toEqual(["large.bin"]);
    expect(await names(storeAt(server, ".received"))).toEqual([]);
    expect(server.asked.filter((line) => line.startsWith("PUT")).length).toBe(
      size > 8 * MIB ? Math.ceil(size / MIB / 8) + 1 : 1,
    );
  });

  it("leaves nothing of a large file that is cut off, or of which the bucket refuses a part", async () => {
    const server = await startS3();
    const store = storeAt(server);
    const breaking = async function* () {
      yield* bytes(17 * MIB);
      throw new Error("broken off");
    };
    await expect(store.put("a.bin", breaking())).rejects.toThrow("broken off");
    server.intercept = ({ url }, response) => {
      if (!url?.includes("partNumber=2")) return false;
      response.writeHead(500).end("<Error><Code>InternalError</Code></Error>");
      return true;
    };
    const refused = { code: "unavailable", details: { reason: "500 InternalError" } };
    await expect(store.put("a.bin", bytes(17 * MIB))).rejects.toMatchObject(refused);
    expect(server.asked.at(-1)).toMatch(/^DELETE .*uploadId=/);
    expect([await names(store), await names(storeAt(server, ".received"))]).toEqual([[], []]);
  });

  it("retries requests that fail in the bucket", async () => {
    const server = await startS3();
    const store = storeAt(server);
    let left = 2;
    server.intercept = (request, response) => {
      if (left === 0) return false;
      left -= 1;
      if (left === 0) request.socket.destroy();
      else response.writeHead(503).end();
      return true;
    };
    await store.put("a.txt", [Buffer.from("a")]);
    expect(String(await read(store, "a.txt"))).toBe("a");
  });

  it.each(FAULTY_BODIES)("refuses a file whose body %s", async (_, reason, answer) => {
    const server = await startS3();
    const store = new S3FileStore(server.address(), S3_CREDENTIALS, { patience: 200 });
    await store.put("a.bin", [Buffer.alloc(1_000)]);
    server.intercept = (request, response) => {
      if (request.method === "GET") answer(request, response);
      return request.method === "GET";
    };
    await expect(read(store, "a.bin")).rejects.toMatchObject({ code: "unavailable", details: { reason } });
  });

  it("refuses a whole file in place of a part, and a file of unknown size", async () => {
    const server = await startS3();
    const store = storeAt(server);
    await store.put("a.bin", [Buffer.alloc(1_000)]);
    server.intercept = ({ method }, response) => method === "GET" && answering("a".repeat(1_000))({}, response);
    await expect(read(store, "a.bin", 10, 20)).rejects.toMatchObject({ details: { reason: "no partial content" } });
    server.intercept = (_, response) => {
      response.writeHead(200, { "transfer-encoding": "chunked" }).end();
      return true;
    };
    await expect(store.open("a.bin")).rejects.toMatchObject({ details: { reason: "no Content-Length" } });
  });

  it("takes no other page for the answer of a bucket", async () => {
    const server = await startS3();
    const store = storeAt(server);
    server.intercept = answering("<html>Please sign in</html>");
    await expect(names(store)).rejects.toMatchObject({ details: { reason: "no ListBucketResult" } });
    server.intercept = answering("<ListBucketResult><Contents><Key>a</Key></Contents>");
    await expect(names(store)).rejects.toMatchObject({ details: { reason: "no ListBucketResult" } });
    server.intercept = ({ headers }, response) => "x-amz-copy-source" in headers && answering(" ")({}, response);
    await expect(store.put("a.bin", bytes(9 * MIB))).rejects.toMatchObject({
      details: { reason: "no CopyObjectResult" },
    });
    expect(await names(store)).toEqual([]);
    server.intercept = (_, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-length": 5 }).end("<html");
      return true;
    };
    await expect(store.put("a.bin", ["a"].map(Buffer.from))).rejects.toMatchObject({ details: { reason: "no ETag" } });
    await expect(store.open("a.bin")).rejects.toMatchObject({ details: { reason: "no ETag" } });
    await expect(store.delete("a.bin")).rejects.toMatchObject({ details: { reason: "a page" } });
  });

  it.each([
    ["the same page again", "<IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken>"],
    ["a list that cannot be read", "<IsTruncated>true</IsTruncated>"],
    ["a list that cannot be read", "<EncodingType>url</EncodingType><Contents><Key>%ff</Key></Contents>"],
    ["an answer without end", " ".repeat(9 * MIB)],
  ])("ends a list that is %s", async (reason, text) => {
    const server = await startS3();
    server.intercept = answering(`<ListBucketResult>${text}</ListBucketResult>`);
    await expect(names(storeAt(server))).rejects.toMatchObject({ details: { reason } });
  });

  it("refuses where a bucket of another region redirects, and does not follow", async () => {
    const server = await startS3();
    server.intercept = (_, response) => {
      response.writeHead(301, { location: "/elsewhere" }).end("<Error><Code>PermanentRedirect</Code></Error>");
      return true;
    };
    await expect(storeAt(server).put("a.txt", [Buffer.from("a")])).rejects.toMatchObject({
      details: { reason: "301 PermanentRedirect" },
    });
    expect(server.asked).toEqual(["PUT /files/a.txt"]);
  });

  it.each(["a b.txt", "ä+€.txt", "50%.txt", "a&b=c.txt", "(it's)!.txt"])("keeps a file named %s", async (name) => {
    const store = storeAt(await startS3(), "my%20files/of%2B");
    await store.put(name, [Buffer.from(name)]);
    expect([await names(store), String(await read(store, name))]).toEqual([[name], name]);
    await store.delete(name);
    expect([await names(store), await store.open(name)]).toEqual([[], null]);
  });

  it("sees only its own folder", async () => {
    const server = await startS3();
    const [root, inside] = [storeAt(server), storeAt(server, "inside")];
    await root.put("a.txt", [Buffer.from("root")]);
    await inside.put("a.txt", [Buffer.from("inside")]);
    await inside.delete("b.txt");
    expect([await names(root), await names(inside), String(await read(root, "a.txt"))]).toEqual([
      ["a.txt"],
      ["a.txt"],
      "root",
    ]);
  });

  it("refuses with the reason of the bucket, which names no address", async () => {
    const server = await startS3();
    const stranger = new S3FileStore(server.address(), { accessKeyId: "nobody", secretAccessKey: "x" });
    const fault = (doing: string, reason: string) => ({
      code: "unavailable",
      message: `The file could not be ${doing} in its bucket`,
      details: { reason },
    });
    await expect(stranger.put("a.txt", [Buffer.from("a")])).rejects.toMatchObject(
      fault("stored", "403 InvalidAccessKeyId"),
    );
    await expect(names(stranger)).rejects.toMatchObject(fault("listed", "403 InvalidAccessKeyId"));
    await server.close();
    await expect(storeAt(server).open("a.txt")).rejects.toMatchObject(fault("read", "ECONNREFUSED"));
    await expect(storeAt(server).delete("a.txt")).rejects.toMatchObject(fault("removed", "ECONNREFUSED"));
  });

  it.each([
    ["s3:files", "is not like"],
    ["s3://", "is not like"],
    ["s3://Files", "is not like"],
    ["s3://files?zone=1", 'has the parameter "zone"'],
    ["s3://files?endpoint=localhost", "has an endpoint that is not an http"],
    ["s3://files/%ff", "has a folder that is not percent-encoded"],
  ])("says what is wrong with the address %s", (address, fault) => {
    expect(() => new S3FileStore(address, S3_CREDENTIALS)).toThrow(fault);
  });
});
