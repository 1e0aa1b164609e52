import { stringify } from "yaml";
import type { OpenApiDocument } from "./document.ts";

/** The document as YAML that its readers accept: without anchors and folded lines. */
export function yamlText(document: OpenApiDocument): string {
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
}
