/** A fault of the value at a path of an entry. */
export interface Fault {
  readonly path: readonly string[];
  readonly message: string;
}
