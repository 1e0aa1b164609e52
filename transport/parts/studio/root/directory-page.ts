import { createHash } from "node:crypto";
import { escapedHtml } from "../../../http/page/escaped-html.ts";
import { type Directory, LINK_TEXTS } from "./directory.ts";

const STYLE = `
:root { color-scheme: light dark; --ink: #1d1d22; --faint: #5f5f6b; --line: #e2e2e8; --paper: #fff; --accent: #a81d63; --link: #1b4fb0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ececf1; --faint: #a4a4b1; --line: #33333c; --paper: #17171b; --accent: #f487bd; --link: #8fb8ff; }
}
body { max-width: 44rem; margin: 10vh auto; padding: 0 1.25rem; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
h1 { margin: 0; color: var(--accent); font-size: 1.75rem; }
p { color: var(--faint); }
ul { margin: 2rem 0; padding: 0; border-top: 1px solid var(--line); list-style: none; }
li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; padding: .65rem 0; border-bottom: 1px solid var(--line); }
li :first-child { min-width: 6rem; font-weight: 600; }
li span { flex: 1 1 16rem; color: var(--faint); }
a { color: var(--link); text-underline-offset: .2em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code { font: .875em ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
`;

/** The icon of Studio, within the page: a browser would ask for `/favicon.ico` otherwise. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23b3256f' stroke-width='1.5'%3E%3Cpath d='M8 1.5 13.6 4.7v6.6L8 14.5 2.4 11.3V4.7Z'/%3E%3Ccircle cx='8' cy='8' r='1.5'/%3E%3C/svg%3E";

/** Allows the page's own style and icon, and nothing else. */
export const DIRECTORY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** `GET /` for people. Links are relative, so that they work behind a proxy that adds a path prefix. */
export function directoryPage(directory: Directory): string {
  const { profile, documentation } = directory;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Galley</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Galley</h1>
<p>A content engine that speaks Strapi 5’s REST API${profile === undefined ? "" : `, in the profile <code>${profile}</code>`}.</p>
<ul>
${rowsOf(directory).join("\n")}
</ul>
<p>${documentation === undefined ? "" : `Documentation: ${escapedHtml(documentation)}. `}Programs that ask for JSON get the same facts.</p>
</main>
</body>
</html>
`;
}

/** Links to the pages, and the paths of the rest. */
function rowsOf({ links, pages }: Directory): readonly string[] {
  return Object.entries(LINK_TEXTS).flatMap(([key, [title, purpose]]) => {
    const name = key as keyof typeof links;
    const path = links[name];
    if (path === undefined) return [];
    const shown = pages.includes(name)
      ? `<a href="${escapedHtml(`.${path}`)}">${title}</a>`
      : `<strong>${title}</strong>`;
    return [`<li>${shown} <span>${purpose}</span> <code>${escapedHtml(path)}</code></li>`];
  });
}
