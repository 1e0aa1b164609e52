import {
  type Access,
  CONTRACT_RULES,
  type ContentType,
  PUBLICATION_FILTERS,
  type RawParams,
  type Rules,
  STRAPI_RULES,
} from "../../../engine/internal.ts";
import { fc } from "../../support/fast-check.ts";
import { EDITOR, FULL, PUBLIC } from "../callers.ts";
import { documentIdOf } from "../content.ts";
import { CONTENT_SCHEMA } from "../content-schema.ts";
import { TEXTS } from "../values.ts";
import { filtersOf, plainFiltersOf } from "./filters.ts";
import { pagination } from "./pagination.ts";
import { fieldsParam, populateOf } from "./populate.ts";
import { sortOf } from "./sort.ts";

/** Who asks, under which rules, within which limits. */
export interface Asker {
  readonly name: string;
  readonly rules: Rules;
  readonly access: Access;
  readonly limits: { readonly defaultLimit: number | null; readonly maxLimit: number | null };
}

/** A request as it reaches the engine: raw parameters, as a query string holds them. */
export interface Question {
  /** uid of the content type asked. */
  readonly type: string;
  readonly params: RawParams;
  /** The document asked for where one entry is wanted. */
  readonly documentId: string;
}

const USUAL = { defaultLimit: 25, maxLimit: 100 };
const SMALL = { defaultLimit: 2, maxLimit: 3 };

/** The Strapi rules without their surprises in answers, which the recorded cases cover and a model should not repeat. */
const STRAPI_SENSE: Rules = {
  ...STRAPI_RULES,
  joinedSortKeys: "hidden",
  statusSort: "sorted",
  mediaCounts: "counted",
  laterPopulate: "joined",
  pageNumbers: "strict",
};

/** Callers of each kind under each set of rules. */
export const ASKERS: readonly Asker[] = [
  { name: "anyone, contract", rules: CONTRACT_RULES, access: PUBLIC, limits: USUAL },
  { name: "an editor, contract", rules: CONTRACT_RULES, access: EDITOR, limits: SMALL },
  { name: "a full token, contract", rules: CONTRACT_RULES, access: FULL, limits: USUAL },
  { name: "anyone, Strapi", rules: STRAPI_SENSE, access: PUBLIC, limits: SMALL },
  { name: "a full token, Strapi", rules: STRAPI_SENSE, access: FULL, limits: USUAL },
];

const SEARCHES = [...TEXTS, "note", "0000", "1", "4.5", "e", "É", "aσ", "12345678901", "2024"];

/** Questions that this asker may ask. */
export function questionsOf(asker: Asker): fc.Arbitrary<Question> {
  return aboutSomeType(asker, paramsOf);
}

/** The usual questions of lists: fields of their own, in some order, a page of them. */
export function plainQuestionsOf(asker: Asker): fc.Arbitrary<Question> {
  return aboutSomeType(asker, (type, { rules, access }) =>
    fc.record(
      {
        filters: plainFiltersOf(type),
        sort: sortOf(type, access, 0),
        fields: fc.constant("id"),
        pagination,
        status: statusOf(rules, access),
      },
      { requiredKeys: ["filters", "fields"] },
    ),
  );
}

type ParamsOf = (type: ContentType, asker: Asker) => fc.Arbitrary<RawParams>;

function aboutSomeType(asker: Asker, paramsOf: ParamsOf): fc.Arbitrary<Question> {
  const weights = { note: 6, tag: 2, author: 4, country: 1, vault: asker.access === FULL ? 1 : 0 };
  return fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => {
      const type = CONTENT_SCHEMA.type(`api::${name}.${name}`);
      const documentId = fc.nat(3).map((number) => documentIdOf(type, number));
      const params = paramsOf(type, asker);
      return { weight, arbitrary: fc.record({ type: fc.constant(type.uid), params, documentId }) };
    }),
  );
}

function paramsOf(type: ContentType, { rules, access }: Asker): fc.Arbitrary<RawParams> {
  const reach = { access, extensions: rules.populateExtensions, depth: 2 };
  const seldom = {
    publicationFilter: fc.constantFrom(null, ...PUBLICATION_FILTERS),
    hasPublishedVersion: fc.constantFrom("true", "false"),
    _q: fc.constantFrom(...SEARCHES),
  };
  return fc
    .tuple(
      fc.record(
        {
          filters: filtersOf(type, { access, links: 3, logic: 2 }),
          sort: sortOf(type, access),
          fields: fieldsParam(type),
          populate: populateOf(type, reach),
          pagination,
          status: statusOf(rules, access),
        },
        { requiredKeys: [] },
      ),
      ...Object.entries(seldom).map(([name, value]) => sometimes(name, value)),
    )
    .map((parts): RawParams => Object.assign({}, ...parts));
}

function sometimes(name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<RawParams> {
  const given = value.map((raw): RawParams => ({ [name]: raw }));
  return fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: given });
}

function statusOf(rules: Rules, access: Access): fc.Arbitrary<unknown> {
  if (!rules.strictStatus) return fc.constantFrom("published", "draft", "draft", "DRAFT", "", null);
  if (!access.authenticated) return fc.constant("published");
  return fc.constantFrom("published", "draft", "draft", ["draft", "published"], ["published", "draft", "draft"]);
}
