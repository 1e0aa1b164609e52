import { describe, expect, it } from "vitest";
import { createGalley, type GalleyOptions } from "../../../transport/galley.ts";
import { BLOG } from "../../support/content/blog.ts";

const LISTED = "https://a.example";
const STRANGER = "https://evil.example";
const ORIGINS = [LISTED, STRANGER, "null", "https://a.example.evil.example", "HTTPS://A.EXAMPLE"];
const PATHS = ["/api/posts", "/api/nosuch", "/graphql", "/api/upload", "/todos"];

/** The permissions that a browser may learn: the allowed origin, and whether credentials may be sent. */
type Allowed = readonly [origin: string | null, credentials: string | null];

async function askedFrom(url: string, origin: string, preflight: boolean): Promise<Allowed> {
  const asks = preflight ? { "access-control-request-method": "PUT" } : {};
  const { headers, status } = await fetch(url, {
    method: preflight ? "OPTIONS" : "GET",
    headers: { origin, ...asks },
  });
  if (preflight) expect(status).toBe(204);
  expect(headers.get("vary")).toMatch(/origin/i);
  return [headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")];
}

/** Every path × every origin, before a request and with it. */
async function matrix(listener: "node" | "uws", cors: GalleyOptions["cors"]): Promise<ReadonlyMap<string, Allowed>> {
  await using galley = await createGalley({
    schema: BLOG,
    todo: true,
    graphql: true,
    ...(cors !== undefined && { cors }),
  });
  const { url } = await galley.listen({ port: 0, listener });
  const cells = new Map<string, Allowed>();
  for (const path of PATHS) {
    for (const origin of ORIGINS) {
      for (const preflight of [true, false]) {
        cells.set(`${path} ${origin} ${preflight}`, await askedFrom(`${url}${path}`, origin, preflight));
      }
    }
  }
  return cells;
}

/** The expected content of every cell. */
function expected(of: (path: string, origin: string) => Allowed): ReadonlyMap<string, Allowed> {
  const cells = PATHS.flatMap((path) =>
    ORIGINS.flatMap((origin) =>
      [true, false].map((preflight) => [`${path} ${origin} ${preflight}`, of(path, origin)] as const),
    ),
  );
  return new Map(cells);
}

const ANYONE: Allowed = ["*", null];

describe.each(["node", "uws"] as const)("over %s", (listener) => {
  it("any origin may ask without credentials unless the configuration says", async () => {
    expect(await matrix(listener, undefined)).toEqual(expected(() => ANYONE));
  });

  it("only listed origins may ask where there is a list, and with credentials; todos are for anyone", async () => {
    const allowed = expected((path, origin) => {
      if (path === "/todos") return ANYONE;
      return origin === LISTED ? [LISTED, "true"] : [null, null];
    });
    expect(await matrix(listener, [LISTED])).toEqual(allowed);
  });
});
