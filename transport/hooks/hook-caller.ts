import type { KnownCaller } from "../access/caller.ts";
import type { HookCaller } from "./hook.ts";

/** A caller as hooks see it. */
export function hookCaller(caller: KnownCaller): HookCaller {
  if (caller.kind === "user") return { kind: "user", id: caller.id };
  return caller.kind === "token" ? { kind: "token", name: caller.name } : { kind: "public" };
}
