/** The status line; screen readers announce it. */
export class Status {
  readonly #element: HTMLElement;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  tell(message: string): void {
    this.#element.textContent = message;
    this.#element.classList.remove("fault");
  }

  fail(message: string): void {
    this.tell(message);
    this.#element.classList.add("fault");
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
