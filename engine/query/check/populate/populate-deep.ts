import type { AnyModel } from "../../../schema/content-type.ts";
import type { Populate, Select } from "../../query.ts";
import { PLAIN, populatedIn, populating } from "../../select.ts";
import type { CheckContext } from "../context.ts";
import { populateAll } from "./populate-whole.ts";

const DEFAULT_LEVELS = 5;

/** The number of levels in `deep` or `deep,3`; null for any other text. */
export function deepLevels(text: string): number | null {
  const [, levels = DEFAULT_LEVELS] = /^deep(?:,\s*([1-9]\d?))?$/.exec(text.trim()) ?? [null, null];
  return levels === null ? null : Number(levels);
}

/**
 * Populates everything to a number of levels. If a relation leads back to a type that encloses it, its entries are
 * included, but nothing behind them.
 */
export function populateDeep(context: CheckContext, model: AnyModel, levels: number): readonly Populate[] {
  return populatedIn(selectDeep(context, model, levels, new Set()));
}

function selectDeep(context: CheckContext, model: AnyModel, levels: number, inside: ReadonlySet<string>): Select {
  if (levels === 0 || inside.has(model.uid)) return PLAIN;
  const within = new Set(inside).add(model.uid);
  const populate = populateAll(context, model, (behind, attribute) =>
    // A morph relation may lead to any type; everything behind each would be more than anyone needs.
    attribute.kind === "morph" ? PLAIN : selectDeep(context, behind, levels - 1, within),
  );
  return populating(...populate);
}
