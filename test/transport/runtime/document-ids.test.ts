import { describe, expect, it } from "vitest";
import { documentIds, type IdsOption } from "../../../transport/runtime/document-ids.ts";

const ID = /^[a-z][a-z0-9]{23}$/;

function some(option: IdsOption): string[] {
  const ids = documentIds(option);
  return Array.from({ length: 1000 }, () => ids.next());
}

describe("documentIds", () => {
  it.each(["random", "sequential", 0, 42, -1, Number.MAX_SAFE_INTEGER] as const)(
    "have the form of %j ids",
    (option) => {
      const ids = some(option);
      expect(ids.every((id) => ID.test(id))).toBe(true);
      expect(new Set(ids).size).toBe(1000);
    },
  );

  it("count from one", () => {
    expect(some("sequential").slice(0, 2)).toEqual(["d00000000000000000000001", "d00000000000000000000002"]);
  });

  it("are the same for the same seed, and others for another", () => {
    expect(some(42)).toEqual(some(42));
    expect(new Set([...some(42), ...some(43), ...some(42 + 2 ** 32)]).size).toBe(3000);
    expect(some("random")).not.toEqual(some("random"));
  });

  it.each(["sequential", 42] as const)("go on alike and apart after a fork (%j)", (option) => {
    const ids = documentIds(option);
    ids.next();
    const fork = ids.fork();
    const [ofFork, ofBase] = [
      [fork.next(), fork.next()],
      [ids.next(), ids.next()],
    ];
    expect(ofFork).toEqual(ofBase);
  });

  it.each(["uuid", 1.5, Number.NaN])("refuse the option %j", (option) => {
    expect(() => documentIds(option as IdsOption)).toThrow(TypeError);
  });
});
