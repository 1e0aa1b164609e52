/** How data of json-server are read, and what is served beside them. */
export interface JsonServerConfig extends RowKeys {
  /** Folders whose files are served at the root, before everything else; only with the routes of json-server. */
  readonly static?: string | readonly string[];
}

/** The keys of rows that have a meaning. */
export interface RowKeys {
  /** The key with the id of a row: `id`. */
  readonly id?: string;
  /** The end of keys that hold ids of other rows: `Id` and `_id`. */
  readonly foreignKeySuffix?: string;
}

/** How the rows of a file are read. */
export interface RowReading extends RowKeys {
  /** Rows are answered as they are written: with their nulls, and times in their own form. */
  readonly isExact?: boolean;
}

/** The ends of keys that refer to other rows. */
export function suffixesOf({ foreignKeySuffix }: RowKeys): readonly string[] {
  return foreignKeySuffix === undefined ? ["Id", "_id"] : [foreignKeySuffix];
}
