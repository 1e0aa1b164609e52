/** A value that cannot be generated: its constraints leave none, or cannot be analysed. */
export class FactoryError extends Error {
  override readonly name = "FactoryError";
  /** Names of the type and of the attributes on the path to the value. */
  readonly path: readonly string[];

  constructor(path: readonly string[], message: string) {
    super(`${path.join(".")} ${message}`);
    this.path = path;
  }
}
