import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { accessOf } from "../../../transport/cli/content/content.ts";
import { resolveSettings } from "../../../transport/cli/settings.ts";
import { parseArguments, UsageError } from "../../../transport/cli/usage/usage.ts";
import { USAGES } from "../../../transport/cli/usage/usages.ts";
import type { GalleyConfig } from "../../../transport/config/config.ts";

function settings(args: readonly string[], environment: Record<string, string> = {}, config: GalleyConfig = {}) {
  return resolveSettings(parseArguments(USAGES.serve, args), environment, {
    config,
    folder: "/etc/site",
    source: "test",
  });
}

describe("settings", () => {
  test("have defaults", () => {
    expect(settings([])).toMatchObject({
      port: 1337,
      host: "127.0.0.1",
      listener: "auto",
      profile: "contract",
      logLevel: "info",
      banner: true,
      storage: resolve("galley-data/demo.json"),
      token: undefined,
    });
  });

  test("come from flags, then variables, then the file", () => {
    const config: GalleyConfig = { port: 1, host: "file", profile: "strapi", logLevel: "warn", listener: "node" };
    expect(settings([], {}, config)).toMatchObject(config);
    expect(settings([], { PORT: "2", HOST: "variable" }, config)).toMatchObject({ port: 2, host: "variable" });
    const args = ["-p", "3", "-H", "flag", "--profile", "contract", "--log-level", "debug", "--listener", "uws"];
    expect(settings(args, { PORT: "2", HOST: "variable" }, config)).toMatchObject({
      port: 3,
      host: "flag",
      profile: "contract",
      logLevel: "debug",
      listener: "uws",
    });
  });

  test("take an empty variable as absent", () => {
    expect(settings([], { PORT: "", HOST: "", GALLEY_TOKEN: "" })).toMatchObject({
      port: 1337,
      host: "127.0.0.1",
      token: undefined,
    });
  });

  test("find a seed relative to the configuration, or at the path of the flag", () => {
    expect(settings([]).seed).toBeUndefined();
    expect(settings([], {}, { seed: "seed.json" }).seed).toBe("/etc/site/seed.json");
    expect(settings(["--seed", "other.json"], {}, { seed: "seed.json" }).seed).toBe(resolve("other.json"));
  });

  test("watch if configured, for any storage", () => {
    expect(settings([]).watch).toBe(false);
    for (const place of ["memory", "folder", "site.json"]) {
      expect(settings(["--watch", "--data", place]).watch).toBe(true);
      expect(settings([], {}, { watch: true, storage: place }).watch).toBe(true);
    }
  });

  test("take a token from outside", () => {
    expect(settings([], { GALLEY_TOKEN: "secret" }).token).toBe("secret");
  });

  test("blame a bad secret on the environment, and do not quote it", () => {
    const token = () => settings([], { GALLEY_TOKEN: "two words" });
    expect(token).toThrow(new UsageError("GALLEY_TOKEN in the environment must be printable ASCII without blanks"));
    const secret = () => settings([], { GALLEY_JWT_SECRET: "short" });
    expect(secret).toThrow(new UsageError("GALLEY_JWT_SECRET in the environment must have 16 characters at least"));
  });

  test("take a token from outside that the configuration reads too, unless it gives it less access", () => {
    const found = (access: "full-access" | "read-only") => {
      const config = { tokens: [{ name: "ci", token: "secret", access }] } as const;
      return accessOf(settings([], { GALLEY_TOKEN: "secret" }, config), { isReadable: false, freshToken: null });
    };
    expect(found("full-access").tokens).toMatchObject([{ name: "ci" }]);
    expect(() => found("read-only")).toThrow("GALLEY_TOKEN in the environment");
  });

  test("quiet means no banner, only errors and important warnings, unless a level is given", () => {
    const quiet = { banner: false, logLevel: "error", alertLevel: "warn" };
    expect(settings(["--quiet"], {}, { logLevel: "debug" })).toMatchObject(quiet);
    const levels = (level: string) => ({ logLevel: level, alertLevel: level });
    expect(settings(["--quiet", "--log-level", "silent"])).toMatchObject({ banner: false, ...levels("silent") });
    expect(settings([], {}, { logLevel: "error" })).toMatchObject({ banner: true, ...levels("error") });
  });

  test.each(["mysql://u:pw@host/db", "redis://:pw@host", "s3://bucket/pw", "://pw", ""])(
    "name a place that can hold content, not %j",
    (place) => {
      const faults = [() => settings(["--data", place]), () => settings([], {}, { storage: place })];
      for (const [index, fault] of faults.entries()) {
        expect(fault).toThrow(UsageError);
        expect(fault).toThrow(
          index === 0 ? /^--data .*memory, a folder, FILE.json, postgres:\/\/… or nats:\/\/…/ : /^storage /,
        );
        expect(fault).not.toThrow(/pw/);
      }
    },
  );

  test("find the data from the current folder, or from that of the file which names it", () => {
    expect(settings(["--data", "here.json"]).storage).toBe(resolve("here.json"));
    expect(settings([], {}, { storage: "there" }).storage).toBe("/etc/site/there");
    expect(settings(["--data", "memory"], {}, { storage: "there" }).storage).toBe("memory");
  });

  test.each(["-1", "65536", "http", "1e3", "80.5"])("refuse the port %j", (port) => {
    expect(() => settings([`--port=${port}`])).toThrow(UsageError);
    expect(() => settings([], { PORT: port })).toThrow(
      `PORT (from the environment) must be a number from 0 to 65535, not ${port}`,
    );
  });
});
