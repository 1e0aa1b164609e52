import { describe, expect, it } from "vitest";
import { isDecodable, Router } from "../../../transport/http/router.ts";

const router = new Router([
  { method: "GET", path: "/api/posts", describes: null, handle: "list" },
  { method: "POST", path: "/api/posts", describes: null, handle: "create" },
  { method: "GET", path: "/api/posts/:documentId", describes: null, handle: "read" },
  { method: "PUT", path: "/api/posts/:documentId", describes: null, handle: "update" },
  { method: "POST", path: "/api/posts/:documentId/actions/publish", describes: null, handle: "publish" },
  { method: "GET", path: "/api/posts/feed", describes: null, handle: "feed" },
  { method: "GET", path: "/", describes: null, handle: "root" },
]);

const found = (path: string, method = "GET") => router.find(path)?.endpoint.methods.get(method);
const params = (path: string) => router.find(path)?.params;

describe("Router", () => {
  it.each([
    ["/api/posts", "GET", "list"],
    ["/api/posts", "POST", "create"],
    ["/api/posts/abc", "GET", "read"],
    ["/api/posts/abc", "PUT", "update"],
    ["/api/posts/abc/actions/publish", "POST", "publish"],
    ["/", "GET", "root"],
  ])("finds %s %s", (path, method, handle) => expect(found(path, method)).toBe(handle));

  it("has HEAD for every GET", () => {
    expect(found("/api/posts", "HEAD")).toBe("list");
    expect(found("/api/posts/abc/actions/publish", "HEAD")).toBeUndefined();
  });

  it("names the methods of a path, HEAD first", () => {
    expect(router.find("/api/posts")?.endpoint.allow).toBe("HEAD, GET, POST");
    expect(router.find("/api/posts/abc")?.endpoint.allow).toBe("HEAD, GET, PUT");
    expect(router.find("/api/posts/abc/actions/publish")?.endpoint.allow).toBe("POST");
  });

  it.each(["/api/posts/", "/API/Posts", "/Api/POSTS/"])("takes %s for /api/posts", (path) => {
    expect(found(path)).toBe("list");
  });

  it.each([
    "",
    "/api",
    "/api/",
    "/api/pos",
    "/api/posts//",
    "//api/posts",
    "/api//posts",
    "/api/posts//actions/publish",
    "/api/posts/abc/def",
    "/api/posts/abc/actions",
    "/api/p%6Fsts",
    "/__proto__",
    "/constructor/prototype",
  ])("finds nothing at %j", (path) => expect(router.find(path)).toBeNull());

  it("gives the texts of variable segments, decoded, in their own case", () => {
    expect(params("/api/posts/aBc")).toEqual(["aBc"]);
    expect(params("/api/posts/a%20b%2Fc/")).toEqual(["a b/c"]);
    expect(params("/api/posts/%E8%8C%B6/actions/publish")).toEqual(["茶"]);
    expect(params("/api/posts")).toEqual([]);
  });

  it.each(["%zz", "%", "%E0%A4%A"])("gives %s as it was sent, because it cannot be decoded", (text) => {
    expect(params(`/api/posts/${text}`)).toEqual([text]);
    expect(isDecodable(`/api/posts/${text}`)).toBe(false);
  });

  it("prefers a fixed segment to a variable one", () => expect(found("/api/posts/feed")).toBe("feed"));

  it("finds what a fixed segment hides by its method, with the texts of its own segments", () => {
    const hidden = router.findHidden("/api/posts/Feed/", "PUT");
    expect(hidden?.endpoint.methods.get("PUT")).toBe("update");
    expect(hidden?.params).toEqual(["Feed"]);
    const deeper = router.findHidden("/api/posts/feed/actions/publish", "POST");
    expect(deeper?.endpoint.methods.get("POST")).toBe("publish");
    expect(deeper?.params).toEqual(["feed"]);
  });

  it("names the methods of all routes of a path that lacks one", () => {
    expect(router.findHidden("/api/posts/feed", "DELETE")?.endpoint.allow).toBe("HEAD, GET, PUT");
    expect(router.findHidden("/api/posts/feed/x", "GET")).toBeNull();
  });
});
