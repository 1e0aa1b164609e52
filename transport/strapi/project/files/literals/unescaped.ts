const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["\n", ""],
]);

/** Takes the escapes out of the inside of a quoted text; undefined if ECMAScript refuses an escape in some kind of text. */
export function unescaped(text: string): string | undefined {
  let isValid = true;
  const plain = text.replace(
    /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(.))/gsu,
    (_, long, four, two, other) => {
      if (other !== undefined) {
        if (/[\dux]/.test(other)) isValid = false;
        return ESCAPES.get(other) ?? other;
      }
      const code = Number.parseInt(long ?? four ?? two, 16);
      if (code <= 0x10ffff) return String.fromCodePoint(code);
      isValid = false;
      return "";
    },
  );
  return isValid ? plain : undefined;
}
