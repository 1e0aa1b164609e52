import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { BLOG } from "../../support/content/blog.ts";
import { statuses, talk } from "../../support/requests/raw-socket.ts";

const LONG = "x".repeat(5000);

/** Request targets that mean something else to others, byte by byte, and how they are answered. */
const TARGETS: readonly (readonly [target: string, contract: number, strapi?: number])[] = [
  ["/api/tags", 200],
  ["/api/tags/", 200],
  ["/API/Tags", 200],
  ["//api/tags", 404],
  ["/api//tags", 404],
  ["/api/tags//", 404],
  ["/api/./tags", 404],
  ["/api/nosuch/../tags", 404],
  ["/api/nosuch/%2e%2e/tags", 404],
  ["/api/%74ags", 404],
  ["/api%2ftags", 404],
  ["/api/tags%00", 404, 400],
  ["/api/tags/%00", 404, 400],
  ["/api/tags;a=b", 404],
  ["/api\\tags", 404],
  ["/api/tags/..%5c..%5ctags", 404],
  ["/api/tags/%", 404, 400],
  ["/api/tags/%zz", 404, 400],
  ["/api/tags/%c0%ae", 404, 400],
  ["/api/tags/%ff", 404, 400],
  [`/api/tags/${LONG}`, 404],
  ["/uploads/../package.json", 404],
  ["/uploads/%2e%2e%2fpackage.json", 404],
  ["/uploads/..%5cpackage.json", 404],
  ["/__galley/../api/tags", 404],
  ["/api/tags#a", 404],
  ["/api/tags?a=b#c", 200],
  ["/api/tags?/../../x", 200],
];

const SERVERS = (["node", "uws"] as const).flatMap((listener) =>
  (["contract", "strapi"] as const).map((profile) => ({ listener, profile })),
);

describe.each(SERVERS)("a request target over $listener in the profile $profile", ({ listener, profile }) => {
  let galley: Galley;
  let port: number;
  beforeAll(async () => {
    galley = await createGalley({ schema: BLOG, profile, roles: { public: { "*": ["find", "findOne"] } } });
    ({ port } = await galley.listen({ port: 0, listener }));
  });
  afterAll(() => galley.close());

  it.each(TARGETS)("%s is answered as it stands, never as another", async (target, contract, strapi = contract) => {
    for (const method of ["GET", "HEAD"]) {
      const reply = await talk(port, [`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`], 60_000);
      expect([method, ...statuses(reply)]).toEqual([method, profile === "strapi" ? strapi : contract]);
    }
  });
});
