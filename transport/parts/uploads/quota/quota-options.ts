/** The most bytes that files may have, with their smaller forms. */
export interface QuotaOptions {
  /** Of all files together: no limit. */
  readonly total?: number;
  /** Of the files that one user has sent: no limit. */
  readonly user?: number;
}
