import { invariant } from "../../error.ts";
import type { LinkAttribute, MorphAttribute } from "../../schema/attribute.ts";
import type { ContentType } from "../../schema/content-type.ts";
import { storedLocale } from "../../schema/locale.ts";
import type { Connection, InputValue, LinkWrite, Position, Reference } from "../input.ts";
import { takesNumericIds } from "./check-references.ts";
import { type LinkInput, type Named, type NamedConnection, type NamedPosition, readLinks } from "./references.ts";
import type { DataScope } from "./scope.ts";

/** Undefined if nothing is to change. Reports references that resolve to no document, and leaves them out. */
export function checkLinks(
  scope: DataScope,
  attribute: LinkAttribute | MorphAttribute,
  sent: unknown,
): InputValue | undefined {
  if (sent === undefined) return undefined;
  if (typeof sent === "boolean" && attribute.kind !== "morph") checkFlag(scope, attribute, sent);
  const input = readLinks(attribute, sent, takesNumericIds(attribute, scope.rules));
  if (input === null) return emptiesMedia(scope, attribute) ? NO_FILES : undefined;
  const target = attribute.kind === "morph" ? null : scope.schema.target(attribute);
  const write = resolveAll(new Resolver(scope, target), input);
  return isIgnored(scope, attribute, write) ? undefined : { kind: "links", write };
}

const NO_FILES: InputValue = { kind: "links", write: { kind: "set", targets: [] } };

function emptiesMedia({ rules }: DataScope, attribute: LinkAttribute | MorphAttribute): boolean {
  return rules.unchangedMedia === "emptied" && attribute.kind === "media";
}

/** Recorded: where numeric ids are accepted, a version with the flag's number must exist, though the flag names nothing. */
function checkFlag(scope: DataScope, attribute: LinkAttribute, flag: boolean): void {
  if (!scope.rules.numericReferences) return;
  new Resolver(scope, scope.schema.target(attribute)).demand({ by: "id", id: Number(flag) });
}

function isIgnored(
  { operation, rules }: DataScope,
  attribute: LinkAttribute | MorphAttribute,
  write: LinkWrite,
): boolean {
  return rules.newMedia === "set" && attribute.kind === "media" && operation === "create" && write.kind === "change";
}

function resolveAll(resolver: Resolver, { set, connect, disconnect }: LinkInput): LinkWrite {
  if (set !== null) return { kind: "set", targets: set.flatMap((name) => resolver.demand(name) ?? []) };
  return {
    kind: "change",
    connect: connect.flatMap((each) => resolveConnection(resolver, each) ?? []),
    // A version that does not exist need not be disconnected.
    disconnect: disconnect.flatMap((name) => (name.by === "id" ? resolver.find(name) : resolver.demand(name)) ?? []),
  };
}

function resolveConnection(resolver: Resolver, { target: name, position: named }: NamedConnection): Connection | null {
  const target = resolver.demand(name);
  const position = named === undefined ? null : resolvePosition(resolver, named);
  if (target === null) return null;
  return position === null ? { target } : { target, position };
}

function resolvePosition(resolver: Resolver, position: NamedPosition): Position | null {
  if ("at" in position) return position;
  const neighbour = resolver.demand("before" in position ? position.before : position.after);
  if (neighbour === null) return null;
  return "before" in position ? { before: neighbour } : { after: neighbour };
}

/** Resolves references. `type`: their common content type; else each reference names its own. */
class Resolver {
  readonly #scope: DataScope;
  readonly #target: ContentType | null;

  constructor(scope: DataScope, target: ContentType | null) {
    this.#scope = scope;
    this.#target = target;
  }

  /** The documents exist: `checkReferences` has verified it. */
  find(name: Named): Reference | null {
    if (name.by === "documentId") {
      const { documentId, status, type, locale } = name;
      if (status === undefined && locale === undefined && type === undefined) return { documentId };
      return {
        documentId,
        ...(status !== undefined && { status }),
        ...(locale !== undefined && { locale: storedLocale(this.#typeOf(name), locale) }),
        ...(type !== undefined && { type }),
      };
    }
    if (name.by === "nothing" || !Number.isSafeInteger(name.id)) return null;
    const found = this.#scope.lookups.byId(this.#typeOf(name).uid, name.id);
    return found === null || name.type === undefined ? found : { ...found, type: name.type };
  }

  #typeOf({ type: uid }: { readonly type?: string }): ContentType {
    const type = uid === undefined ? this.#target : this.#scope.schema.type(uid);
    invariant(type !== null, "names at a morph attribute say their type");
    return type;
  }

  /** Like `find`, but reports references that resolve to nothing. */
  demand(name: Named): Reference | null {
    const found = this.find(name);
    if (name.by === "nothing") this.#scope.findings.invalidReference();
    else if (name.by === "id" && found === null) this.#scope.findings.missingVersion(this.#typeOf(name).uid, name.id);
    return found;
  }
}
