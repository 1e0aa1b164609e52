/** The bars of one group, scaled to its longest. */
export interface Bars {
  readonly title: string;
  readonly bars: readonly { readonly label: string; readonly value: number; readonly text: string }[];
}

const WIDTH = 900;
const LABELS = 230;
const TEXTS = 190;
const BAR = 20;
const HEAD = 34;

/** Bar charts one below another, as one SVG image. */
export function chart(title: string, lines: readonly string[], groups: readonly Bars[]): string {
  let y = 40;
  const parts = [text(16, 28, title, "font-size:18px;font-weight:600")];
  for (const line of lines) {
    y += 16;
    parts.push(text(16, y, line, "font-size:11px;fill:#666"));
  }
  for (const { title, bars } of groups) {
    y += HEAD;
    parts.push(text(16, y, title, "font-weight:600"));
    y += 8;
    const longest = Math.max(...bars.map(({ value }) => value));
    for (const { label, value, text: said } of bars) {
      const width = Math.max(1, ((WIDTH - LABELS - TEXTS) * value) / longest);
      parts.push(
        text(LABELS - 8, y + 14, label, "text-anchor:end"),
        `<rect x="${LABELS}" y="${y + 3}" width="${width.toFixed(1)}" height="${BAR - 6}" fill="${colour(label)}"/>`,
        text(LABELS + width + 6, y + 14, said, "fill:#444"),
      );
      y += BAR;
    }
  }
  const size = `width="${WIDTH}" height="${y + 20}" viewBox="0 0 ${WIDTH} ${y + 20}"`;
  const style = "font-family:system-ui,sans-serif;font-size:12px";
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} style="${style}"><rect width="100%" height="100%" fill="#fff"/>\n${parts.join("\n")}\n</svg>\n`;
}

function colour(label: string): string {
  if (label.startsWith("galley")) return "#2563eb";
  return label.startsWith("raw") ? "#9ca3af" : "#f59e0b";
}

function text(x: number, y: number, content: string, style: string): string {
  return `<text x="${x.toFixed(1)}" y="${y}" style="${style}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
