import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { curlCommand, shellWord } from "../../../../transport/cli/output/shell-words.ts";
import { fc } from "../../../support/fast-check.ts";

it("every word reaches a program of sh as it is", () => {
  const words = fc.sample(
    fc.string({ minLength: 1 }).filter((word) => !word.includes("\0")),
    50,
  );
  const script = words.map((word) => `printf '%s\\0' ${shellWord(word, "linux")}`).join("\n");
  expect(execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual(words);
});

it("on Windows a command is curl.exe with double quotes", () => {
  const args = ["-H", "Authorization: Bearer a", "http://127.0.0.1:1337/api/posts?populate=author&sort=date:desc"];
  expect(curlCommand(args, "win32")).toBe(
    'curl.exe -H "Authorization: Bearer a" "http://127.0.0.1:1337/api/posts?populate=author&sort=date:desc"',
  );
  expect(curlCommand(["http://127.0.0.1:1337/api/posts"], "win32")).toBe("curl.exe http://127.0.0.1:1337/api/posts");
  expect(shellWord("C:\\My site", "win32")).toBe('"C:\\My site"');
});
