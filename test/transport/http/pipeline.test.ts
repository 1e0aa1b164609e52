import { describe, expect, it } from "vitest";
import { CONTRACT, type Profile, STRAPI } from "../../../transport/contract/profiles/profile.ts";
import { createPipeline } from "../../../transport/http/pipeline.ts";
import type { HttpResponse } from "../../../transport/http/port.ts";
import { countedIds } from "../../support/content/counted-ids.ts";
import { requestOf } from "../../support/requests/request-of.ts";
import { smallService } from "../../support/requests/small-service.ts";
import { MemoryLog } from "../../support/storage/memory-log.ts";

type Sent = Parameters<typeof requestOf>[0];

const pipelineOf = (profile: Profile, log = new MemoryLog()) =>
  createPipeline({ services: [], fallback: smallService(profile), newRequestId: countedIds(), log });

const contract = pipelineOf(CONTRACT);
const strapi = pipelineOf(STRAPI);

const headersOf = (response: HttpResponse): { readonly [name: string]: string } =>
  Object.fromEntries([...response.headers, ...(response.ownHeaders ?? [])]);

describe("the pipeline", () => {
  it("answers at once where the route does, and later where the route does", async () => {
    expect(contract(requestOf({ target: "/api/posts" }))).not.toBeInstanceOf(Promise);
    const later = contract(requestOf({ method: "PUT", target: "/api/posts/abc" }));
    expect(later).toBeInstanceOf(Promise);
    expect((await later).status).toBe(200);
  });

  it("answers every failure, and reports its cause only to the log", async () => {
    const log = new MemoryLog();
    const handler = pipelineOf(CONTRACT, log);
    for (const target of ["/api/broken", "/api/broken-later"]) {
      const { status, body, requestId } = await handler(requestOf({ target }));
      expect([status, String(body).includes("fire")]).toEqual([500, false]);
      expect(log.lines.pop()).toMatchObject({
        level: "error",
        fields: { id: requestId, err: { message: "the disk is on fire", stack: expect.any(String) } },
      });
    }
    await handler(requestOf({ target: "/api/refused" }));
    expect(log.lines).toEqual([]);
  });

  describe("paths and methods", () => {
    const ALL = "HEAD, GET";
    it.each<[Sent, number, number, string | undefined]>([
      [{ target: "/api/posts/" }, 200, 200, undefined],
      [{ target: "/API/POSTS/abc" }, 200, 200, undefined],
      [{ method: "HEAD", target: "/api/posts" }, 200, 200, undefined],
      [{ target: "/api/nope" }, 404, 404, undefined],
      [{ method: "HEAD", target: "/nope" }, 404, 404, undefined],
      [{ method: "POST", target: "/api/nope" }, 404, 405, ALL],
      [{ method: "OPTIONS", target: "/api/nope" }, 404, 200, ALL],
      [{ method: "DELETE", target: "/api/posts//" }, 404, 405, ALL],
      [{ method: "DELETE", target: "/api/posts" }, 405, 405, "HEAD, GET, POST"],
      [{ method: "OPTIONS", target: "/api/posts" }, 200, 200, "HEAD, GET, POST"],
      [{ method: "PROPFIND", target: "/api/posts" }, 405, 501, "HEAD, GET, POST"],
      [{ method: "get", target: "/api/posts" }, 405, 501, "HEAD, GET, POST"],
    ])("%j is %i in the default profile and %i in strapi", async (sent, inContract, inStrapi, allow) => {
      const [one, other] = [await contract(requestOf(sent)), await strapi(requestOf(sent))];
      expect([one.status, other.status]).toEqual([inContract, inStrapi]);
      expect(headersOf(other).allow).toBe(allow);
    });

    it("a body is read before a route is looked for", async () => {
      const sent = { method: "POST", target: "/api/nope", headers: { "content-type": "application/json" }, body: "{" };
      expect((await contract(requestOf(sent))).status).toBe(400);
    });

    it("hands the route the texts of its path and its body", async () => {
      const { body } = await contract(
        requestOf({
          method: "PUT",
          target: "/api/posts/a%20b",
          headers: { "content-type": "application/json" },
          body: '{"data":{}}',
        }),
      );
      expect(JSON.parse(String(body))).toEqual({ params: ["a b"], prepared: { data: {} } });
    });
  });

  describe("browsers of other origins", () => {
    const preflight = requestOf({
      method: "OPTIONS",
      target: "/api/nope",
      headers: { origin: "https://app.example", "access-control-request-method": "DELETE" },
    });

    it("get a preflight answered on any path", async () => {
      for (const handler of [contract, strapi]) {
        const response = await handler(preflight);
        expect([response.status, response.body]).toEqual([204, null]);
        expect(headersOf(response)["access-control-allow-methods"]).toContain("DELETE");
        expect(headersOf(response)["content-type"]).toBeUndefined();
      }
      expect(headersOf(await contract(preflight))["access-control-allow-origin"]).toBe("*");
      expect(headersOf(await strapi(preflight))["access-control-allow-origin"]).toBe("https://app.example");
    });

    it("may read errors too", async () => {
      const refused = await contract(requestOf({ target: "/api/broken", headers: { origin: "https://app.example" } }));
      expect(headersOf(refused)["access-control-allow-origin"]).toBe("*");
    });
  });

  describe("request ids", () => {
    const idOf = async (given?: string) =>
      (await contract(requestOf(given === undefined ? {} : { headers: { "x-request-id": given } }))).requestId;

    it("are the caller's when they are sane", async () => {
      for (const id of ["a", "0f8fad5b-d9cb-469f-a165-70867728950e", "x".repeat(64)]) expect(await idOf(id)).toBe(id);
    });

    it.each(["x".repeat(65), "a b", "a\r\nset-cookie: b", "ä", "\u007f"])("are new ones for %j", async (given) => {
      expect(await idOf(given)).toMatch(/^[\w-]+$/);
    });

    it("never come twice", async () => {
      const ids = await Promise.all(Array.from({ length: 100 }, () => idOf()));
      expect(new Set(ids).size).toBe(100);
    });
  });

  it("has the profile's security headers on every answer", async () => {
    for (const [handler, profile] of [
      [contract, CONTRACT],
      [strapi, STRAPI],
    ] as const) {
      for (const sent of [{ target: "/api/posts" }, { target: "/nope" }, { method: "PATCH", target: "/api/posts" }]) {
        expect((await handler(requestOf(sent))).headers).toEqual(expect.arrayContaining([...profile.securityHeaders]));
      }
    }
  });
});
