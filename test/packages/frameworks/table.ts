import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { blocksOf } from "../../support/docs/readme.ts";
import type { Surroundings } from "../surroundings/table.ts";

/** `@latest`, since npm otherwise takes the newest version that the Node under which it installs can run. */
const NEWEST = ["24", "22"];

const seen = (build: string, start: string): Surroundings["runs"] => ({
  "shows recipes": `npx galley exec ./site --open --fake 20 -- node see.mjs '${build}' '${start}'`,
});

/**
 * The frameworks with a page `docs/with/NAME.md`. A row has the files that the framework's own `create` command writes,
 * as far as a build needs them.
 */
export const FRAMEWORKS: readonly Surroundings[] = [
  {
    name: "next",
    packages: ["next@latest", "react", "react-dom"],
    nodes: NEWEST,
    runs: seen("npx next build", "npx next start"),
    files: {
      "app/layout.jsx": `export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
    },
  },
  {
    name: "nuxt",
    packages: ["nuxt@latest"],
    nodes: NEWEST,
    runs: seen("npx nuxt build", "node .output/server/index.mjs"),
    files: {},
  },
  {
    name: "astro",
    packages: ["astro@latest"],
    nodes: NEWEST,
    runs: seen("npx astro build", "npx astro preview --host 127.0.0.1 --port $PORT"),
    files: {},
  },
  {
    name: "sveltekit",
    packages: [
      "@sveltejs/kit@latest",
      "@sveltejs/adapter-node@latest",
      "@sveltejs/vite-plugin-svelte@latest",
      "svelte@latest",
      "vite@latest",
    ],
    nodes: NEWEST,
    runs: seen("npx vite build", "node build"),
    files: {
      "vite.config.js": `import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";
export default { plugins: [sveltekit({ adapter: adapter() })] };
`,
      "src/app.html": `<!doctype html>
<html lang="en">
  <head>%sveltekit.head%</head>
  <body>%sveltekit.body%</body>
</html>
`,
    },
  },
  {
    name: "react-router",
    packages: [
      ...["react-router@8.4.0", "@react-router/dev@8.4.0", "@react-router/node@8.4.0", "@react-router/serve@8.4.0"],
      ...["isbot", "react", "react-dom", "vite"],
    ],
    nodes: NEWEST,
    runs: seen("npx react-router build", "npx react-router-serve ./build/server/index.js"),
    files: {
      "vite.config.js": `import { reactRouter } from "@react-router/dev/vite";
export default { plugins: [reactRouter()] };
`,
      "app/routes.js": `import { index } from "@react-router/dev/routes";
export default [index("routes/home.jsx")];
`,
      "app/root.jsx": `import { Outlet, Scripts } from "react-router";
export default function Root() {
  return (
    <html lang="en">
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
`,
    },
  },
  {
    name: "storybook",
    packages: [
      "storybook@latest",
      "@storybook/react-vite@latest",
      "msw",
      "msw-storybook-addon@latest",
      "playwright-core",
      "react",
      "react-dom",
      "vite@latest",
    ],
    nodes: NEWEST,
    runs: {
      "shows recipes": "npx msw init public --save && npx galley exec ./site --open --fake 20 -- node see-stories.mjs",
    },
    files: {
      ".storybook/main.js": `export default {
  framework: "@storybook/react-vite",
  stories: ["../src/*.stories.jsx"],
  staticDirs: ["../public"],
  addons: ["msw-storybook-addon"],
};
`,
    },
  },
];

/** Writes the project of a framework into an empty folder: README's content type, the page's files and the row's. */
export async function prepareFramework(folder: string, { name, files }: Surroundings): Promise<void> {
  const shown = [
    ...blocksOf("README.md").filter(({ file }) => file?.startsWith("site/")),
    ...blocksOf(`docs/with/${name}.md`),
  ];
  const written = [...Object.entries(files), ...shown.map(({ file, text }) => [file, text] as const)];
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  for (const program of ["see.mjs", "see-stories.mjs"]) {
    await cp(join(import.meta.dirname, program), join(folder, program));
  }
  for (const [file, text] of written) {
    if (file === null) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}
