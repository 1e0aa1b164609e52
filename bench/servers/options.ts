/** What a server was told on its command line: one argument, JSON. */
export function optionsOf<T>(): T {
  return JSON.parse(process.argv[2] ?? "{}");
}

/** Tells the benchmark that the server is ready. */
export function listening(port: number): void {
  process.stdout.write(`${port}\n`);
}
