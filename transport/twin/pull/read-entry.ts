import {
  type AnyModel,
  type ContentType,
  FILE_TYPE,
  isPassword,
  isRecord,
  type Json,
  type Schema,
  strangeNumber,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import { isId } from "../../strapi/archive/read/read-rows.ts";
import { isOfPeople, shortName } from "../scrub/rules.ts";
import type { Scrubber } from "../scrub/scrubber.ts";
import { isShown } from "../source/populate.ts";
import { TwinError } from "../twin-error.ts";

/** The row that a link leads to. */
export type Target = readonly [type: string, id: number];

/** All links of one attribute of one row or component, in their order. */
export type Links = readonly [model: string, id: number, attribute: string, targets: readonly Target[]];

/** An entry as it is kept: what an archive has of it, scrubbed. */
export interface ReadEntry {
  readonly id: number;
  readonly documentId: string;
  readonly data: { readonly [key: string]: Json };
  readonly links: readonly Links[];
}

interface Reading {
  readonly documentId: string;
  /** The entry is one of people, with all its components. */
  readonly inPeople: boolean;
  readonly linksOnly: boolean;
}

export interface EntryReaderOptions {
  /** Called with each file that an entry shows, as the source describes it. */
  readonly seeFile?: (file: UnknownRecord) => void;
  /** Called with each address of an upload in a text. */
  readonly seeUpload?: (path: string) => void;
  /** The entries are rows of an archive, which have private attributes too. */
  readonly isWhole?: boolean;
}

/** Turns entries of answers into rows, and collects the files that they show. */
export class EntryReader {
  readonly #schema: Schema;
  /** Null keeps every value. */
  readonly #scrubber: Scrubber | null;
  readonly #options: EntryReaderOptions;
  /** Attributes that no entry so far has had, by model. */
  readonly #unseen = new Map<AnyModel, Set<string>>();

  constructor(schema: Schema, scrubber: Scrubber | null, options: EntryReaderOptions = {}) {
    this.#schema = schema;
    this.#scrubber = scrubber;
    this.#options = options;
  }

  /**
   * Undefined for a value that is no entry. `linksOnly`: its values stand in another row.
   *
   * @throws TwinError for a number that cannot be kept exactly.
   */
  read(type: ContentType, entry: unknown, linksOnly = false): ReadEntry | undefined {
    if (!isRecord(entry) || typeof entry.documentId !== "string" || !isId(entry.id)) return undefined;
    const links: Links[] = [];
    const values = this.#values(type, entry.id, entry, links, {
      documentId: entry.documentId,
      inPeople: isOfPeople(type),
      linksOnly,
    });
    const { createdAt = null, updatedAt = null, publishedAt = null } = entry;
    const locale = type.locale === null ? null : ((entry.locale ?? null) as Json);
    const times = { createdAt, updatedAt, publishedAt } as { readonly [key: string]: Json };
    const data = { documentId: entry.documentId, ...(linksOnly ? {} : values), ...times, locale };
    return { id: entry.id, documentId: entry.documentId, data, links };
  }

  #values(model: AnyModel, id: number, given: UnknownRecord, links: Links[], reading: Reading) {
    this.#see(model, given);
    const values: { [attribute: string]: Json } = {};
    for (const attribute of model.attributes.values()) {
      const value = Object.hasOwn(given, attribute.name) ? given[attribute.name] : undefined;
      if (value === undefined || value === null) continue;
      if (this.#options.isWhole !== true && !isShown(this.#schema, attribute)) continue;
      switch (attribute.kind) {
        case "scalar": {
          if (reading.linksOnly) break;
          // In JSON answers, numbers that no double holds are bigints.
          const json = (attribute.type === "biginteger" ? String(value) : value) as Json;
          this.#findUploads(json);
          const kept =
            this.#scrubber?.value(model, attribute, json, reading.inPeople, reading.documentId) ??
            (this.#scrubber ? null : json);
          refuseInexact(model, attribute.name, kept);
          values[attribute.name] = kept;
          break;
        }
        case "component":
          values[attribute.name] = mapped(value, (item) => this.#component(attribute.component, item, links, reading));
          break;
        case "dynamiczone":
          values[attribute.name] = mapped(value, (item) => {
            const uid = String(item.__component);
            return { ...this.#component(uid, item, links, reading), __component: uid };
          });
          break;
        default: {
          const items = (Array.isArray(value) ? value : [value]).filter(isRecord);
          const to = attribute.kind === "media" ? FILE_TYPE : attribute.kind === "relation" ? attribute.target : null;
          for (const item of items) if ((to ?? item.__type) === FILE_TYPE) this.#options.seeFile?.(item);
          const targets = items.flatMap(({ id: target, __type }) =>
            isId(target) ? [[to ?? String(__type), target] as const] : [],
          );
          links.push([model.uid, id, attribute.name, targets]);
        }
      }
    }
    return values;
  }

  #see(model: AnyModel, given: UnknownRecord): void {
    let unseen = this.#unseen.get(model);
    if (unseen === undefined) {
      const shown = [...model.attributes.values()].filter(
        (attribute) => isShown(this.#schema, attribute) && !isPassword(attribute),
      );
      unseen = new Set(shown.map(({ name }) => name));
      this.#unseen.set(model, unseen);
    }
    for (const name of unseen) if (Object.hasOwn(given, name)) unseen.delete(name);
  }

  /** Attributes that every entry is without, as a source's own code may leave them out. */
  *unseen(): Generator<string> {
    for (const [model, names] of this.#unseen) for (const name of names) yield `${shortName(model)}.${name}`;
  }

  #component(uid: string, item: UnknownRecord, links: Links[], reading: Reading): { readonly [key: string]: Json } {
    const component = this.#schema.components.get(uid);
    const id = isId(item.id) ? item.id : null;
    if (component === undefined) return { id };
    return { id, ...this.#values(component, id ?? 0, item, links, reading) };
  }

  /** Addresses of the source's uploads in texts, also inside JSON values. */
  #findUploads(value: Json): void {
    if (typeof value === "string") {
      if (value.includes("/uploads/")) for (const [path] of value.matchAll(UPLOAD)) this.#options.seeUpload?.(path);
    } else if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value)) this.#findUploads(inner);
  }
}

/** The number itself may be a secret. */
function refuseInexact(model: AnyModel, name: string, value: Json): void {
  const found = strangeNumber(value);
  if (found === null) return;
  const attribute = `${shortName(model)}.${name}`;
  throw new TwinError(
    `${[attribute, ...found.path].join(".")} is a number that cannot be kept exactly: leave the attribute out by --scrub ${attribute}=null`,
  );
}

const UPLOAD = /(?<![\w.-])\/uploads\/[^\s"'<>()\\/?#]{1,300}/g;

function mapped(value: unknown, map: (item: UnknownRecord) => Json): Json {
  if (Array.isArray(value)) return value.filter(isRecord).map(map);
  return isRecord(value) ? map(value) : null;
}
