import { afterAll, beforeEach, expect, it } from "vitest";
import { PARTS } from "../../../transport/compose/parts.ts";
import { createGalley } from "../../../transport/galley.ts";
import { HttpError } from "../../../transport/http/http-error.ts";
import { Router } from "../../../transport/http/router.ts";
import type { OpenPart, Part, Running, Started } from "../../../transport/parts/part.ts";
import { BLOG } from "../../support/content/blog.ts";

/** The calls of a part, in order. */
const told: string[] = [];

interface Counting extends Running {
  readonly name: string;
  commits: number;
}

function counting(name: string, { galley }: Started): Counting {
  const running: Counting = {
    name,
    commits: 0,
    fork: (started) => counting(`fork of ${name}`, started),
    drain: () => void told.push(`drain ${name}`),
    close: () => void told.push(`close ${name}`),
  };
  galley.store.onCommit(() => {
    running.commits++;
  });
  return running;
}

/** A part with everything that a part may have. */
const PROBE: Part = {
  open: (_, { behind }) => {
    told.push(`open before ${behind.length > 3} others`);
    const part: OpenPart<Counting> = {
      headers: ["x-probe"],
      controls: [{ method: "GET", path: "/probe", handle: () => ({ status: 200, body: '"controlled"' }) }],
      describes: async () => ({
        tag: { name: "Probes", description: "Probes." },
        operations: { probe: () => ({ tag: "Probes", summary: "Probe", answers: {}, errors: [] }) },
      }),
      fill: async () => void told.push("fill"),
      start: (started) => {
        told.push("start");
        return counting("galley", started);
      },
      serve: ({ defaults }, running) => {
        const path = "/api/posts/popular";
        const router = new Router([
          {
            method: "GET",
            path,
            describes: "probe",
            handle: () => ({ status: 200, body: JSON.stringify([running?.name, running?.commits]) }),
          },
        ]);
        return {
          first: [{ ...defaults, owns: (asked, method) => asked === path && method !== "POST", router }],
          beside: [
            { method: "GET", path: "/api/beside", describes: null, handle: () => ({ status: 200, body: '"beside"' }) },
          ],
          guards: [
            (request) => {
              if (request.path === "/guarded") throw new HttpError("bad request", "guarded");
            },
          ],
          around: (handler) => (request) => handler({ ...request, path: request.path.replace("/renamed", path) }),
        };
      },
    };
    return part;
  },
};

const all = PARTS as Part[];
// Behind control, which serves the control routes of the parts behind it.
all.splice(1, 0, PROBE);
afterAll(() => void all.splice(1, 1));
beforeEach(() => void told.splice(0));

const options = { schema: BLOG, control: { token: "secret" }, open: true, tokens: [] };
const token = { authorization: "Bearer secret" };

it("a part answers before content types, among them, and before all services", async () => {
  await using galley = await createGalley(options);
  const texts = await Promise.all(
    ["/api/posts/popular", "/renamed", "/api/beside"].map(async (path) => (await galley.fetch(path)).text()),
  );
  expect(texts).toEqual(['["galley",0]', '["galley",0]', '"beside"']);
  expect((await galley.fetch("/guarded")).status).toBe(400);
  expect((await galley.fetch("/api/posts")).status).toBe(200);
  const preflight = { origin: "http://a.test", "access-control-request-method": "GET" };
  const asked = await galley.fetch("/api/posts/popular", { method: "OPTIONS", headers: preflight });
  expect([asked.status, asked.headers.get("access-control-allow-headers")]).toEqual([
    204,
    expect.stringContaining("x-probe"),
  ]);
  expect((await galley.fetch("/api/posts/popular", { method: "OPTIONS" })).headers.get("allow")).toBe("HEAD, GET");
  expect(galley.routes().map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/api/posts/popular", "/api/beside"]),
  );
  const { paths, tags } = await galley.openapi();
  expect(paths["/api/posts/popular"]?.get?.operationId).toBe("probe");
  expect(paths["/api/beside"]).toBeUndefined();
  expect(tags).toContainEqual({ name: "Probes", description: "Probes." });
  expect(await (await galley.fetch("/__galley/probe", { headers: token })).text()).toBe('"controlled"');
});

it("a part runs for a galley and each of its forks, from the seed on until they close", async () => {
  const galley = await createGalley({ ...options, seed: { tag: [{ name: "one" }] } });
  expect(told).toEqual(["open before true others", "fill", "start"]);
  const fork = galley.fork();
  await fork.documents("api::tag.tag").create({ data: { name: "two" } });
  expect(await (await fork.fetch("/renamed")).text()).toBe('["fork of galley",1]');
  expect(await (await galley.fetch("/renamed")).text()).toBe('["galley",0]');
  galley.drain();
  await fork.close();
  await galley.close();
  expect(told.slice(3)).toEqual(["drain galley", "close fork of galley", "close galley"]);
});

it("a part that cannot start ends the start, and closes what runs", async () => {
  const failing: Part = { open: () => ({ start: () => Promise.reject(new Error("on purpose")) }) };
  all.push(failing);
  await expect(createGalley(options)).rejects.toThrow("on purpose");
  all.pop();
  expect(told.at(-1)).toBe("close galley");
});
