import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JournalStorage } from "../../storage/internal.ts";
import { sampleCommit } from "../../storage/testing/commits.ts";
import {
  BODY_BYTES,
  HEAD_BYTES,
  HEAD_TIMEOUT,
  LARGE_ANSWER,
  MIN_BODY_RATE,
  RATE_WINDOW,
  UNSENT_BYTES,
} from "../../transport/adapters/shared/limits.ts";
import { MAX_EVENT_LOOP_DELAY } from "../../transport/cli/content/content.ts";
import { parseArguments } from "../../transport/cli/usage/usage.ts";
import { USAGES } from "../../transport/cli/usage/usages.ts";
import { CONFIG_KEYS, checkConfig } from "../../transport/config/check-config.ts";
import { CONTRACT } from "../../transport/contract/profiles/profile.ts";
import { MAX_FORK_BYTES, MAX_FORKS } from "../../transport/parts/control/control.ts";
import { MAX_TODOS } from "../../transport/parts/todo/todo-room.ts";
import { MAX_BYTES } from "../../transport/parts/uploads/pictures/pictures.ts";
import { MAX_MEMORY, MAX_PIXELS, MAX_SECONDS, MAX_SIDE } from "../../transport/parts/uploads/pictures/shape-picture.ts";
import { newFolder } from "../support/folder.ts";
import { runHere } from "../support/servers/run-here.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const spelled = (count: number) => count.toLocaleString("en-US");

test("the configuration for production is one that Galley takes", () => {
  const [, json = ""] = /```json\n([\s\S]*?)```/.exec(read("docs/production.md")) ?? [];
  const config = JSON.parse(json);
  expect(checkConfig(config, "docs/production.md")).toEqual(config);
});

test.each(["production", "cluster"])(
  "the proxy of the page %s hides what strangers may not see, in any case",
  (page) => {
    const [, flags = "", pattern = ""] = /location ~(\*?) (\S+) \{\n\s+deny all/.exec(read(`docs/${page}.md`)) ?? [];
    const denied = new RegExp(pattern, flags === "*" ? "i" : "");
    for (const path of ["/_metrics", "/_Metrics", "/__GALLEY/reset", "/_HEALTH"]) expect(path).toMatch(denied);
  },
);

test("the HAProxy of the page cluster does so too", () => {
  const [, prefixes = ""] = /deny if \{ path_beg -i (.*) \}/.exec(read("docs/cluster.md")) ?? [];
  expect(prefixes.split(" ")).toEqual(["/_health", "/_metrics", "/__galley"]);
});

test("the page for production names only commands that there are", () => {
  const named = [...read("docs/production.md").matchAll(/`?galley data (\w+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(1);
  for (const name of named) expect(USAGES.data.notes).toContain(`data ${name} `);
});

test("the service of the page for production starts a program with flags that there are, and may end by SIGTERM", () => {
  const [, unit = ""] = /```ini\n([\s\S]*?)```/.exec(read("docs/production.md")) ?? [];
  const [, program = "", command, ...args] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(" ") ?? [];
  const { name, bin } = JSON.parse(read("package.json"));
  expect(program).toMatch(new RegExp(`/node_modules/${name}/${bin.galley}$`));
  expect(command).toBe("serve");
  expect(parseArguments(USAGES.serve, args).operands).toHaveLength(1);
  // Otherwise each stop would leave it as failed.
  expect(unit).toContain(`SuccessExitStatus=${128 + constants.signals.SIGTERM}\n`);
});

test("the page for production names the Node that the package asks for", () => {
  const { engines } = JSON.parse(read("package.json")) as { readonly engines: { readonly node: string } };
  expect(read("docs/production.md")).toContain(`Node ${engines.node.replace(">=", "")} or later`);
});

test("the container installs the uWebSockets.js that is tested here", () => {
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(read("package.json"));
  const installed = `uWebSockets.js@${devDependencies["uWebSockets.js"]}`;
  expect(read(".ci/Dockerfile")).toContain(installed);
});

/** Those that no test reaches by its own requests; the others: `test/transport/http/stated-limits.test.ts`. */
test("SECURITY.md states the actual limits", () => {
  const page = read("SECURITY.md");
  expect(page).toContain(`${HEAD_BYTES / 1024} KiB`);
  expect(page).toMatch(new RegExp(`time for a head +\\| ${HEAD_TIMEOUT / 1000} seconds `));
  expect(page).toContain(`${MIN_BODY_RATE / 1024} KiB a second over ${RATE_WINDOW / 1000} seconds`);
  expect(page).toMatch(new RegExp(`bodies under way +\\| ${BODY_BYTES / 1_048_576} MiB together`));
  const unsent = `answers over ${LARGE_ANSWER / 1024} KiB not yet taken +\\| ${UNSENT_BYTES / 1_048_576} MiB together`;
  expect(page).toMatch(new RegExp(unsent));
  expect(page).toMatch(new RegExp(`delay of the event loop, .* \\| ${MAX_EVENT_LOOP_DELAY / 1000} second `));
  expect(page).toMatch(new RegExp(`todos, where they are served +\\| ${spelled(MAX_TODOS)}, `));
  const pictures = `${MAX_BYTES / 1_048_576} MiB, ${MAX_PIXELS / 1e6} million pixels, ${spelled(MAX_SIDE)} on a side, ${MAX_MEMORY / 1_048_576} MiB of memory, ${MAX_SECONDS} seconds for a form`;
  expect(page).toMatch(new RegExp(`pictures that get smaller forms, .* \\| ${pictures}; one at a time`));
  const forks = `${spelled(MAX_FORKS)}, ${MAX_FORK_BYTES / 1_048_576} MiB together`;
  expect(page).toMatch(new RegExp(`forks that were made by being named, .* \\| ${forks} `));
});

test("the page on configuration names every key, and its example is taken", () => {
  const page = read("docs/configuration.md");
  expect(CONFIG_KEYS.filter((key) => !new RegExp(`\`${key}[\`.]`).test(page))).toEqual([]);
  const [, json = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  expect(checkConfig(JSON.parse(json), "docs/configuration.md")).toEqual(JSON.parse(json));
});

test("the page on profiles has every difference", () => {
  const { rules, ...choices } = CONTRACT;
  const named = [...read("docs/profiles.md").matchAll(/^\| `(\w+)` \|/gm)].map(([, name = ""]) => name);
  expect(named.toSorted()).toEqual([...Object.keys(choices), ...Object.keys(rules)].toSorted());
});

test("the changelog tells each release by feature, in 60 lines at most", () => {
  const releases = read("CHANGELOG.md").split(/^## /m).slice(1);
  expect(
    releases.filter((release) => release.split("\n").length > 60).map((release) => release.split("\n")[0]),
  ).toEqual([]);
  expect(releases.length).toBeGreaterThan(0);
});

test("the commands of docs/storage.md run one after the other", async () => {
  const page = await readFile(new URL("../../docs/storage.md", import.meta.url), "utf8");
  const commands = [...page.matchAll(/^galley (data .*)$/gm)].map(([, command = ""]) => command.split(" "));
  expect(commands).toHaveLength(5);
  const folder = await newFolder();
  const storage = new JournalStorage(join(folder, "data"));
  await storage.open();
  await storage.append(0, [{ position: 1, commit: "c.1", body: sampleCommit(1) }]);
  await storage.close();
  for (const [family = "", action = "", ...places] of commands) {
    const { code, errors } = await runHere([family, action, ...places.map((place) => join(folder, place))]);
    expect({ command: [action, ...places], code, errors }).toMatchObject({ code: 0 });
  }
});
