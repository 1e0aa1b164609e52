/** Characters that no shell of the system reads as anything else. */
const PLAIN = { posix: /^[\w@%+=:,./-]+$/, windows: /^[\w@+=:,./\\-]+$/ };

/** A word of a command that people copy into their shell, quoted if it has to be: on Windows for cmd.exe and PowerShell. */
export function shellWord(word: string, platform: string = process.platform): string {
  if (platform === "win32") return PLAIN.windows.test(word) ? word : `"${word.replaceAll('"', '""')}"`;
  return PLAIN.posix.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command that asks a server. In PowerShell 5 `curl` is another program, `curl.exe` is the same in each shell. */
export function curlCommand(args: readonly string[], platform: string = process.platform): string {
  return [platform === "win32" ? "curl.exe" : "curl", ...args.map((each) => shellWord(each, platform))].join(" ");
}
