import { describe, expect, it } from "vitest";
import { type HostileRequest, hostileRequest } from "../arbitraries/hostile/hostile-request.ts";
import { canonical, checkState } from "../support/engine/check-state.ts";
import { expectSame } from "../support/expect-same.ts";
import { fc } from "../support/fast-check.ts";
import { checkErrorAnswer } from "../support/requests/check-error-answer.ts";
import { type OpenRecordedTypes, openRecordedTypes, TOKENS } from "../support/servers/open-recorded-types.ts";
import { type Answer, exchange } from "../support/vectors/play/exchange.ts";
import { writeVectors } from "../support/vectors/vector-file.ts";

/** Bursts of requests per test. Raise it to look longer. */
const BURSTS = Number(process.env.GALLEY_HOSTILE_BURSTS ?? 15);

const { types, components } = writeVectors();
const TYPES = { types, components };

const WRITES = new Set(["POST", "PUT", "DELETE", "PATCH"]);

const deployment = fc.record({
  profile: fc.constantFrom("contract" as const, "strapi" as const),
  listener: fc.constantFrom("auto" as const, "node" as const),
  rest: fc.constantFrom({}, { actions: true }),
});
type Deployment = typeof deployment extends fc.Arbitrary<infer D> ? D : never;

const burst = fc.array(hostileRequest(TYPES), { minLength: 15, maxLength: 25, size: "max" });

/** A request, its answer, and what holds of every answer. */
async function send(server: OpenRecordedTypes, request: HostileRequest, { profile }: Deployment): Promise<Answer> {
  const { method, path, headers, body } = request;
  const sent = { method, path, headers, body: body === null ? null : Buffer.from(body) };
  const answer = await exchange(server.url, sent);
  // In a Strapi 501 says that a method is not one of HTTP's usual ones.
  if (answer.status >= 500 && !(profile === "strapi" && answer.status === 501)) {
    throw new Error(`${method} ${path} was answered ${answer.status} ${answer.text}`, { cause: server.faults.at(-1) });
  }
  checkErrorAnswer(answer, method, path, profile);
  return answer;
}

/** The server still answers, and both ends of every link agree. */
async function checkServer(server: OpenRecordedTypes): Promise<void> {
  checkState(server.galley.engine.state);
  const answer = await exchange(server.url, { method: "GET", path: "/api/posts", headers: {}, body: null });
  expect(answer.status).toBe(200);
  expect(server.faults).toEqual([]);
}

/** A written entry can be read again, in the version that was written, with the same values. */
async function checkWritten(server: OpenRecordedTypes, request: HostileRequest, answer: Answer): Promise<void> {
  const entry = (answer.body as { readonly data?: Entry } | undefined)?.data;
  const root = /^(?:\/api\/[^/?]+)/i.exec(request.path)?.[0];
  if (entry === undefined || root === undefined) return;
  const single = Object.hasOwn(types, root.slice("/api/".length).toLowerCase());
  const target = single ? root : `${root}/${entry.documentId}`;
  const status = entry.publishedAt === null ? "draft" : "published";
  const headers = { authorization: `Bearer ${TOKENS.full}` };
  const path = `${target}?status=${status}`;
  const read = await exchange(server.url, { method: "GET", path, headers, body: null });
  if (request.method === "DELETE") {
    expect(read.status).toBe(404);
    return;
  }
  const { data } = read.body as { readonly data: Entry };
  // Populated and omitted attributes are not compared.
  for (const name of Object.keys(data)) if (name in entry) expect(data[name]).toEqual(entry[name]);
}

interface Entry {
  readonly documentId: string;
  readonly publishedAt?: string | null;
  readonly [name: string]: unknown;
}

async function withServer(options: Deployment, work: (server: OpenRecordedTypes) => Promise<void>): Promise<void> {
  const server = await openRecordedTypes(TYPES, options);
  try {
    await work(server);
    await checkServer(server);
  } finally {
    await server.close();
  }
}

describe("hostile requests", { timeout: 3_600_000 }, () => {
  it("are answered in the contract's form, and leave nothing behind when they are refused", async () => {
    const one = fc.asyncProperty(deployment, burst, (options, requests) =>
      withServer(options, async (server) => {
        let before = canonical(server.galley.engine.dump());
        for (const request of requests) {
          const answer = await send(server, request, options);
          const after = canonical(server.galley.engine.dump());
          if (answer.status >= 400 || !WRITES.has(request.method)) expectSame(after, before);
          else await checkWritten(server, request, answer);
          before = after;
        }
      }),
    );
    await fc.assert(one, { numRuns: BURSTS });
  });

  it("are answered in the contract's form when they come all at once", async () => {
    const one = fc.asyncProperty(deployment, burst, (options, requests) =>
      withServer(options, async (server) => {
        await Promise.all(requests.map((request) => send(server, request, options)));
      }),
    );
    await fc.assert(one, { numRuns: BURSTS });
  });
});
