/** Shows the progress of a long run in one line on a terminal, or in one line per step elsewhere. */
export class Progress {
  readonly #steps: number;
  #done = 0;

  constructor(steps: number) {
    this.#steps = steps;
  }

  begin(step: string): void {
    this.#done += 1;
    const line = `[${this.#done}/${this.#steps}] ${step}`;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  }
}
