/** The options of a program that a benchmark starts, from its single argument, which is JSON. */
export function optionsOf<T>(): T {
  return JSON.parse(process.argv[2] ?? "{}");
}

/** Gives the benchmark the result of such a program. */
export function answer(result: object): void {
  process.stdout.write(JSON.stringify(result));
}

/** Notifies the benchmark that a server is ready. */
export function listening(port: number): void {
  process.stdout.write(`${port}\n`);
}
