import type { ContentType } from "../../../../engine/internal.ts";

/** The actions of a controller of a content type, as Strapi names them. */
export const CORE_ACTIONS = ["find", "findOne", "create", "update", "delete"] as const;

export type CoreAction = (typeof CORE_ACTIONS)[number];

/** Where an action answers, below the prefix. */
export interface CorePath {
  readonly action: CoreAction;
  readonly method: string;
  readonly path: string;
}

/** The routes of a content type, in the order of Strapi's core router. */
export function corePaths({
  kind,
  singularName,
  pluralName,
}: Pick<ContentType, "kind" | "singularName" | "pluralName">): readonly CorePath[] {
  if (kind === "single") {
    const path = `/${singularName}`;
    return [
      { action: "find", method: "GET", path },
      { action: "update", method: "PUT", path },
      { action: "delete", method: "DELETE", path },
    ];
  }
  const list = `/${pluralName}`;
  const entry = `${list}/:id`;
  return [
    { action: "find", method: "GET", path: list },
    { action: "findOne", method: "GET", path: entry },
    { action: "create", method: "POST", path: list },
    { action: "update", method: "PUT", path: entry },
    { action: "delete", method: "DELETE", path: entry },
  ];
}
