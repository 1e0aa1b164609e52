import type { SetMembers } from "../../../indexes/building/set-build.ts";
import type { PublicationSet } from "../../../state/rows/publication-sets.ts";
import { statusOf } from "../../../values/version.ts";
import { NO_CONDITIONS } from "../../match/conditions.ts";
import { PUBLICATION } from "../../match/publication.ts";
import type { PublicationFilter } from "../../query.ts";
import { followsState, type RowSource } from "../../row-source.ts";
import type { Selected, Selection } from "../selection.ts";
import { exceptFor } from "../selection.ts";

/** The versions that a publication filter keeps, by the sets of rows whose documents are in the same state. */
export function accessPathForPublication(source: RowSource, publicationFilter: PublicationFilter): Selected {
  const { type, layer, space, context } = source;
  const everything: Selection = { kind: "all", rows: space.size };
  if (!type.draftAndPublish) return { selection: everything, residual: NO_CONDITIONS };
  if (space.size < context.view.state.shape.limits.fewRows) {
    return { selection: everything, residual: { ...NO_CONDITIONS, publicationFilter } };
  }
  const kept = PUBLICATION[publicationFilter];
  if (kept.status !== undefined && kept.status !== statusOf(layer))
    return { selection: NOTHING, residual: NO_CONDITIONS };
  const inside = kept.inside && setOf(source, kept.inside);
  const outside = kept.outside && exceptFor(source, setOf(source, kept.outside));
  if (inside === undefined || outside === undefined) {
    return { selection: inside ?? outside ?? everything, residual: NO_CONDITIONS };
  }
  const rows = Math.min(inside.rows, outside.rows);
  return { selection: { kind: "every", parts: [inside, outside], rows }, residual: NO_CONDITIONS };
}

const NOTHING: Selection = { kind: "named", field: "status", slots: [], rows: 0 };

function setOf(source: RowSource, name: PublicationSet): Selection {
  const { context, type, layer, space } = source;
  const { state, demand } = context.view;
  const members: SetMembers = {
    each: (from, until, add) => {
      const collection = state.collection(type.uid).in(layer);
      space.eachSketch(from, until, [], (row) => {
        if (collection.isInPublicationSet(name, row.document, statusOf(layer))) add(row.slot);
      });
    },
    isCurrent: followsState(source),
  };
  const set = space.indexes.set(name, members, demand);
  return { kind: "set", about: `${name} with their other version`, set, rows: set.size };
}
