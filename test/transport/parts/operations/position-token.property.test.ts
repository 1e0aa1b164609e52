import { describe, expect, it } from "vitest";
import { PositionTokens } from "../../../../transport/parts/operations/position-token.ts";
import { fc } from "../../../support/fast-check.ts";

const position = fc.maxSafeNat();

describe("tokens of positions", () => {
  it("are read again by every node of the log, and by no other", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), position, (log, other, at) => {
        const token = new PositionTokens(log).tokenOf(at);
        expect(token).toMatch(/^[\w-]{22}$/);
        expect(new PositionTokens(log).positionOf(token)).toBe(at);
        if (other !== log) expect(new PositionTokens(other).positionOf(token)).toBeNull();
      }),
    );
  });

  it("do not show which of two positions is later", () => {
    fc.assert(
      fc.property(position, (at) => {
        const tokens = new PositionTokens("log");
        const [one, next] = [tokens.tokenOf(at), tokens.tokenOf(at + 1)].map((token) =>
          Buffer.from(token, "base64url"),
        );
        const same = [...(one ?? [])].filter((byte, index) => byte === next?.[index]);
        expect(same.length).toBeLessThan(8);
      }),
    );
  });

  it("may be any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String({ minLength: 22, maxLength: 24 })), (text) => {
        expect(new PositionTokens("log").positionOf(text)).toBeNull();
      }),
    );
  });
});
