import { type ContentType, FILE_TYPE } from "../../schema/content-type.ts";
import { eachLink } from "../../state/links/link-list.ts";
import type { Relation } from "../../state/links/relation.ts";
import type { Shape } from "../../state/shape.ts";
import type { Row } from "../../values/row.ts";
import { layerOf, type Status } from "../../values/version.ts";
import { type MixedStep, type Position, positionOfType, type ReadView, type VisibleNode } from "../position.ts";

/** The media attributes of one content type. */
interface Holder {
  readonly type: ContentType;
  readonly place: Position;
  readonly relations: readonly Relation[];
}

/**
 * The step from a file to the entries of these content types that have it in attributes of their own, once for each, by
 * type and id: their versions in all locales and, as behind every type without drafts, in the statuses that the reader may see.
 */
export function followToHolders({ state, work, behindPlainTypes }: ReadView, types: ReadonlySet<string>): MixedStep {
  const holders = holdersIn(state.shape, types);
  const statuses = ({ draftAndPublish }: ContentType): readonly Status[] =>
    draftAndPublish && behindPlainTypes === "all" ? ["draft", "published"] : ["published"];
  const heldBy = ({ type, relations }: Holder, file: number): readonly VisibleNode<Row>[] => {
    const found: VisibleNode<Row>[] = [];
    for (const collection of state.collection(type.uid).all()) {
      for (const status of statuses(type)) {
        const layer = layerOf(status, collection.locale);
        work.spend(relations.length, "populate");
        for (const relation of relations) {
          eachLink(state.links(relation, layer, "target", file), ({ source }) => {
            const row = collection.document(source)?.[status];
            if (row) found.push({ node: row, layer });
            return true;
          });
        }
      }
    }
    return found.sort((one, other) => one.node.id - other.node.id);
  };
  return {
    walk: (node, _layer, visit) => {
      if (!("document" in node)) return false;
      const { document } = node;
      return holders.some((holder) =>
        heldBy(holder, document).some((seen) => visit(seen.node, holder.place, seen.layer)),
      );
    },
  };
}

/** Components are not looked into: who has a file in one is not shown. */
function holdersIn({ schema, relations }: Shape, types: ReadonlySet<string>): readonly Holder[] {
  return [...schema.types.values()].flatMap((type) => {
    if (!types.has(type.uid)) return [];
    const own = relations.touching(FILE_TYPE).filter(({ end, relation: { owner, attribute } }) => {
      return end === "target" && owner === type && attribute.kind === "media" && !attribute.private;
    });
    const held = own.map(({ relation }) => relation);
    return held.length === 0 ? [] : [{ type, place: positionOfType(type), relations: held }];
  });
}
