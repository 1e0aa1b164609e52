import type { ComponentAttribute, DynamicZoneAttribute } from "../../attribute.ts";
import type { Report } from "../../schema-error.ts";
import { attributeBase } from "../../shapes/attribute-base.ts";
import { componentShape, dynamicZoneShape } from "../../shapes/attribute-shapes.ts";
import { checkShape } from "../../shapes/check-shape.ts";
import { present, type UnknownRecord } from "../../shapes/record.ts";
import type { DefinitionScope } from "../scope.ts";
import { checkRange } from "./check-range.ts";

/** An attribute of type component. */
export function defineComponentUse(
  name: string,
  definition: UnknownRecord,
  scope: DefinitionScope,
  report: Report,
): ComponentAttribute | undefined {
  const options = checkShape(componentShape, definition, report);
  if (options === undefined) return undefined;
  const { component, repeatable = false, min, max } = options;
  checkComponent(component, ["component"], scope, report);
  checkRange("min", "max", options, report);
  return { kind: "component", ...attributeBase(name, options), component, repeatable, ...present({ min, max }) };
}

/** An attribute of type dynamiczone. */
export function defineDynamicZone(
  name: string,
  definition: UnknownRecord,
  scope: DefinitionScope,
  report: Report,
): DynamicZoneAttribute | undefined {
  const options = checkShape(dynamicZoneShape, definition, report);
  if (options === undefined) return undefined;
  const { min, max } = options;
  options.components.forEach((uid, index) => {
    checkComponent(uid, ["components", String(index)], scope, report);
  });
  checkRange("min", "max", options, report);
  const components = [...new Set(options.components)];
  return { kind: "dynamiczone", ...attributeBase(name, options), components, ...present({ min, max }) };
}

function checkComponent(uid: string, path: readonly string[], scope: DefinitionScope, report: Report): void {
  if (!scope.components.has(uid)) report(path, `names ${uid}, which is not a component`);
}
