/**
 * A password with its hash. Hashing is slow and asynchronous, so it happens before a write begins; this object then
 * replaces the text in the data. It is omitted wherever the data is printed, for example in an error.
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
