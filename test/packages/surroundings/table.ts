/**
 * The surroundings in which a galley is used, one install each. `test` runs cases.js: under a runner, or as a script. A new
 * surroundings is a row here.
 */
export interface Surroundings {
  readonly name: string;
  readonly packages: readonly string[];
  /** Major versions of Node on which it runs; `npm run test:packages` without `--node` uses the first. */
  readonly nodes: readonly string[];
  /** Names with the commands that run them. */
  readonly runs: Readonly<Record<string, string>>;
  /** Name and text of files beside cases.mjs and cases.cjs. */
  readonly files: Readonly<Record<string, string>>;
}

const TAKEN = `import { createGalley } from "galley";
import { galleyHandlers } from "galley/msw";
import { setupServer } from "msw/node";
import { surroundingCases } from "./cases.mjs";
const cases = surroundingCases({ createGalley, galleyHandlers, setupServer });
`;

const PLAIN = `import { createGalley } from "galley";
import { surroundingCases } from "./cases.mjs";
const cases = surroundingCases({ createGalley });
`;

const vitestSpec = (taken: string): string => `${taken}import { galleyTest } from "galley/vitest";
import { expect, test, vi } from "vitest";
import { OPTIONS } from "./cases.mjs";
test.each(cases)("%s", async (_, run) => run(), 60_000);
test("fake timers", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
  try {
    for (const [name, run] of cases) if (name.endsWith("PUT changes")) await run();
  } finally {
    vi.useRealTimers();
  }
}, 60_000);
galleyTest(OPTIONS)("galley/vitest: takes writes", async ({ galley, galleyUrl }) => {
  const headers = { authorization: "Bearer secret", "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ data: { title: "Tea" } }) };
  expect((await galley.fetch("/api/posts", init)).status).toBe(201);
  expect((await fetch(galleyUrl + "/api/posts", init)).status).toBe(201);
  expect(await galley.documents("api::post.post").count()).toBe(2);
});
`;

const JEST = `test.each(cases)("%s", async (_, run) => run(), 60_000);
test("fake timers", async () => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
  try {
    for (const [name, run] of cases) if (name.endsWith("PUT changes")) await run();
  } finally {
    jest.useRealTimers();
  }
}, 60_000);
`;

const VITEST = { "with-msw.spec.js": vitestSpec(TAKEN), "plain.spec.js": vitestSpec(PLAIN) };

const WITHOUT_MSW = `const cases = surroundingCases({ createGalley });\n`;

const JEST_FILES = {
  "esm.spec.mjs": `import { jest, test } from "@jest/globals";
import { createGalley } from "galley";
import { TextDecoder } from "node:util";
import { surroundingCases } from "./cases.mjs";
// The parser of forms needs it, which Jest loads for the page.
globalThis.TextDecoder ??= TextDecoder;
${WITHOUT_MSW}${JEST}`,
  "commonjs.spec.cjs": `const { createGalley } = require("galley");
const { surroundingCases } = require("./cases.cjs");
${WITHOUT_MSW}${JEST}`,
  "jest.config.cjs": `module.exports = { testMatch: ["**/*.spec.?js"], moduleFileExtensions: ["mjs", "cjs", "js", "json"], transform: {} };\n`,
};

const jest = (modules: "commonjs" | "esm", environment: string): string =>
  `${modules === "esm" ? "node --experimental-vm-modules" : "node"} node_modules/jest/bin/jest.js ${modules}.spec --env ${environment}`;

const JEST_RUNS = Object.fromEntries(
  (["commonjs", "esm"] as const).flatMap((modules) =>
    ["node", "jsdom"].map((environment) => [`${environment}, ${modules}`, jest(modules, environment)]),
  ),
);

const ENVIRONMENTS = ["node", "jsdom", "happy-dom"];

/** Cases that cannot work, by the runs that they are left out of; docs/testing.md names them for users. */
const OLD_JSDOM = ["listen()", "galley/msw"]
  .flatMap((way) => [`${way}: URLSearchParams sign in`, `${way}: an aborted request rejects`])
  .join("; ");
const LEFT_OUT: Readonly<Record<string, string>> = {
  "vitest-3 jsdom, forks": OLD_JSDOM,
  "vitest-3 jsdom, threads": OLD_JSDOM,
  "vitest-4 happy-dom, vmThreads": "POST of ArrayBuffer",
  "vitest-5 happy-dom, vmThreads": "POST of ArrayBuffer",
  "vitest-5 happy-dom, vmForks": "POST of ArrayBuffer",
};

/** MSW does not load in a page that is a context of its own: it needs WritableStream and BroadcastChannel. */
const vitest = (version: string, pools: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ENVIRONMENTS.flatMap((environment) =>
      pools.map((pool) => {
        const name = `${environment}, ${pool}`;
        const spec = pool.startsWith("vm") && environment !== "node" ? "plain" : "with-msw";
        const leftOut = LEFT_OUT[`${version} ${name}`];
        const env = leftOut === undefined ? "" : `LEFT_OUT="${leftOut}" `;
        return [name, `${env}npx vitest run ${spec} --environment ${environment} --pool ${pool}`];
      }),
    ),
  );

const RUN = `for (const [name, run] of cases) {
  await run().catch((error) => {
    process.exitCode = 1;
    console.error(name, error);
  });
}
`;

const SCRIPTS = {
  "script.mjs": `${TAKEN}${RUN}`,
  // MSW does not see Deno's requests.
  "without-msw.mjs": `${PLAIN}${RUN}`,
};

const BUNDLE = {
  "run.mjs": `import { createGalley } from "galley";
import { surroundingCases } from "./cases.mjs";
export async function run() {
  for (const [name, run] of surroundingCases({ createGalley })) if (name.startsWith("galley.fetch")) await run();
}
`,
  "main.mjs": `import { run } from "./run.mjs";
run().catch((error) => {
  process.exitCode = 1;
  console.error(error);
});
`,
  "app/layout.js": "export default ({ children }) => <html><body>{children}</body></html>;\n",
  "app/page.js": "export default () => <p>Bread</p>;\n",
  "app/api/try/route.js": `import { run } from "../../../run.mjs";
export const dynamic = "force-dynamic";
export const GET = () => run().then(() => new Response("served"));
`,
  // Ends with the status of the question.
  "ask-next.sh": `npx next start -p 0 > next.log 2>&1 &
server=$!
until url=$(grep -o "http://localhost:[0-9]*" next.log); do sleep 1; done
curl -fsS $(echo $url | cut -d" " -f1)/api/try | grep served
status=$?
kill $server
exit $status
`,
};

export const SURROUNDINGS: readonly Surroundings[] = [
  {
    name: "vitest-3",
    packages: ["vitest@3", "vite@6", "jsdom@26", "happy-dom@20", "msw@2"],
    nodes: ["20", "22", "24"],
    runs: vitest("vitest-3", ["forks", "threads"]),
    files: VITEST,
  },
  {
    name: "vitest-4",
    packages: ["vitest@4", "vite@7", "jsdom@27", "happy-dom@20", "msw@2"],
    nodes: ["22", "24"],
    runs: vitest("vitest-4", ["forks", "vmThreads"]),
    files: VITEST,
  },
  {
    name: "vitest-5",
    packages: ["vitest@5", "vite@8", "jsdom", "happy-dom", "msw@3"],
    nodes: ["24", "26"],
    runs: vitest("vitest-5", ["forks", "threads", "vmThreads", "vmForks"]),
    files: VITEST,
  },
  ...["29", "30"].map((version) => ({
    name: `jest-${version}`,
    packages: [`jest@${version}`, `jest-environment-jsdom@${version}`],
    nodes: ["24", "20", "22"],
    runs: JEST_RUNS,
    files: JEST_FILES,
  })),
  {
    name: "runtimes",
    packages: ["bun", "deno", "msw"],
    nodes: ["24", "22", "26"],
    runs: {
      "node:test": "node --test script.mjs",
      Bun: "node_modules/.bin/bun script.mjs",
      Deno: "node_modules/.bin/deno run -A without-msw.mjs",
    },
    files: SCRIPTS,
  },
  {
    name: "bundlers",
    packages: [
      ...["esbuild", "vite", "webpack", "webpack-cli", "rollup"],
      ...["node-resolve", "commonjs", "json"].map((plugin) => `@rollup/plugin-${plugin}`),
    ],
    nodes: ["24"],
    runs: {
      esbuild: "npx esbuild main.mjs --bundle --platform=node --outfile=out/a.cjs && node out/a.cjs",
      webpack:
        "npx webpack --mode development --target node --entry ./main.mjs -o out/c --output-filename main.cjs && node out/c/main.cjs",
      "Vite SSR": "npx vite build --ssr main.mjs --outDir out/vite && node out/vite/main.js",
      Rollup:
        "npx rollup main.mjs -p node-resolve -p commonjs -p json -d out/b --entryFileNames [name].mjs --chunkFileNames [name].mjs && node out/b/main.mjs",
    },
    files: BUNDLE,
  },
  {
    name: "next",
    packages: ["next", "react", "react-dom"],
    nodes: ["24"],
    runs: {
      Turbopack: "npx next build && sh ask-next.sh",
      webpack: "npx next build --webpack && sh ask-next.sh",
    },
    files: BUNDLE,
  },
];
