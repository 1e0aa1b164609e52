import type { Galley } from "../../library/galley.ts";

/** A content type with routes, as the banner shows it. */
export interface ServedType {
  /** The last segment of its path. */
  readonly name: string;
  /** `GET /api/posts` */
  readonly route: string;
  /** Number of documents, drafts included. */
  readonly count: number;
  readonly hasDrafts: boolean;
  /** Has one document at most. */
  readonly isSingle: boolean;
  /** Visitors may read it. */
  readonly isPublic: boolean;
  /** So may everyone who is signed in or has a token. */
  readonly isForEveryone: boolean;
}

/** The content types with routes, in the order of the definition. */
export function listTypes(galley: Galley): readonly ServedType[] {
  const { engine } = galley;
  const listed = new Set<string>();
  return galley.routes().flatMap(({ method, path, needs, callers, everyone }) => {
    if (method !== "GET" || needs === null || typeof needs === "string" || needs.action !== "find") return [];
    const type = engine.schema.types.get(needs.type);
    // Others lead to the same entries.
    if (type?.rest !== true || listed.has(type.uid)) return [];
    listed.add(type.uid);
    return {
      name: type.kind === "single" ? type.singularName : type.pluralName,
      route: `${method} ${path}`,
      count: engine.state.collection(type.uid).documentCount,
      hasDrafts: type.draftAndPublish,
      isSingle: type.kind === "single",
      isPublic: callers.includes("public"),
      isForEveryone: everyone,
    };
  });
}
