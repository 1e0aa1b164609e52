import { EngineError } from "../../error.ts";
import type { Rules } from "../../rules.ts";
import type { LinkAttribute } from "../../schema/attribute.ts";
import type { AnyModel, ContentType } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";
import type { UnknownRecord } from "../../schema/shapes/record.ts";
import { componentsIn } from "../component-data.ts";
import type { DocumentData } from "../data.ts";
import type { Lookups } from "./lookups.ts";
import { type LinkInput, namesIn, readLinks } from "./references.ts";

/**
 * Every documentId that relation and media values name, also inside components and dynamic zones, is one of a document
 * of the target type (writes, §1, stage 8). Throws EngineError `validation` for the first that is not.
 */
export function checkReferences(
  schema: Schema,
  type: ContentType,
  data: DocumentData,
  rules: Rules,
  lookups: Pick<Lookups, "exists">,
): void {
  for (const { attribute, input } of linksIn(schema, type, data, rules)) {
    const target = schema.target(attribute).uid;
    for (const name of namesIn(input)) {
      if (name.by === "documentId" && !lookups.exists(target, name.documentId)) throw notFound(name.documentId);
    }
  }
}

/** Files are named by numeric id everywhere: that is what an upload answers with. */
export function takesNumericIds(attribute: LinkAttribute, rules: Rules): boolean {
  return attribute.kind === "media" || rules.numericReferences;
}

interface FoundLinks {
  readonly attribute: LinkAttribute;
  readonly input: LinkInput;
}

/** In the order of the data. */
function* linksIn(schema: Schema, model: AnyModel, data: UnknownRecord, rules: Rules): Generator<FoundLinks> {
  for (const [name, value] of Object.entries(data)) {
    const attribute = model.attributes.get(name);
    if (attribute === undefined || value === undefined) continue;
    if (attribute.kind === "relation" || attribute.kind === "media") {
      const input = readLinks(attribute, value, takesNumericIds(attribute, rules));
      if (input !== null) yield { attribute, input };
    } else if (attribute.kind === "component" || attribute.kind === "dynamiczone") {
      for (const inside of componentsIn(schema, attribute, value)) {
        yield* linksIn(schema, inside.component, inside.data, rules);
      }
    }
  }
}

function notFound(documentId: string): EngineError {
  return new EngineError("validation", `Document with id "${documentId}", locale "null" not found`);
}
