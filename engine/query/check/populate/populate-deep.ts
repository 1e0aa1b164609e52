import type { AnyModel } from "../../../schema/content-type.ts";
import type { Populate, Select } from "../../query.ts";
import type { CheckContext } from "../context.ts";
import { PLAIN, populateAll } from "./populate-whole.ts";

const DEFAULT_LEVELS = 5;

/** Levels that `deep` and `deep,3` ask for; null for any other text. */
export function deepLevels(text: string): number | null {
  const [, levels = DEFAULT_LEVELS] = /^deep(?:,\s*([1-9]\d?))?$/.exec(text.trim()) ?? [null, null];
  return levels === null ? null : Number(levels);
}

/**
 * Everything to a number of levels. Where a relation comes back to a type that it is already inside of, its entries are
 * shown, but nothing behind them.
 */
export function populateDeep(context: CheckContext, model: AnyModel, levels: number): readonly Populate[] {
  return selectDeep(context, model, levels, new Set()).populate;
}

function selectDeep(context: CheckContext, model: AnyModel, levels: number, inside: ReadonlySet<string>): Select {
  if (levels === 0 || inside.has(model.uid)) return PLAIN;
  const within = new Set(inside).add(model.uid);
  const populate = populateAll(context, model, (behind, attribute) =>
    // There may be any type, and everything behind each would be more than anyone asks for.
    attribute.kind === "morph" ? PLAIN : selectDeep(context, behind, levels - 1, within),
  );
  return { fields: null, populate };
}
