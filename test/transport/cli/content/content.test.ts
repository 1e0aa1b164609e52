import { expect, test } from "vitest";
import { findContent, openContent } from "../../../../transport/cli/content/content.ts";
import { resolveSettings } from "../../../../transport/cli/settings.ts";
import { parseArguments } from "../../../../transport/cli/usage/usage.ts";
import { USAGES } from "../../../../transport/cli/usage/usages.ts";
import type { GalleyConfig } from "../../../../transport/config/config.ts";
import { createLog } from "../../../../transport/parts/operations/log.ts";

test.each([
  [{}, 2],
  [{ cacheBytes: 0 }, 0],
])("what the configuration %j says of the response cache holds for the command", async (chosen, hits) => {
  const config: GalleyConfig = { storage: "memory", metrics: true, ...chosen };
  const loaded = { config, folder: ".", source: "galley.config.json" };
  const settings = resolveSettings(parseArguments(USAGES.serve, []), {}, loaded);
  const log = await createLog("silent");
  await using galley = await openContent(settings, await findContent(undefined, settings, log), loaded, log);
  for (let asked = 0; asked < 4; asked++) await galley.fetch("/api/posts");
  expect(await (await galley.fetch("/_metrics")).text()).toContain(`galley_response_cache_hits_total ${hits}\n`);
});
