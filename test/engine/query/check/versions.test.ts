import { describe, expect, it } from "vitest";
import { STRAPI_RULES } from "../../../../engine/internal.ts";
import { ask, refusal, TOKEN } from "./content.ts";

describe("status by the rules of the contract", () => {
  it.each([
    ["", ["published"]],
    ["status=published", ["published"]],
    ["status=draft", ["draft"]],
    ["status=published&status=draft", ["draft", "published"]],
    ["status=draft&status=draft", ["draft"]],
    ["status[]=published", ["published"]],
  ])("%s", (query, statuses) => {
    expect(ask(query, { access: TOKEN }).statuses).toEqual(statuses);
  });

  it.each([
    ["status=DRAFT", "DRAFT"],
    ["status=", ""],
    ["status", "null"],
    ["status=draft&status=foo", "foo"],
    ["status[$eq]=draft", '{"$eq":"draft"}'],
  ])("refuses %s", (query, received) => {
    const message = `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${received}`;
    expect(refusal(query)).toEqual({ code: "validation", message, details: {} });
  });

  it("shows drafts to callers with credentials only", () => {
    const error = { code: "unauthorized", message: "Missing or invalid credentials", details: {} };
    expect(refusal("status=draft")).toEqual(error);
    expect(refusal("status=published&status=draft&filters[nosuch]=1", { type: "author" })).toEqual(error);
  });
});

describe("status by the rules of the real server", () => {
  it.each([
    ["", "published"],
    ["status=published", "published"],
    ["status=draft", "draft"],
    ["status", "draft"],
    ["status=foo", "draft"],
    ["status[]=published", "draft"],
  ])("%s", (query, status) => {
    expect(ask(query, { rules: STRAPI_RULES }).statuses).toEqual([status]);
  });
});

describe("publicationFilter", () => {
  it.each([
    ["", null],
    ["publicationFilter", null],
    ["publicationFilter=modified", "modified"],
    ["hasPublishedVersion=true", "has-published-version-document"],
    ["hasPublishedVersion=false", "never-published-document"],
    ["hasPublishedVersion", null],
    ["hasPublishedVersion=false&publicationFilter=modified", "modified"],
  ])("%s", (query, filter) => {
    expect(ask(query).publicationFilter).toBe(filter);
  });

  it("refuses other words before anything else", () => {
    const details = { source: "query", param: "publicationFilter" };
    expect(refusal("publicationFilter=foo&filters[nosuch]=1")).toMatchObject({ code: "validation", details });
    expect(refusal("publicationFilter=")).toMatchObject({ code: "validation", details });
    expect(refusal("hasPublishedVersion=1")).toMatchObject({ code: "validation", details: {} });
  });
});

describe("other parameters", () => {
  it.each([
    ["_q=x", "x"],
    ["_q=", null],
    ["_q", null],
  ])("%s", (query, search) => {
    expect(ask(query).search).toBe(search);
  });

  it("refuses a search for a list, and the internal lookup", () => {
    expect(refusal("_q[]=x")).toMatchObject({ code: "validation", details: { source: "query", param: "_q" } });
    expect(refusal("lookup[title]=x")).toEqual({
      code: "validation",
      message: "Invalid params: 'lookup'",
      details: {},
    });
  });

  it("mean nothing", () => {
    expect(ask("foo=1&Filters[nosuch]=1&where[a]=1&locale=xx&data[x]=1")).toEqual(ask(""));
  });
});
