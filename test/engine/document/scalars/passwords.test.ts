import { describe, expect, it } from "vitest";
import { HashedPassword } from "../../../../engine/document/scalars/password.ts";
import { passwordPlaces, replacePasswords } from "../../../../engine/document/scalars/passwords.ts";
import { thing } from "../checking.ts";

const { schema, type } = thing(
  {
    title: { type: "string" },
    secret: { type: "password" },
    account: { type: "component", component: "shared.account" },
    accounts: { type: "component", component: "shared.account", repeatable: true },
    zone: { type: "dynamiczone", components: ["shared.account"] },
  },
  { "shared.account": { name: { type: "string" }, pin: { type: "password", encryption: { rounds: 4 } } } },
);

const data = {
  title: "t",
  secret: "s",
  account: { pin: "1" },
  accounts: [{ name: "n", pin: "2" }, {}, '{"name":"text","pin":"3"}'],
  zone: [
    { __component: "shared.other", pin: "no" },
    { __component: "shared.account", pin: "4" },
  ],
};

describe("passwordPlaces", () => {
  it("finds every password that is a text, with the cost of its hash", () => {
    expect(passwordPlaces(schema, type, data)).toEqual([
      { path: ["secret"], plain: "s", rounds: 10 },
      { path: ["account", "pin"], plain: "1", rounds: 4 },
      { path: ["accounts", 0, "pin"], plain: "2", rounds: 4 },
      { path: ["accounts", 2, "pin"], plain: "3", rounds: 4 },
      { path: ["zone", 1, "pin"], plain: "4", rounds: 4 },
    ]);
  });

  it.each([[null], ["x"], [[]], [{ secret: 5, account: "x", accounts: {}, zone: [null] }]])(
    "finds none in %j",
    (value) => {
      expect(passwordPlaces(schema, type, value)).toEqual([]);
    },
  );
});

describe("replacePasswords", () => {
  it("puts hashes in place of the texts and leaves the data as it was", () => {
    const before = structuredClone(data);
    const hashed = (plain: string) => new HashedPassword(plain, `#${plain}`);
    const places = passwordPlaces(schema, type, data).map(({ path, plain }) => [path, hashed(plain)] as const);
    expect(replacePasswords(data, places)).toEqual({
      title: "t",
      secret: hashed("s"),
      account: { pin: hashed("1") },
      accounts: [{ name: "n", pin: hashed("2") }, {}, { name: "text", pin: hashed("3") }],
      zone: [data.zone[0], { __component: "shared.account", pin: hashed("4") }],
    });
    expect(data).toEqual(before);
  });
});

describe("HashedPassword", () => {
  it("is left out where it is written out", () => {
    expect(JSON.stringify({ value: new HashedPassword("plain", "hash") })).toBe("{}");
  });
});
