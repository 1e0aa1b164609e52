/** A media type without its parameters, in lower case. */
export function essence(type: string): string {
  const end = type.indexOf(";");
  return (end === -1 ? type : type.slice(0, end)).trim().toLowerCase();
}
