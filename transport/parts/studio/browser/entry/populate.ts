import type { Parameters } from "../core/query-text.ts";
import { type Attribute, isPopulated, labelAttribute, type Model, type Models } from "../model/model.ts";

/** Bounds the depth, because components may contain themselves. */
const MAX_DEPTH = 5;

/**
 * The parameters that request an entry in full: components with their contents, whole files, and the names of related
 * entries.
 */
export function populateAll(model: Pick<Model, "attributes">, models: Models): Parameters {
  return below(model.attributes, models, "populate", 1);
}

function below(attributes: readonly Attribute[], models: Models, root: string, depth: number): Parameters {
  return attributes
    .filter(isPopulated)
    .flatMap((attribute) => one(attribute, models, `${root}[${attribute.name}]`, depth));
}

function one(attribute: Attribute, models: Models, name: string, depth: number): Parameters {
  switch (attribute.type) {
    case "relation": {
      const target = models.byUid(attribute.target);
      const label = target === undefined ? "documentId" : labelAttribute(target);
      if (label === "documentId") return [[name, "true"]];
      return [[`${name}[fields]`, target?.localized ? `${label},locale` : label]];
    }
    case "component":
      return orAll(component(attribute.component, models, name, depth), name);
    case "dynamiczone":
      return (attribute.components ?? []).flatMap((uid) => {
        const item = `${name}[on][${uid}]`;
        return orAll(component(uid, models, item, depth), item);
      });
    default:
      return [[name, "true"]];
  }
}

function component(uid: string | undefined, models: Models, name: string, depth: number): Parameters {
  const model = models.byUid(uid);
  if (model === undefined || depth === MAX_DEPTH) return [];
  return below(model.attributes, models, `${name}[populate]`, depth + 1);
}

function orAll(parameters: Parameters, name: string): Parameters {
  return parameters.length === 0 ? [[name, "true"]] : parameters;
}
