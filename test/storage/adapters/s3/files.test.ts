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
