/**
 * A password with its hash. Hashing takes long and waits, so it is done before a write begins; then this stands in the
 * data in place of the text. It is left out where the data is written out, for example in an error.
 */
export class HashedPassword {
  readonly plain: string;
  readonly hash: string;

  constructor(plain: string, hash: string) {
    this.plain = plain;
    this.hash = hash;
  }

  toJSON(): undefined {}
}
