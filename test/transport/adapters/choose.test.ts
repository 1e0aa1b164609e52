import { afterEach, describe, expect, it, vi } from "vitest";
import { chooseListener } from "../../../transport/adapters/choose.ts";
import { nodeListener } from "../../../transport/adapters/node/node.ts";
import { takesSplitRequestLines } from "../../../transport/adapters/shared/split-request-line.ts";
import { loadUws } from "../../../transport/adapters/uws/uws.ts";

const uws = await loadUws().catch(() => null);

describe("chooseListener", () => {
  const told: string[] = [];
  const tell = (line: string) => told.push(line);
  afterEach(() => {
    told.length = 0;
    vi.doUnmock("uWebSockets.js");
    vi.resetModules();
  });

  it("uses node:http on request", async () => {
    expect((await chooseListener("node", "127.0.0.1", tell)).name).toBe("node:http");
    expect(told).toEqual([]);
  });

  it.each(["127.0.0.1", "localhost", "::1"])("takes uWebSockets.js by itself on %s where it loads", async (host) => {
    expect((await chooseListener("auto", host, tell)).name).toBe(uws?.name ?? "node:http");
    expect(told).toHaveLength(uws === null ? 1 : 0);
  });

  it.each(["0.0.0.0", "::", "192.0.2.7", "galley.example"])(
    "takes node:http by itself on %s, and says in one line how to have the other",
    async (host) => {
      expect((await chooseListener("auto", host, tell)).name).toBe("node:http");
      expect(told).toEqual([
        expect.stringMatching(/^Listening with node:http, because others may reach .*--listener uws/),
      ]);
    },
  );

  it.runIf(uws !== null)("takes uWebSockets.js on a network when it is demanded", async () => {
    expect((await chooseListener("uws", "0.0.0.0", tell)).name).toBe("uWebSockets.js");
  });

  describe("where uWebSockets.js does not load", () => {
    const withoutUws = async () => {
      vi.resetModules();
      vi.doMock("uWebSockets.js", () => {
        throw new Error("This version supports many platforms.\n\nError: version `GLIBC_9.99' not found");
      });
      return (await import("../../../transport/adapters/choose.ts")).chooseListener;
    };

    it("falls back to node:http, and says in one line why", async () => {
      expect((await (await withoutUws())("auto", "127.0.0.1", tell)).name).toBe("node:http");
      expect(told).toEqual([
        expect.stringMatching(/^Listening with node:http, because uWebSockets\.js does not load on Node .*glibc/),
      ]);
    });

    it("refuses to continue if configured", async () => {
      await expect((await withoutUws())("uws", "127.0.0.1", tell)).rejects.toThrow(
        "uWebSockets.js does not load on Node",
      );
    });
  });
});

describe("takesSplitRequestLines", () => {
  it("is true of node:http", async () => expect(await takesSplitRequestLines(nodeListener)).toBe(true));
});
