import type { Schema } from "../../../engine/internal.ts";
import { Hooks } from "../../../transport/hooks/hooks.ts";
import { Turns } from "../../../transport/hooks/turns.ts";

/** For services that are tested without a galley: no hook runs around anything. */
export function withoutHooks(schema: Schema) {
  const hooks = new Hooks(schema, { timeout: 1, turns: new Turns(1) });
  const documents = (): never => {
    throw new Error("No hook calls the Document Service");
  };
  return { hooks, documents, hookedTotal: "asked" } as const;
}
