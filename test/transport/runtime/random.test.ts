import { describe, expect, it } from "vitest";
import { SYSTEM_RANDOM } from "../../../transport/runtime/random.ts";

describe("random bytes of the system", () => {
  it("come in the requested number, also when it exceeds the size of a chunk", () => {
    expect([0, 1, 24, 5000, 24].map((count) => SYSTEM_RANDOM.bytes(count).length)).toEqual([0, 1, 24, 5000, 24]);
  });

  it("are given once, and do not change later", () => {
    const given = Array.from({ length: 1000 }, () => SYSTEM_RANDOM.bytes(16));
    const seen = given.map((bytes) => Buffer.from(bytes).toString("hex"));

    SYSTEM_RANDOM.bytes(5000);

    expect(new Set(seen).size).toBe(1000);
    expect(given.map((bytes) => Buffer.from(bytes).toString("hex"))).toEqual(seen);
  });
});
