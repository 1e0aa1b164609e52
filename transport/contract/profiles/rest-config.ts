export const ANSWER_FORMATS = ["v4", "v5"] as const;

export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** Options of the generated REST API. */
export interface RestConfig {
  /** Default page size: 25. */
  readonly defaultLimit?: number;
  /** Maximum page size: 100. */
  readonly maxLimit?: number;
  /** Count all matches for `total` and `pageCount` unless the request says otherwise: true. */
  readonly withCount?: boolean;
  /** Routes `/actions/publish`, `/actions/unpublish` and `/actions/discard-draft` beside each document: false. */
  readonly actions?: boolean;
  /** Prefix of every content path: `/api`. */
  readonly prefix?: string;
  /**
   * The form of answers: `v4`, as of Strapi 4, with attributes apart, and with numeric ids in paths too. Default: `v4` for a
   * Strapi 4 project, else `v5`.
   */
  readonly format?: AnswerFormat;
  /**
   * The default `populate` by content type, its singular name or uid: `{ "page": { "seo": { "populate": "*" } } }`.
   * Default: none.
   */
  readonly populate?: { readonly [type: string]: unknown };
}
