import { describe, expect, it } from "vitest";
import {
  type Body,
  type BodyLimit,
  type BodySource,
  DROPPED,
  type Handler,
  type HttpRequest,
  type HttpResponse,
} from "../../transport/index.ts";
import { eventually } from "../support/eventually.ts";
import { openedForAll } from "../support/run/opened.ts";

/** An adapter with a handler behind it. */
export interface Started {
  /** Sends a standard request to a path. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export type Start = (handler: Handler, bodyLimit: BodyLimit) => Promise<Started>;

const BODY_LIMIT = 10_000;
const LARGE = "ä".repeat(2_000_000);

/** The handling of requests and answers by every adapter. */
export function httpSuite(adapter: string, start: Start): void {
  describe(`${adapter} as an adapter`, () => {
    const started = openedForAll(() => start(handler, () => BODY_LIMIT));

    const seen = async (path: string, init?: RequestInit): Promise<Seen> =>
      JSON.parse(await (await started.fetch(path, init)).text());

    describe("a request", () => {
      it("has its method, path and query as they were sent", async () => {
        expect(await seen("/a/B%20c//d?x=%41&y[]=1&z", { method: "PATCH" })).toMatchObject({
          method: "PATCH",
          path: "/a/B%20c//d",
          query: "x=%41&y[]=1&z",
        });
      });

      it.each(["/a", "/a?"])("without a query has the empty text: %s", async (path) => {
        expect(await seen(path)).toMatchObject({ path: "/a", query: "" });
      });

      it("has headers by lower-case name, several of one name joined", async () => {
        const headers: [string, string][] = [
          ["X-Several", "one"],
          ["X-Several", "two"],
          ["Authorization", "Bearer abc"],
        ];
        const { "x-several": several, authorization } = await headersSeen("/", { headers });
        expect([several, authorization]).toEqual(["one, two", "Bearer abc"]);
      });

      it("has undefined for a header that is absent or empty", async () => {
        expect(await headersSeen("/", { headers: { "x-several": "", authorization: "" } })).toEqual({});
      });

      it("still has its headers when the answer comes later", async () => {
        const init = { headers: { "x-several": "one", authorization: "Bearer abc" } };
        expect(await headersSeen("/later", init)).toEqual({ "x-several": "one", authorization: "Bearer abc" });
      });

      it("lists all its headers", async () => {
        const headers = { "X-One": "1", "x-two": "2", "content-type": "text/x-test" };
        const told: unknown = await (await started.fetch("/headers", { method: "POST", body: "a", headers })).json();
        expect(told).toMatchObject({ "x-one": "1", "x-two": "2", "content-type": "text/x-test" });
      });

      const headersSeen = async (path: string, init: RequestInit) => (await seen(path, init)).headers;
    });

    describe("a body", () => {
      it.each(["POST", "PUT", "PATCH", "DELETE"])("of %s arrives whole, byte by byte", async (method) => {
        const body = Uint8Array.from({ length: 256 }, (_, byte) => byte);
        expect(await seen("/", { method, body })).toMatchObject({ body: Buffer.from(body).toString("latin1") });
      });

      it("in many chunks arrives as one", async () => {
        const body = ReadableStream.from(chunks(["first ", "second ", "third"]));
        const init = { method: "POST", body, duplex: "half" } as RequestInit;
        expect(await seen("/", init)).toMatchObject({ body: "first second third" });
      });

      it.each(["POST", "GET"])("that is not there is null: %s", async (method) => {
        expect(await seen("/", { method })).toMatchObject({ body: null });
        expect(await seen("/", method === "POST" ? { method, body: "" } : {})).toMatchObject({ body: null });
      });

      it("as large as the limit is taken", async () => {
        const { body } = await seen("/", { method: "POST", body: "x".repeat(BODY_LIMIT) });
        expect(body).toHaveLength(BODY_LIMIT);
      });

      it("over the limit is marked as such, and the next request is answered", async () => {
        const large = { method: "POST", body: "x".repeat(BODY_LIMIT + 1) };
        expect(await seen("/", large)).toMatchObject({ body: "too large" });
        expect(await seen("/next")).toMatchObject({ path: "/next" });
      });
    });

    describe("an answer", () => {
      it.each([200, 201, 400, 404, 413, 500, 503])("has its status: %i", async (status) => {
        expect((await started.fetch(`/status/${status}`)).status).toBe(status);
      });

      it.each([
        ["/dropped", "GET"],
        ["/dropped/later", "GET"],
        ["/dropped", "POST"],
      ])("may be that the connection is dropped: %s, %s", async (path, method) => {
        const body = method === "POST" ? "some" : null;
        await expect(started.fetch(path, { method, body })).rejects.toThrow(TypeError);
        expect((await started.fetch("/text")).status).toBe(200);
      });

      it("has its headers, its request id and the length of its body in bytes", async () => {
        const { headers } = await started.fetch("/text");
        expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
        expect(headers.get("x-request-id")).toBe("id-1");
        expect(headers.get("content-length")).toBe("9");
      });

      it("names neither server nor framework", async () => {
        const { headers } = await started.fetch("/text");
        for (const name of ["server", "x-powered-by", "uwebsockets"]) expect(headers.get(name)).toBeNull();
      });

      it("of text is UTF-8", async () => {
        expect(await (await started.fetch("/text")).text()).toBe("Ünï 茶");
      });

      it("of bytes is those bytes", async () => {
        expect(new Uint8Array(await (await started.fetch("/bytes")).arrayBuffer())).toEqual(BYTES);
      });

      it("without a body has none", async () => {
        const empty = await started.fetch("/empty");
        expect([empty.status, await empty.text(), empty.headers.get("content-type")]).toEqual([204, "", null]);
      });

      it.each(["GET", "HEAD"])(
        "of 304 has neither body nor length, and its own headers after the others: %s",
        async (method) => {
          const same = await started.fetch("/same", { method });
          const shown = ["x-first", "vary", "content-type", "content-length"].map((name) => same.headers.get(name));
          expect([same.status, await same.text(), ...shown]).toEqual([
            304,
            "",
            "1",
            "Origin, Authorization",
            null,
            null,
          ]);
        },
      );

      it("to HEAD has the length and no body", async () => {
        const head = await started.fetch("/text", { method: "HEAD" });
        expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "9", ""]);
      });

      it("may come later", async () => {
        expect(await seen("/later", { method: "POST", body: "x" })).toMatchObject({ path: "/later", body: "x" });
      });

      it.each(["/large", "/large/later", "/read", "/read/later"])("may be large: %s", async (path) => {
        const large = await started.fetch(path);
        expect(large.headers.get("content-length")).toBe(String(2 * LARGE.length));
        expect((await large.text()) === LARGE).toBe(true);
      });
    });

    describe("an answer that is read while it is sent", () => {
      it("to HEAD is not read at all", async () => {
        const head = await started.fetch("/read/broken", { method: "HEAD" });
        expect([head.status, head.headers.get("content-length")]).toEqual([200, "1000000"]);
      });

      it("may be empty", async () => {
        const empty = await started.fetch("/read/nothing");
        expect([empty.headers.get("content-length"), await empty.text()]).toEqual(["0", ""]);
      });

      it.each(["/read/broken", "/read/short"])(
        "ends its connection when the rest will never come: %s",
        async (path) => {
          const read = async () => (await started.fetch(path)).arrayBuffer();
          await expect(read()).rejects.toThrow();
          expect(await seen("/next")).toMatchObject({ path: "/next" });
        },
      );

      it("is read no further when its client leaves", async () => {
        const { body } = await started.fetch("/read/endless");
        await body?.cancel();
        await eventually(() => expect(isReading).toBe(false));
      });
    });

    it("answers many requests at once, each with its own", async () => {
      const paths = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? `/${index}` : `/later?${index}`));
      const answers = await Promise.all(paths.map((path) => seen(path)));
      expect(answers.map(({ path, query }) => (query === "" ? path : `${path}?${query}`))).toEqual(paths);
    });
  });
}

/** A request as the handler saw it. */
interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
}

const BYTES = Uint8Array.from([0, 255, 10, 13, 128]);

const SAME: HttpResponse = {
  status: 304,
  headers: [
    ["x-first", "1"],
    ["vary", "Origin"],
  ],
  ownHeaders: [["vary", "Authorization"]],
  requestId: "id-1",
  body: null,
};

/** Answers with a description of the request. */
function handler(request: HttpRequest): HttpResponse | Promise<HttpResponse> {
  const { path } = request;
  if (path.startsWith("/status/")) return answer(Number(path.slice(8)), "{}");
  if (path === "/text") return answer(200, "Ünï 茶", "text/plain; charset=utf-8");
  if (path === "/bytes") return answer(200, BYTES);
  if (path === "/empty") return { status: 204, headers: [], requestId: "id-1", body: null };
  if (path === "/dropped") return DROPPED;
  if (path === "/dropped/later") return later(() => DROPPED);
  if (path === "/same") return SAME;
  if (path === "/large") return answer(200, LARGE);
  if (path === "/read") return answer(200, LARGE_SOURCE);
  if (path === "/read/later") return later(() => answer(200, LARGE_SOURCE));
  if (path === "/read/nothing") return answer(200, { size: 0, read: () => chunks([]) });
  if (path === "/read/broken") return answer(200, { size: 1_000_000, read: broken });
  if (path === "/read/short") return answer(200, { size: 1_000_000, read: () => chunks(["too", "short"]) });
  if (path === "/read/endless") return answer(200, { size: 1e12, read: endless });
  if (path === "/large/later") return later(() => answer(200, Buffer.from(LARGE)));
  return path === "/later" ? later(() => tell(request)) : tell(request);
}

function later(give: () => HttpResponse): Promise<HttpResponse> {
  return new Promise((resolve) => setTimeout(() => resolve(give()), 10));
}

function tell(request: HttpRequest): HttpResponse {
  const { method, path, query, body } = request;
  if (path === "/headers") return answer(200, JSON.stringify(Object.fromEntries(request.allHeaders())));
  const headers = { "x-several": request.header("x-several"), authorization: request.header("authorization") };
  const text = body instanceof Uint8Array ? Buffer.from(body).toString("latin1") : body;
  return answer(200, JSON.stringify({ method, path, query, headers, body: text }));
}

const LARGE_SOURCE: BodySource = {
  size: 2 * LARGE.length,
  async *read() {
    const bytes = Buffer.from(LARGE);
    for (let at = 0; at < bytes.length; at += 99_999) yield bytes.subarray(at, at + 99_999);
  },
};

async function* broken(): AsyncGenerator<Uint8Array> {
  yield* chunks(["half", "way"]);
  throw new Error("the disk broke");
}

let isReading = false;

async function* endless(): AsyncGenerator<Uint8Array> {
  isReading = true;
  try {
    for (;;) {
      yield new Uint8Array(65_536);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  } finally {
    isReading = false;
  }
}

function answer(status: number, body: Body, type = "application/json"): HttpResponse {
  return { status, headers: [["content-type", type]], requestId: "id-1", body };
}

async function* chunks(texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    yield Buffer.from(text);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
