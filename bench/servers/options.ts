/** The options of a server, from its single argument, which is JSON. */
export function optionsOf<T>(): T {
  return JSON.parse(process.argv[2] ?? "{}");
}

/** Notifies the benchmark that the server is ready. */
export function listening(port: number): void {
  process.stdout.write(`${port}\n`);
}
