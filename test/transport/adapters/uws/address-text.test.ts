import { describe, expect, it } from "vitest";
import { addressText } from "../../../../transport/adapters/uws/address-text.ts";

const written = (...bytes: number[]) => addressText(Uint8Array.from(bytes).buffer);
const zeros = (count: number) => Array<number>(count).fill(0);

describe("the address of a client", () => {
  it("is written as IPv4", () => expect(written(192, 0, 2, 7)).toBe("192.0.2.7"));

  it("is written as IPv6", () =>
    expect(written(0x20, 1, 0xd, 0xb8, ...zeros(10), 0, 0x1f)).toBe("2001:0db8:0000:0000:0000:0000:0000:001f"));

  it("is empty where the system gives none", () => expect(written()).toBe(""));
});
