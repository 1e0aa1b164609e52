import {
  type Access,
  type ContentType,
  FILE_TYPE,
  isRecord,
  type RawParams,
  tooLargeAnswer,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { PlainEntries } from "../../contract/plain-entries.ts";

const RELATED = "related";

/** The parameters without `related`, and whether they populate it. Strapi's other options of it are not supported. */
export function withoutRelated(params: RawParams): { readonly params: RawParams; readonly isWanted: boolean } {
  const { populate } = params;
  if (populate === "*") return { params, isWanted: true };
  if (typeof populate === "string" || Array.isArray(populate)) {
    const names = [populate].flat().flatMap((name) => (typeof name === "string" ? name.split(",") : [name]));
    const others = names.filter((name) => typeof name !== "string" || name.trim() !== RELATED);
    if (others.length === names.length) return { params, isWanted: false };
    return { params: { ...params, populate: others.length === 0 ? undefined : others }, isWanted: true };
  }
  if (!isRecord(populate) || (populate[RELATED] !== "true" && populate[RELATED] !== true)) {
    return { params, isWanted: false };
  }
  const { [RELATED]: _wanted, ...others } = populate;
  return { params: { ...params, populate: others }, isWanted: true };
}

/** An entry of a type, with what its media attributes hold. */
type User = { readonly id: number; readonly [name: string]: unknown };

/** The entries that use files: every version of them, as Strapi shows them, each with its type. */
export class RelatedEntries {
  readonly #store: Store;
  readonly #answerBytes: number;

  constructor(store: Store, answerBytes: number) {
    this.#store = store;
    this.#answerBytes = answerBytes;
  }

  /**
   * The same files, as JSON text, with the entries that use them: those of the types that the caller may find, without
   * those that use a file in a component.
   *
   * @throws EngineError `validation` if these take more bytes than an answer may have.
   */
  addedTo(files: readonly string[], access: Access): readonly string[] {
    const used = new Map(files.map((file) => [idOf(file), [] as string[]]));
    let left = this.#answerBytes;
    for (const type of this.#store.engine.schema.types.values()) {
      if (type.uid === FILE_TYPE || !access.may(type.uid, "find")) continue;
      for (const { text, file } of this.#uses(type, [...used.keys()], access)) {
        left -= text.length;
        if (left < 0) throw tooLargeAnswer(this.#answerBytes);
        used.get(file)?.push(text);
      }
    }
    return files.map((file) => `${file.slice(0, -1)},"${RELATED}":[${used.get(idOf(file))}]}`);
  }

  /** Each entry of a type once for each of the files that it uses, by id. */
  *#uses(type: ContentType, files: readonly number[], access: Access) {
    const media = [...type.attributes.values()].filter((each) => each.kind === "media" && !each.private);
    if (media.length === 0) return;
    const names = media.map(({ name }) => name);
    const filters = { $or: names.map((name) => ({ [name]: { id: { $in: files } } })) };
    const populate = Object.fromEntries(names.map((name) => [name, { fields: ["id"] }]));
    const entries = new PlainEntries(this.#store, type.uid, { answerBytes: this.#answerBytes });
    const found = (type.draftAndPublish ? ["draft", "published"] : ["published"]).flatMap((status) => {
      const params = { filters, populate, status, ...(type.locale !== null && { locale: "*" }) };
      return JSON.parse(entries.list(params, access)) as User[];
    });
    for (const entry of found.sort((one, other) => one.id - other.id)) {
      const shown = Object.entries(entry).filter(([name]) => !names.includes(name));
      const text = JSON.stringify({ __type: type.uid, ...Object.fromEntries(shown) });
      const held = names.flatMap((name) => entry[name] ?? []) as { readonly id: number }[];
      for (const file of new Set(held.map(({ id }) => id))) yield { text, file };
    }
  }
}

/** An entry's text begins with its id. */
function idOf(file: string): number {
  return Number(/^\{"id":(\d+)/.exec(file)?.[1]);
}
