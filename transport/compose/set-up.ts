import type { Settings } from "../config/config.ts";
import { type HookSetting, hookConfigOf } from "../hooks/hook-config.ts";
import type { HookLimits } from "../hooks/hooks.ts";
import { Turns } from "../hooks/turns.ts";
import { withinTime } from "../hooks/within-time.ts";
import type { Galley } from "../library/galley.ts";
import type { AnySchema } from "../library/typed/schema.ts";

/** Milliseconds that `setup` may take. */
const SETUP_TIMEOUT = 30_000;

export function hookLimits(setting?: HookSetting): HookLimits {
  const { timeout = 30_000, concurrency = 100 } = hookConfigOf(setting);
  return { timeout, turns: new Turns(concurrency) };
}

/** Registers code of the user's own. Throws (rejected) what `setup` throws, in a sentence that says so. */
export async function setUp<S extends AnySchema>(
  galley: Galley<S>,
  { hooks, setup }: Pick<Settings, "hooks" | "setup">,
): Promise<void> {
  for (const hook of hookConfigOf(hooks).use ?? []) galley.use(hook);
  if (setup === undefined) return;
  const late = () => new Error(`it took longer than ${SETUP_TIMEOUT} ms`);
  try {
    await withinTime(SETUP_TIMEOUT, (async () => setup(galley as unknown as Galley))(), late);
  } catch (cause) {
    const reason = typeof cause === "object" && cause !== null && "message" in cause ? cause.message : cause;
    throw new Error(`setup failed: ${reason}`, { cause });
  }
}
