/** Tells the files of a project that a command which only looks has not read: it runs no code of the project unless told. */
export function tellUnread(files: readonly string[]): void {
  if (files.length > 0) process.stderr.write(`${unreadLine(files)}\n`);
}

export function unreadLine(files: readonly string[]): string {
  return `not read, as code of the project is not run without --run-config: ${files.join(", ")}`;
}
