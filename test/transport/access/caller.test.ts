import { describe, expect, test } from "vitest";
import { type Action, defineSchema } from "../../../engine/internal.ts";
import { type CallerOptions, createCallers } from "../../../transport/access/caller.ts";
import { clientAddress } from "../../../transport/access/client-address.ts";
import { hashToken, newToken } from "../../../transport/access/tokens.ts";
import { BLOG } from "../../support/content/blog.ts";
import { requestOf } from "../../support/requests/request-of.ts";

const schema = defineSchema(BLOG);
const NO_ROLES = new Map();
const NOW = Date.parse("2026-01-01T00:00:00.000Z");

const tokens = [
  { name: "full", token: "full-token", access: "full-access" },
  { name: "read", hash: hashToken("read-token"), access: "read-only" },
  { name: "desk", token: "desk-token", role: "editor" },
  { name: "old", token: "old-token", access: "full-access", expiresAt: "2025-12-31T23:59:59.999Z" },
  { name: "brief", token: "brief-token", access: "full-access", expiresAt: "2026-01-01T00:00:01.000Z" },
] as const;

function open(options: Partial<CallerOptions> = {}, now = () => NOW) {
  return createCallers({
    schema,
    roles: { public: { "*": ["find", "findOne"], tag: [] }, editor: { post: ["create"] } },
    tokens,
    malformedCredentials: "refuse",
    ...options,
  })(now, () => NO_ROLES);
}

function may(authorization: string | undefined, type: string, action: Action): boolean {
  const caller = open()(authorization);
  if (caller.kind === "unauthorized") throw new Error(caller.message);
  return caller.access.may(type, action);
}

const message = (authorization: string, options?: Partial<CallerOptions>) => {
  const caller = open(options)(authorization);
  return caller.kind === "unauthorized" ? caller.message : caller.kind;
};

describe("a caller without credentials", () => {
  test.each([undefined, "", "  "])("is public (%j)", (authorization) => {
    expect(open()(authorization)).toMatchObject({ kind: "public", access: { authenticated: false } });
  });

  test("may what `*` grants on types that are not named", () => {
    expect(may(undefined, "api::post.post", "find")).toBe(true);
    expect(may(undefined, "api::post.post", "create")).toBe(false);
    expect(may(undefined, "api::tag.tag", "find")).toBe(false);
  });

  test("may nothing when there is no public role", () => {
    const caller = open({ roles: {}, tokens: [] })(undefined);
    expect(caller.kind === "public" && caller.access.may("api::post.post", "find")).toBe(false);
  });

  test("may nothing on types that do not exist", () => {
    expect(may(undefined, "constructor", "find")).toBe(false);
  });
});

describe("a token", () => {
  test("with full access may everything", () => {
    expect(may("Bearer full-token", "api::post.post", "delete")).toBe(true);
  });

  test("that is read-only may find and findOne every type and nothing else", () => {
    expect(may("Bearer read-token", "api::tag.tag", "find")).toBe(true);
    expect(may("Bearer read-token", "api::tag.tag", "findOne")).toBe(true);
    expect(may("Bearer read-token", "api::tag.tag", "update")).toBe(false);
  });

  test("bound to a role has exactly the permissions of the role", () => {
    expect(may("Bearer desk-token", "api::post.post", "create")).toBe(true);
    expect(may("Bearer desk-token", "api::post.post", "find")).toBe(false);
  });

  test.each(["bearer full-token", "BEARER   full-token", " Bearer full-token "])("is accepted as %j", (text) => {
    expect(open()(text)).toMatchObject({ kind: "token", name: "full", access: { authenticated: true } });
  });

  test("that is unknown is refused", () => {
    expect(message("Bearer nobody")).toBe("Missing or invalid credentials");
    expect(message(`Bearer ${hashToken("read-token")}`)).toBe("Missing or invalid credentials");
  });

  test("that has expired is refused with its own message", () => {
    expect(message("Bearer old-token")).toBe("Token expired");
  });

  test("expires also after it was used", () => {
    let now = NOW;
    const find = open({}, () => now);
    expect(find("Bearer brief-token").kind).toBe("token");
    now += 1000;
    expect(find("Bearer brief-token")).toEqual({ kind: "unauthorized", message: "Token expired" });
  });

  test("is recognised again in however many ways it is written", () => {
    const find = open();
    for (let blanks = 1; blanks < 2500; blanks++) {
      expect(find(`Bearer${" ".repeat(blanks)}full-token`).kind).toBe("token");
    }
  });
});

describe("a malformed header", () => {
  const forms = ["Basic dXNlcjpwYXNz", "full-token", "Bearer", "Bearer  ", "Bearer full-token twice"];

  test.each(forms)("is refused where malformed credentials are (%j)", (text) => {
    expect(message(text)).toBe("Missing or invalid credentials");
  });

  test.each(forms)("counts as none where they are ignored (%j)", (text) => {
    expect(message(text, { malformedCredentials: "ignore" })).toBe("public");
  });
});

describe("roles and tokens that cannot be", () => {
  test("are all reported at once with their paths", () => {
    const find = () =>
      open({
        // The options may come from a file, so the types promise nothing.
        roles: {
          public: { post: ["find", "readDrafts"] },
          editor: { nothing: ["find"], post: ["find", "fly" as Action], "api::post.post": ["find"] },
        },
        tokens: [
          { name: "a", token: "two words", access: "read-only" },
          { name: "b", hash: "sha256:short", access: "read-only" },
          { name: "c", token: "fine", role: "absent" },
          { name: "c", token: "good", access: "read-only" },
          { name: "d", token: "good", access: "read-only", expiresAt: "tomorrow" },
        ],
      });
    expect(find).toThrow(
      [
        "Access is not valid:",
        "  roles.public.post.1: drafts cannot be read without credentials",
        '  roles.editor.nothing: there is no content type "nothing"',
        '  roles.editor.post.1: there is no action "fly": find, findOne, create, update, delete, publish, unpublish, discardDraft, readDrafts',
        "  roles.editor.api::post.post: api::post.post is named twice",
        "  tokens.0.token: must be printable ASCII without blanks",
        "  tokens.1.hash: must be sha256: and 64 hexadecimal digits",
        "  tokens.2.role: there is no such role",
        '  tokens.3.name: there is a token "c" already',
        "  tokens.4.token: this token is listed already",
        "  tokens.4.expiresAt: must be an instant in ISO 8601",
      ].join("\n"),
    );
  });
});

describe("a new token", () => {
  test("holds 256 random bits and passes every check", () => {
    const [first, second] = [newToken(), newToken()];
    expect(first).not.toBe(second);
    expect(Buffer.from(first.replace("galley_", ""), "base64url")).toHaveLength(32);
    const find = open({ tokens: [{ name: "new", hash: hashToken(first), access: "read-only" }] });
    expect(find(`Bearer ${first}`).kind).toBe("token");
  });
});

const from = (remoteAddress: string, forwarded?: string) => ({
  ...requestOf(forwarded === undefined ? {} : { headers: { "x-forwarded-for": forwarded } }),
  remoteAddress,
});

test.each([
  ["203.0.113.9", undefined, "203.0.113.9"],
  ["203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "made up, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
  ["10.0.0.1", "10.0.0.2", "10.0.0.1"],
  ["::ffff:203.0.113.9", undefined, "203.0.113.9"],
  ["0000:0000:0000:0000:0000:ffff:203.0.113.9", undefined, "203.0.113.9"],
  ["0000:0000:0000:0000:0000:ffff:cb00:7109", undefined, "203.0.113.9"],
  ["0000:0000:0000:0000:0000:0000:0000:0001", "::FFFF:c633:6401", "198.51.100.1"],
  ["::ffff:10.0.0.1", "198.51.100.1:51234", "198.51.100.1"],
  ["10.0.0.1", "[2001:db8:1:2::7]:51234, ::ffff:10.0.0.2", "2001:db8:1:2"],
  ["10.0.0.1", "2001:db8:1:2:3:4:5:6%a.b", "2001:db8:1:2"],
  ["10.0.0.1", "2001:db8:1:2:3:4:5:6%a:b", "2001:db8:1:2"],
  ["fe80::1%eth0.100", undefined, "fe80:0:0:0"],
  ["10.0.0.1", "not:an:address", "not:an:address"],
  ["2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2"],
  ["2001:0db8::6", undefined, "2001:db8:0:0"],
  ["::2", undefined, "0:0:0:0"],
  ["", "198.51.100.1", ""],
])("a request from %j, forwarded for %j, is of %j", (remote, forwarded, address) => {
  expect(clientAddress(["10.0.0.1", "10.0.0.2", "::1"])(from(remote, forwarded))).toBe(address);
});
