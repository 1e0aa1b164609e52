import type { Parameters } from "../core/query-text.ts";
import type { Model, Models } from "../model/model.ts";
import { choicesOf, wholeSelection } from "../request-pane/selection.ts";
import { selectionParameters } from "../request-pane/selection-parameters.ts";

/**
 * The parameters that request an entry in full: components with their contents, whole files, and the names of related
 * entries.
 */
export function populateAll(model: Model, models: Models): Parameters {
  const choices = choicesOf(model);
  return selectionParameters(wholeSelection(choices, models), choices, models);
}
