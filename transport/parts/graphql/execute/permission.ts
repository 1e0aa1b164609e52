import { type Access, type Action, type ContentType, EngineError } from "../../../../engine/internal.ts";

/** The right that reading one entry at the root takes; the only one of a single type is found as a list is. */
export function actionOf({ kind }: ContentType): "find" | "findOne" {
  return kind === "single" ? "find" : "findOne";
}

/** @throws EngineError `forbidden`. */
export function demand(access: Access, type: string, action: Action): void {
  if (!access.may(type, action)) throw forbidden();
}

/** The refusal of a field that the caller may not read (graphql, §14). */
export function forbidden(): EngineError {
  return new EngineError("forbidden", "Forbidden access");
}
