/** A form that has been read, without the bytes of its files. */
export interface NotedForm {
  /** The value of a name, or all values of a name that occurs several times. */
  readonly fields: { readonly [name: string]: string | readonly string[] };
  readonly files: readonly NotedFile[];
}

export interface NotedFile {
  /** The name of its field. */
  readonly field: string;
  readonly name: string;
  /** As it was sent, without parameters. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

const NOTED = new WeakMap<object, NotedForm>();

/** Keeps what a body held, which may be a stream that cannot be read again. */
export function noteForm(body: object, form: NotedForm): void {
  NOTED.set(body, form);
}

/** The form of a body; null if it was not read, or was not valid. */
export function notedForm(body: object): NotedForm | null {
  return NOTED.get(body) ?? null;
}

export function fieldsByName(fields: ReadonlyMap<string, readonly string[]>): NotedForm["fields"] {
  return Object.fromEntries(
    [...fields].map(([name, [first = "", ...others]]) => [name, others.length === 0 ? first : [first, ...others]]),
  );
}
