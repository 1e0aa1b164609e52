import { describe, expect, it } from "vitest";
import { withoutSecrets } from "../../../../transport/http/params/without-secrets.ts";
import { createLog } from "../../../../transport/parts/operations/log.ts";
import { requestLog } from "../../../../transport/parts/operations/request-log.ts";
import { requestOf } from "../../../support/requests/request-of.ts";
import { MemoryLog } from "../../../support/storage/memory-log.ts";

const TOKEN = "a-token-that-nobody-may-see";

const logged = (status: number, target = "/api/posts") => {
  const log = new MemoryLog();
  const request = requestOf({ target, headers: { authorization: `Bearer ${TOKEN}`, cookie: TOKEN }, body: TOKEN });
  requestLog(log)(request, { status, headers: [], requestId: "id-1", body: "äö" }, performance.now());
  return log.lines;
};

describe("requestLog", () => {
  it("has a line per request", () => {
    expect(logged(200, "/api/posts?sort=title")).toEqual([
      {
        level: "info",
        message: "request",
        fields: {
          id: "id-1",
          method: "GET",
          path: "/api/posts",
          query: "sort=title",
          status: 200,
          bytes: 4,
          ms: expect.any(Number),
        },
      },
    ]);
  });

  it.each([
    [200, "info"],
    [304, "info"],
    [404, "warn"],
    [500, "error"],
    [503, "warn"],
    [504, "error"],
    [507, "warn"],
  ])("tells a status of %i as %s", (status, level) => expect(logged(status)[0]?.level).toBe(level));

  it.each(["json", "lines"] as const)("looks at nothing of a request whose line is dropped: %s", async (format) => {
    const log = await createLog("warn", "warn", format);
    const request = new Proxy(requestOf({ target: "/api/posts?filters%5Btitle%5D=a" }), {
      get: (_, name) => expect.fail(`${String(name)} is read`),
    });
    const answer = { headers: [], requestId: "id-1", body: "a" };
    requestLog(log)(request, { ...answer, status: 200 }, performance.now());
    expect(() => requestLog(log)(request, { ...answer, status: 404 }, performance.now())).toThrow("method is read");
  });

  it("never reveals a token, however it was sent", () => {
    const names =
      "access_token,filters[resetPasswordToken][$eq],filters%5Bpassword%5D,apiKey,jwt,JWT,pwd,code,authCode,sig,X-Amz-Sig,X-Amz-Signature,sessionId,%63ode,otp";
    for (const name of names.split(",")) {
      expect(JSON.stringify(logged(200, `/api/posts?a=b&${name}=${TOKEN}&c=d`))).not.toContain(TOKEN);
    }
  });
});

describe("withoutSecrets", () => {
  it.each([
    ["", undefined],
    ["filters[title]=Tokens", "filters[title]=Tokens"],
    ["sort=a&token=b&fields=c", "sort=a&token=[hidden]&fields=c"],
    ["filters%5BPassword%5D=b", "filters%5BPassword%5D=[hidden]"],
    ["%zz=1&secret", "%zz=1&secret"],
    ["filters[author][design]=a&pinned=b", "filters[author][design]=a&pinned=b"],
  ])("makes %j into %j", (query, expected) => expect(withoutSecrets(query)).toBe(expected));
});
