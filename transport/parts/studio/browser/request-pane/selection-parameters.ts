import type { Parameters } from "../core/query-text.ts";
import { type Attribute, isPopulated, type Models } from "../model/model.ts";
import { type Chosen, choicesBelow, type Selection, shownByItself } from "./selection.ts";

/** The parameters `fields` and `populate` of a request for a selection among `choices`. `root`: `populate[author]`. */
export function selectionParameters(
  selection: Selection,
  choices: readonly Attribute[],
  models: Models,
  root = "",
): Parameters {
  const at = (option: string) => (root === "" ? option : `${root}[${option}]`);
  const chosen = pairsOf(selection, choices);
  const fields = chosen.filter(([attribute]) => !isPopulated(attribute)).map(([{ name }]) => name);
  const all = choices.filter((attribute) => !isPopulated(attribute));
  // An answer without `fields` has all of them.
  const isAll = fields.length === all.length;
  return [
    ...(isAll ? [] : [[at("fields"), fields.join(",") || "id"] as const]),
    ...chosen
      .filter(([attribute]) => isPopulated(attribute))
      .flatMap((pair) => populated(pair, models, `${at("populate")}[${pair[0].name}]`)),
  ];
}

type Pair = readonly [attribute: Attribute, below: Selection | null];

/** The chosen attributes, in the order of the choices. */
function pairsOf(selection: Selection, choices: readonly Attribute[]): readonly Pair[] {
  const byName = new Map(selection.map((chosen): readonly [string, Chosen] => [chosen.name, chosen]));
  return choices.flatMap((attribute): readonly Pair[] => {
    const chosen = byName.get(attribute.name);
    return chosen === undefined ? [] : [[attribute, chosen.below]];
  });
}

function populated([attribute, below]: Pair, models: Models, name: string): Parameters {
  const choices = choicesBelow(attribute, models);
  const selection = below ?? shownByItself(attribute, models);
  const parameters =
    attribute.type === "dynamiczone"
      ? zoneParameters(pairsOf(selection, choices), choices.length, models, name)
      : selectionParameters(selection, choices, models, name);
  return parameters.length === 0 ? [[name, "true"]] : parameters;
}

/** None where all components are shown as by themselves. */
function zoneParameters(items: readonly Pair[], components: number, models: Models, name: string): Parameters {
  const given = items.map((item) => populated(item, models, `${name}[on][${item[0].name}]`));
  const isPlain = given.every(([parameter, ...more]) => parameter?.[1] === "true" && more.length === 0);
  return isPlain && given.length === components ? [] : given.flat();
}
