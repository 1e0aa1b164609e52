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
   * What entries show where a request has no `populate`, by content type (its singular name or uid), in the form of the
   * parameter: `{ "page": { "seo": { "populate": "*" } } }`. By default nothing.
   */
  readonly populate?: { readonly [type: string]: unknown };
}
