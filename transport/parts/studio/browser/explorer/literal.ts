const WIDTH = 72;
const NAME = /^[A-Za-z_$][\w$]*$/;

/** A JSON value as a literal of JavaScript, on several lines where one is too long. `indent`: of its first line. */
export function literal(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const inner = `${indent}  `;
  const key = (name: string) => (Array.isArray(value) ? "" : `${NAME.test(name) ? name : JSON.stringify(name)}: `);
  const parts = Object.entries(value).map(([name, part]) => `${key(name)}${literal(part, inner)}`);
  if (parts.length === 0) return open + close;
  const space = Array.isArray(value) ? "" : " ";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (line.length <= WIDTH && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}
