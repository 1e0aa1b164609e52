/** Options of the generated REST API. */
export interface RestConfig {
  /** Page size when none is asked for: 25. */
  readonly defaultLimit?: number;
  /** Largest page size: 100. */
  readonly maxLimit?: number;
  /** Count all matches for `total` and `pageCount` unless the request says otherwise: true. */
  readonly withCount?: boolean;
  /** Routes `/actions/publish`, `/actions/unpublish` and `/actions/discard-draft` beside each document: false. */
  readonly actions?: boolean;
  /** First part of every content path: `/api`. */
  readonly prefix?: string;
}
