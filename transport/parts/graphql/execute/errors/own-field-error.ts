/** An error of own code whose text its caller gets, with these extensions. */
export class OwnFieldError extends Error {
  readonly extensions: { readonly [name: string]: unknown };
  /** Whether the answer tells where in the document the field is. */
  readonly isLocated: boolean;

  /** `cause`: what the log tells, if anything. */
  constructor(message: string, extensions: OwnFieldError["extensions"], isLocated: boolean, cause?: unknown) {
    super(message, { cause });
    this.extensions = extensions;
    this.isLocated = isLocated;
  }
}
