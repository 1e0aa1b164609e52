/** A value that no data can be made for: its constraints leave none, or are beyond what can be understood. */
export class FactoryError extends Error {
  override readonly name = "FactoryError";
  /** Names of the type and of the attributes that lead to the value. */
  readonly path: readonly string[];

  constructor(path: readonly string[], message: string) {
    super(`${path.join(".")} ${message}`);
    this.path = path;
  }
}
