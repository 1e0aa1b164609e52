/** A text as it is written in HTML: between tags, or as an attribute's value in quotes. */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
