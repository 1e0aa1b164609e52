import { isSearchable, joinedTexts, type RowText, type Sought } from "../../../indexes/text/text-pages.ts";
import { NO_CONDITIONS } from "../../match/conditions.ts";
import { foldCase } from "../../match/fold-case.ts";
import { lengthAtMost } from "../../match/length-at-most.ts";
import { textOf } from "../../match/operators.ts";
import { searchedFields } from "../../match/search.ts";
import { positionOfType } from "../../position.ts";
import type { RowSource } from "../../row-source.ts";
import { partsOf } from "../row-fields.ts";
import type { Selected } from "../selection.ts";

/** Without statistics, one in this many rows is assumed to contain a text. */
const GUESSED_SHARE = 16;

/** `_q`: the rows with a text in any of the searched fields, whose texts are indexed as one. */
export function accessPathForSearch(source: RowSource, search: string): Selected {
  const { space, type, context } = source;
  const sought: Sought = { text: foldCase(search), atStart: false, atEnd: false, rest: null };
  const unselected: Selected = {
    selection: { kind: "all", rows: space.size },
    residual: { ...NO_CONDITIONS, search },
  };
  if (!isSearchable(sought)) return unselected;
  const { fields, names, withNumbers } = searchedFields(context.view, positionOfType(type), search);
  const text: RowText = {
    name: withNumbers ? "search with numbers" : "search",
    parts: names.flatMap((name) => partsOf([], name)),
    read: (row) => {
      const texts: string[] = [];
      for (const field of fields) {
        const value = field.read(row);
        if (value !== null) texts.push(textOf(value));
      }
      // The separator contains no letters, so folding the joined text folds each part separately.
      return foldCase(joinedTexts(texts));
    },
    lengthAtMost: (row) => lengthAtMost(fields.map((field) => field.read(row))),
  };
  const index = space.indexes.text(text);
  const known = index.known(sought);
  if (known === null && !index.isReady(context.view.demand)) return unselected;
  const rows = known?.size ?? Math.ceil(space.size / GUESSED_SHARE);
  const selection = { kind: "text", field: "every field", operator: "search", index, sought, known, rows } as const;
  return { selection, residual: NO_CONDITIONS };
}
