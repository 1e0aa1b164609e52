import { describe, expect, it } from "vitest";
import { CONTRACT, STRAPI } from "../../../../transport/contract/profiles/profile.ts";
import {
  type CorsPolicy,
  corsHeaders,
  preflightHeaders,
  withOrigins,
} from "../../../../transport/http/headers/cors.ts";
import { requestOf } from "../../../support/requests/request-of.ts";

const ORIGIN = "https://app.example";
const LISTED = withOrigins(CONTRACT.cors, [ORIGIN, "https://other.example"]);
const ANYTHING: CorsPolicy = { ...CONTRACT.cors, methods: "asked", headers: "asked" };

const headers = (policy: CorsPolicy, origin: string | undefined) => Object.fromEntries(corsHeaders(policy, origin));

describe("corsHeaders", () => {
  it("allows any origin without credentials in the default profile", () => {
    expect(headers(CONTRACT.cors, ORIGIN)).toEqual({ vary: "Origin", "access-control-allow-origin": "*" });
  });

  it("says nothing without an origin, but that it would matter", () => {
    expect(headers(CONTRACT.cors, undefined)).toEqual({ vary: "Origin" });
  });

  it("echoes the origin with credentials in the profile strapi", () => {
    expect(headers(STRAPI.cors, ORIGIN)).toEqual({
      vary: "Origin",
      "access-control-allow-origin": ORIGIN,
      "access-control-allow-credentials": "true",
    });
    expect(headers(STRAPI.cors, undefined)["access-control-allow-origin"]).toBe("");
  });

  it("allows listed origins with credentials, and no others", () => {
    expect(headers(LISTED, ORIGIN)).toEqual({
      vary: "Origin",
      "access-control-allow-origin": ORIGIN,
      "access-control-allow-credentials": "true",
    });
    expect(headers(LISTED, "https://evil.example")).toEqual({ vary: "Origin" });
    expect(headers(LISTED, "null")).toEqual({ vary: "Origin" });
  });

  it("never allows any origin together with credentials", () => {
    expect(withOrigins(STRAPI.cors, "*")).toMatchObject({ origins: "*", credentials: false });
  });

  it.each(["https://a.example\r\nset-cookie: a=b", "https://ä.example", "x".repeat(2000)])(
    "never tells back what no browser sends: %j",
    (origin) => expect(headers(STRAPI.cors, origin)["access-control-allow-origin"]).toBe(""),
  );
});

describe("preflightHeaders", () => {
  const asked = requestOf({
    headers: { "access-control-request-method": "LINK", "access-control-request-headers": "x-a, authorization" },
  });

  it("states what the policy allows", () => {
    expect(Object.fromEntries(preflightHeaders(STRAPI.cors, asked))).toEqual({
      "access-control-allow-methods": "GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS",
      "access-control-allow-headers": "Content-Type,Authorization,Origin,Accept",
      "access-control-max-age": "31536000",
    });
  });

  it("echoes the requested method and headers if anything is allowed", () => {
    expect(Object.fromEntries(preflightHeaders(ANYTHING, asked))).toMatchObject({
      "access-control-allow-methods": "LINK",
      "access-control-allow-headers": "x-a, authorization",
    });
    expect(Object.fromEntries(preflightHeaders(ANYTHING, requestOf({})))).toMatchObject({
      "access-control-allow-headers": "*",
    });
  });
});
