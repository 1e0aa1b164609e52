import { createHash } from "node:crypto";
import { type Directory, LINK_TITLES } from "./directory.ts";

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 38rem; margin: 12vh auto; padding: 0 1.25rem; font: 16px/1.6 system-ui, sans-serif; }
h1 { font-size: 1.6rem; }
li { margin: .5rem 0; }
code { opacity: .75; }
`;

/** Allows the page's own style and nothing else. */
export const DIRECTORY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Services without a page for browsers. */
const NOT_FOR_BROWSERS: ReadonlySet<string> = new Set(["rest", "control"]);

/** `GET /` for people. Links are relative, so that they work behind a proxy that adds a path prefix. */
export function directoryPage({ profile, links }: Directory): string {
  const rows = Object.entries(LINK_TITLES).flatMap(([name, title]) => {
    const path = links[name as keyof typeof links];
    if (path === undefined) return [];
    const text = NOT_FOR_BROWSERS.has(name) ? escaped(title) : `<a href="${escaped(`.${path}`)}">${escaped(title)}</a>`;
    return [`<li>${text} <code>${escaped(path)}</code></li>`];
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Galley</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Galley</h1>
<p>A content engine that speaks Strapi 5’s REST API${profile === undefined ? "" : `, in the profile <code>${profile}</code>`}. Programs that ask for JSON are told the same.</p>
<ul>
${rows.join("\n")}
</ul>
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
