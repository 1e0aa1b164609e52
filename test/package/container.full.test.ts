import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseArguments } from "../../transport/cli/usage/usage.ts";
import { USAGES } from "../../transport/cli/usage/usages.ts";
import { createGalley } from "../../transport/galley.ts";
import { BLOG } from "../support/content/blog.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const PACKAGE: { name: string; bin: { galley: string }; files: readonly string[] } = JSON.parse(read("package.json"));

/** Nothing here builds a container: what its steps name is held against what there is. */
const FILES = {
  Dockerfile: read(".ci/Dockerfile"),
  "docs/production.md": /```dockerfile\n([\s\S]*?)```/.exec(read("docs/production.md"))?.[1] ?? "",
};

/** The texts behind an instruction, line by line, with continued lines joined. */
function steps(file: string, instruction: string): readonly string[] {
  const lines = file.replaceAll("\\\n", " ").split("\n");
  return lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));
}

/** The command of a container without further arguments. */
function started(file: string): readonly string[] {
  return [...steps(file, "ENTRYPOINT"), ...steps(file, "CMD")].flatMap((list) => JSON.parse(list));
}

describe.each(Object.entries(FILES))("the container of %s", (_, file) => {
  it("starts the package's own program with flags that there are", () => {
    const [node, program = "", command, ...args] = started(file);
    expect([node, command]).toEqual(["node", "serve"]);
    const folder = program.slice(program.indexOf("node_modules/"));
    expect(folder).toBe(`node_modules/${PACKAGE.name}/${PACKAGE.bin.galley}`);
    expect(PACKAGE.files).toContain(dirname(dirname(dirname(PACKAGE.bin.galley))));
    const { operands, text } = parseArguments(USAGES.serve, args);
    expect(operands).toHaveLength(1);
    expect(text("host")).toBe("0.0.0.0");
  });

  it("keeps content where its user may write", () => {
    const [volume = ""] = steps(file, "VOLUME");
    const [user] = steps(file, "USER");
    const made = file.slice(0, file.indexOf("USER "));
    expect(made).toMatch(/mkdir -p [^&]*\/var\/lib\/galley/);
    expect(made).toContain(`chown ${user}:${user} ${volume}`);
    const page = read("docs/production.md");
    const place = parseArguments(USAGES.serve, started(file).slice(3)).text("data");
    // Where the command does not name the place, the configuration of that page does.
    expect(place ?? /"storage": "([^"]+)"/.exec(page)?.[1]).toContain(`${volume}/`);
  });

  it("is in health while a galley answers, and no longer", async () => {
    const [check = ""] = steps(file, "HEALTHCHECK");
    const [program = "", ...args]: string[] = JSON.parse(check.replace(/^CMD /, ""));
    const galley = await createGalley({ schema: BLOG });
    const { url, close } = await galley.listen({ port: 0 });
    const health = async () => {
      const child = spawn(
        program,
        args.map((arg) => arg.replace("http://127.0.0.1:1337", url)),
      );
      return (await once(child, "close"))[0];
    };
    expect(args.join(" ")).toContain("http://127.0.0.1:1337/");
    expect(await health()).toBe(0);
    await close();
    expect(await health()).toBe(1);
    await galley.close();
  });
});

describe("the Dockerfile", () => {
  const file = FILES.Dockerfile;

  it("copies existing files, and leaves out generated ones", () => {
    const copied = steps(file, "COPY").filter((step) => !step.startsWith("--from"));
    const sources = copied.flatMap((step) => step.split(" ").slice(0, -1));
    expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
    expect(read(".ci/Dockerfile.dockerignore").split("\n")).toEqual(
      expect.arrayContaining(["**/node_modules", "dist", ".git"]),
    );
    expect(steps(file, "COPY")).toContainEqual(expect.stringContaining(`/tmp/${PACKAGE.name}-*.tgz `));
  });

  it("keeps the native code that the listener loads, by the name that it has", () => {
    const loader = createRequire(import.meta.url).resolve("uWebSockets.js");
    const kept = `uws_linux_${process.arch}_${process.versions.modules}.node`;
    expect(file).toContain(`uws_linux_$(node -p 'process.arch + "_" + process.versions.modules').node`);
    expect(basename(loader)).toBe("uws.js");
    if (process.platform === "linux") expect(existsSync(join(dirname(loader), kept))).toBe(true);
  });
});
