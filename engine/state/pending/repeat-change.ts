import { impossible } from "../../error.ts";
import type { Change } from "../commit.ts";
import type { Overlay } from "./overlay.ts";

/** Makes a change pending that was decided on the same content elsewhere. */
export function repeatChange(overlay: Overlay, change: Change): void {
  switch (change.kind) {
    case "put":
      overlay.put(change.type, change.status, change.version);
      break;
    case "remove":
      overlay.remove(change.type, change.status, change.documentId);
      break;
    case "link": {
      const { layer, source, target, order } = change;
      const [inSource, inTarget] = order;
      overlay.link(relationOf(overlay, change.relation), layer, { source, target, inSource, inTarget });
      break;
    }
    case "unlink":
      overlay.unlink(relationOf(overlay, change.relation), change.layer, change.source, change.target);
      break;
    case "sequence":
      overlay.reserveIds(change.of, change.last);
      break;
    default:
      impossible("a write changes neither all content nor its types");
  }
}

function relationOf({ shape }: Overlay, name: string) {
  return shape.relations.byName.get(name) ?? impossible(`relation ${name} exists`);
}
