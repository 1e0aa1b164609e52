/**
 * A file in place of a variable, with the form in which it came. No members of its own, so that nothing can store it as
 * JSON.
 */
export class SentUpload<File extends { readonly name: string } = { readonly name: string }, Form = unknown> {
  readonly #file: File;
  readonly #form: Form;
  #isTaken = false;

  constructor(file: File, form: Form) {
    this.#file = file;
    this.#form = form;
  }

  get name(): string {
    return this.#file.name;
  }

  get form(): Form {
    return this.#form;
  }

  /** The file, once: its bytes are moved to the place where they are kept. Null if it has been taken. */
  take(): File | null {
    if (this.#isTaken) return null;
    this.#isTaken = true;
    return this.#file;
  }
}
