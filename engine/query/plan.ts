/** Where the rows that may match come from. `rows` is how many there are, as counted or estimated from set sizes. */
export type Source =
  | { readonly kind: "all"; readonly rows: number }
  | { readonly kind: "range"; readonly field: string; readonly operator: string; readonly rows: number }
  | { readonly kind: "text"; readonly field: string; readonly rows: number }
  | { readonly kind: "links"; readonly attribute: string; readonly to: Source; readonly rows: number }
  | { readonly kind: "union"; readonly sources: readonly Source[]; readonly rows: number };

/** How a list is found: plain data, the answer to `explain`. */
export interface Plan {
  readonly source: Source;
  /** Conditions are tested on each row; false when the source fulfils them all by itself. */
  readonly tested: boolean;
  /**
   * `walk`: rows come in the order asked for, until the page is full. `collect`: all matches are gathered, then the
   * first of them in order are picked.
   */
  readonly order: { readonly kind: "walk" | "collect"; readonly by: string };
}

/** The plan in one line. */
export function describePlan({ source, tested, order }: Plan): string {
  return `${describeSource(source)}${tested ? ", test each" : ""}, ${order.kind} by ${order.by}`;
}

/** Rows that the plan expects to look at. */
export function rowsOf({ source }: Plan): number {
  return source.rows;
}

function describeSource(source: Source): string {
  switch (source.kind) {
    case "all":
      return `all ${source.rows} rows`;
    case "range":
      return `${source.rows} rows of index ${source.field} ${source.operator}`;
    case "text":
      return `${source.rows} rows by text of ${source.field}`;
    case "links":
      return `${source.rows} rows linked by ${source.attribute} to (${describeSource(source.to)})`;
    case "union":
      return `union of (${source.sources.map(describeSource).join("; ")})`;
  }
}
