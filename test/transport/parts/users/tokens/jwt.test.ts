import { jwtVerify, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { Jwt } from "../../../../../transport/parts/users/tokens/jwt.ts";

const SECRET = "a secret that is long enough for anyone";
const KEY = new TextEncoder().encode(SECRET);
const jwt = new Jwt(SECRET);
const later = Math.floor(Date.now() / 1000) + 60;

const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("Jwt", () => {
  it("signs tokens that another implementation takes", async () => {
    const { payload, protectedHeader } = await jwtVerify(jwt.sign(7, "stamp", 1000, later), KEY);
    expect(payload).toEqual({ id: 7, stamp: "stamp", iat: 1000, exp: later });
    expect(protectedHeader).toEqual({ alg: "HS256", typ: "JWT" });
  });

  it("accepts tokens signed by another implementation", async () => {
    const token = await new SignJWT({ id: 7 })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setExpirationTime(later);
    expect(jwt.verify(await token.sign(KEY))).toEqual({ id: 7, exp: later, stamp: null });
  });

  it("accepts no token with another secret or algorithm, or without a signature", async () => {
    const payload = text({ id: 1, exp: later });
    const none = `${text({ alg: "none", typ: "JWT" })}.${payload}.`;
    const sha512 = new SignJWT({ id: 1 }).setProtectedHeader({ alg: "HS512", typ: "JWT" }).setExpirationTime(later);
    for (const token of [none, new Jwt("another secret").sign(1, "stamp", 0, later), await sha512.sign(KEY)]) {
      expect(jwt.verify(token)).toBeNull();
    }
  });

  it("accepts no modified token", () => {
    const token = jwt.sign(1, "stamp", 0, later);
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      expect(jwt.verify(changed)).toBeNull();
    }
    for (const changed of ["", ".", "..", "...", `${token}.`, `${token}=`, ` ${token}`, token.slice(0, -1)]) {
      expect(jwt.verify(changed)).toBeNull();
    }
  });

  it("stamps each password differently, depending on the secret", () => {
    const stamps = [
      jwt.stampOf("hash"),
      jwt.stampOf("other hash"),
      jwt.stampOf(null),
      new Jwt("another").stampOf("hash"),
    ];
    expect(new Set(stamps).size).toBe(4);
    expect(jwt.verify(jwt.sign(1, jwt.stampOf("hash"), 0, later))?.stamp).toBe(jwt.stampOf("hash"));
  });

  it("accepts no token with other claims", async () => {
    const sign = (claims: Record<string, unknown>) =>
      new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(KEY);
    for (const claims of [{}, { id: 1 }, { id: "1", exp: later }, { id: 1.5, exp: later }, { id: 1, exp: "never" }]) {
      expect(jwt.verify(await sign(claims))).toBeNull();
    }
  });
});
