import { stringify } from "yaml";
import type { OpenApiDocument } from "./document.ts";

/** The document as YAML, in the form that its readers take: without anchors, and without folded lines. */
export function yamlText(document: OpenApiDocument): string {
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
}
