import { type Access, type ContentType, FILE_TYPE, isRecord, type RawParams } from "../../../engine/internal.ts";
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

/** The entries that use a file: every version of them, as Strapi shows them, each with its type. */
export class RelatedEntries {
  readonly #store: Store;
  readonly #answerBytes: number;

  constructor(store: Store, answerBytes: number) {
    this.#store = store;
    this.#answerBytes = answerBytes;
  }

  /** Entries of the types that the caller may find, without those that use the file in a component. */
  of(file: number, access: Access): readonly object[] {
    const types = [...this.#store.engine.schema.types.values()];
    return types
      .filter(({ uid }) => uid !== FILE_TYPE && access.may(uid, "find"))
      .flatMap((type) => this.#ofType(type, file, access));
  }

  #ofType(type: ContentType, file: number, access: Access): readonly object[] {
    const media = [...type.attributes.values()].filter((each) => each.kind === "media" && !each.private);
    if (media.length === 0) return [];
    const filters = { $or: media.map(({ name }) => ({ [name]: { id: file } })) };
    const entries = new PlainEntries(this.#store, type.uid, { answerBytes: this.#answerBytes });
    const found = (type.draftAndPublish ? ["draft", "published"] : ["published"]).flatMap((status) => {
      const params = { filters, status, ...(type.locale !== null && { locale: "*" }) };
      return JSON.parse(entries.list(params, access)) as { id: number }[];
    });
    return found.sort((one, other) => one.id - other.id).map((entry) => ({ __type: type.uid, ...entry }));
  }
}
