import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FILE_TYPE } from "../../../../engine/internal.ts";
import { S3FileStore } from "../../../../storage/adapters/s3/index.ts";
import type { FileStore } from "../../../../storage/internal.ts";
import { S3_CREDENTIALS, type S3Server, startS3 } from "../../../support/peers/s3-server.ts";
import { form, type OpenUploads, openUploads } from "../../../support/servers/open-uploads.ts";

/** Milliseconds of silence after which the bucket counts as gone. */
const ANSWER_TIMEOUT = 1_500;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const page = (status: number, headers: { readonly [name: string]: string } = {}): Answer => {
  return (_, response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end("<html>no</html>");
};
const raw = (text: string): Answer => {
  return ({ socket }) => void socket.write(text, () => socket.destroy());
};
/** Never ends: as much as is taken, or a little now and then. */
const endless = (piece: string, pause: number): Answer => {
  return (_, response) => {
    response.writeHead(200, { "content-type": "application/xml" });
    const send = (): void => {
      if (!response.destroyed) response.write(piece, () => setTimeout(send, pause));
    };
    send();
  };
};

/** Servers in the place of a bucket, and broken buckets. */
const BEHAVIOURS: Readonly<Record<string, Answer>> = {
  "says nothing": () => {},
  "hangs up": ({ socket }) => void socket.destroy(),
  "hangs up in a head": raw("HTTP/1.1 200 OK\r\ncontent-le"),
  "hangs up in a body": raw("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n<ListBucketResult>"),
  "speaks no HTTP": raw("SSH-2.0-OpenSSH_9.2\r\n"),
  "sends another length": raw("HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nabc"),
  "redirects for ever": (request, response) => void response.writeHead(307, { location: String(request.url) }).end(),
  "redirects elsewhere": page(302, { location: "http://127.0.0.1:9/elsewhere" }),
  "is out of order": page(500),
  "is too busy": page(503, { "retry-after": "100000" }),
  "is a page of others": page(200),
  "has nothing": page(404),
  "has no content": (_, response) => void response.writeHead(204).end(),
  "says it has not changed": (_, response) => void response.writeHead(304).end(),
  "answers without end": endless("a".repeat(65_536), 0),
  "answers a letter at a time": endless("a", 20),
  "packs ten million letters": (_, response) =>
    void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(1e7, "a"))),
};

interface Told {
  readonly status: number;
  /** Null: the answer broke off. */
  readonly body: string | null;
}

const SMALL = "hello";
const LARGE = "0123456789abcdef".repeat(600_000);

/** The calls of callers; each is checked for leftovers. */
const CALLS: Readonly<Record<string, (opened: OpenUploads, url: string) => Promise<Told>>> = {
  "a small upload": ({ galley }) => told(galley.fetch("/api/upload", posted("b.txt", SMALL))),
  "a large upload": ({ galley }) => told(galley.fetch("/api/upload", posted("b.txt", LARGE))),
  "a replacement": ({ galley }) => told(galley.fetch("/api/upload?id=1", posted("a.txt", "other"))),
  "a file": ({ galley }, url) => told(galley.fetch(url)),
  "a part of a file": ({ galley }, url) => told(galley.fetch(url, { headers: { range: "bytes=1-3" } })),
  "a removal": ({ galley }) => told(galley.fetch("/api/upload/files/1", { method: "DELETE", headers: AUTHORIZED })),
};

const AUTHORIZED = { authorization: "Bearer full" };
const posted = (name: string, bytes: string) => ({ method: "POST", headers: AUTHORIZED, body: form([[name, bytes]]) });

async function told(answer: Promise<Response>): Promise<Told> {
  const { status, ...rest } = await answer.then(async (one) => ({
    status: one.status,
    body: await one.text().catch(() => null),
  }));
  return { status, ...rest };
}

/** Lets the requests from this one on meet the behaviour, until it has answered the retries of one. */
function hostile(server: S3Server, from: number, answer: Answer): void {
  const first = server.asked.length + from;
  let met: string | null = null;
  server.intercept = (request, response) => {
    const asked = `${request.method} ${request.url}`;
    if (met === null && server.asked.length <= first) return false;
    met ??= asked;
    if (asked !== met) return false;
    answer(request, response);
    return true;
  };
}

/** Each call meets it from the first request on, and from later ones: a large upload asks for much, one after the other. */
const MEETINGS = Object.entries(CALLS).flatMap(([name, call]) => {
  const from = name === "a large upload" ? [0, 2, 5] : name === "a small upload" ? [0] : [0, 1];
  return from.map((at) => ({ name, call, from: at }));
});

/** A busy machine may take longer than an upload waits for its bucket, and then has stored nothing. */
async function sentInTime<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}

async function meet(answer: Answer, { name, call, from }: (typeof MEETINGS)[number]): Promise<void> {
  const server = await startS3();
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const patient = new S3FileStore(server.address("site"), S3_CREDENTIALS);
  const hasty = new S3FileStore(server.address("site"), S3_CREDENTIALS, { patience: ANSWER_TIMEOUT });
  // Only what meets the behaviour is in haste, however busy the machine is.
  let now = patient;
  const files: FileStore = {
    put: (name, bytes) => now.put(name, bytes),
    receive: (bytes) => now.receive(bytes),
    open: (name) => now.open(name),
    delete: (name) => now.delete(name),
    list: () => now.list(),
  };
  const opened = await openUploads({ files, logger });
  const [file] = await sentInTime(() => opened.send([["a.txt", SMALL, "text/plain"]]));
  const url = String(file?.url);
  hostile(server, from, answer);
  now = hasty;
  const { status, body } = await call(opened, url);
  server.intercept = () => false;
  now = patient;

  const what = `${name}, from request ${from} on`;
  expect([200, 201, 206, 404, 503], what).toContain(status);
  const entries = await opened.galley.documents(FILE_TYPE).findMany();
  const bytes = async (of: unknown): Promise<string | null> => (await told(opened.galley.fetch(String(of)))).body;
  if (name === "a file" && status === 200 && body !== null) expect(body, what).toBe(SMALL);
  if (name === "a part of a file" && status === 206 && body !== null) expect(body, what).toBe(SMALL.slice(1, 4));
  if (name.endsWith("upload")) {
    expect(entries, what).toHaveLength(status === 201 ? 2 : 1);
    const sent = name === "a large upload" ? LARGE : SMALL;
    if (status === 201) expect((await bytes(entries[1]?.url)) === sent, what).toBe(true);
  }
  if (name === "a replacement" && status === 200) expect(await bytes(url), what).toBe("other");
  // Nobody can tell a bucket that has nothing from one that says so.
  if (name === "a removal" && status === 200 && from > 0)
    expect([entries, (await told(opened.galley.fetch(url))).status], what).toEqual([[], 404]);
}

describe("a bucket", () => {
  it.each(Object.entries(BEHAVIOURS))(
    "that %s keeps no caller waiting, and is taken for no other",
    async (_, answer) => {
      // They wait most of the time.
      await Promise.all(MEETINGS.map((meeting) => meet(answer, meeting)));
    },
  );
});
