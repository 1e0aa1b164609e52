import { expect } from "vitest";
import { newFolder } from "../folder.ts";
import { withJson } from "../requests/json.ts";
import { withServer } from "../servers/command-line.ts";
import { runHere } from "../servers/run-here.ts";

const TOKEN = "full-access-for-the-test";

/** The looks at a log, and their answers. */
type Looks = readonly (readonly [command: string, answer: RegExp])[];

/**
 * Two servers on one log share the demo, its todos and its files; `data` looks at the log and copies it there and back.
 * `further`: looks that only this kind of log answers.
 */
export async function expectSharedDemo(newPlace: () => string, further: Looks = []): Promise<void> {
  const place = newPlace();
  const folder = await newFolder();
  const environment = { GALLEY_DATA: place, GALLEY_JWT_SECRET: "x".repeat(32), GALLEY_TOKEN: TOKEN };
  const surroundings = { folder, environment };
  const data = async (...args: readonly string[]) => runHere(["data", ...args], { folder });
  await withServer(["--port", "0"], surroundings, async (_, one) => {
    await withServer(["--port", "0"], surroundings, async (__, other) => {
      const asked = withJson("POST", { title: "Shared" });
      expect((await fetch(`${one}/todos`, asked)).status).toBe(201);
      const form = new FormData();
      form.append("files", new Blob(["hello"]), "a.txt");
      const authorization = `Bearer ${TOKEN}`;
      const sent = await fetch(`${one}/api/upload`, { method: "POST", headers: { authorization }, body: form });
      expect(sent.status).toBe(201);
      await expect.poll(async () => (await fetch(`${other}/todos`)).text()).toContain('"Shared"');
    });
    expect((await data("nodes", place)).out).toMatch(/process \d+ {2}at position \d+/);
  });
  const looks: Looks = [
    ["check", /: good, up to position \d+/],
    ["stats", /api::post\.post {2}\d+ documents/],
    ...further,
  ];
  for (const [command, answer] of looks) expect((await data(command, place)).out).toMatch(answer);
  for (const [from, to] of [
    [place, "copy.json"],
    ["copy.json", newPlace()],
  ] as const) {
    const copied = await data("copy", from, to, "--quiet");
    expect(copied).toMatchObject({ code: 0, out: expect.stringContaining(", 1 file."), errors: "" });
  }
}
