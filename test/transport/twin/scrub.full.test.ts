import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { openSource, pictureWith, upload, write } from "../../support/twin/source.ts";

/** Ten secrets each: 5,000. */
const COUNT = 500;

/** A German number of an account with right check digits. */
function iban(n: number): string {
  const account = String(500_105_170_000_000_000n + BigInt(n * 7919)).padStart(18, "0");
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${account}`;
}

const plantedIn = (n: number) => ({
  email: `person.${n}@secret-mail.org`,
  other: `Other+${n}@müller.example.net`,
  phone: `+49 30 9018${String(n).padStart(4, "0")}`,
  local: `(030) 7716-${String(1000 + n)}`,
  iban: iban(n),
  spaced: iban(n + 500)
    .replace(/(.{4})/g, "$1 ")
    .trim(),
  name: `Wilhelmina${n}`,
  jwt: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI${n}x.c2lnbmF0dXJl${n}`,
  key: `sk_live_${String(n).padStart(4, "0")}abcdefghijklmnop`,
  query: `sEcReT${n}Token`,
});

/** All that has the form of a secret, found in one pass over a text. */
const FORMS =
  /person\.\d+@secret-mail\.org|other\+\d+@müller\.example\.net|\+49 30 9018\d{4}|\(030\) 7716-\d{4}|DE\d{20}|DE\d{2}(?: \d{4}){4} \d{2}|wilhelmina\d+|eyJhbGciOiJIUzI1NiJ9\.\w+\.\w+|sk_live_\w{20}|secret\d+token/gi;

function bytesBelow(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return Buffer.concat(
    files.flatMap((file) => (statSync(file).isFile() ? [Buffer.from(`${file}\n`), readFileSync(file)] : [])),
  );
}

it("no secret reaches any byte of a twin, and who was one stays one", { timeout: 600_000 }, async () => {
  const source = await openSource();
  const planted: string[] = [];
  for (let n = 0; n < COUNT; n++) {
    const { email, other, phone, local, iban: account, spaced, name, jwt, key, query } = plantedIn(n);
    planted.push(email, other, phone, local, account, spaced, name, jwt, key, query);
    const author = await write(source, "POST", "/authors", { name, slug: name.toLowerCase(), email, phone });
    const cover = n < 4 ? await upload(source, `${name}-passport.png`, pictureWith(email)) : null;
    const text = `Write to ${email}, ${other} or call ${phone} / ${local}. Pay ${account} AND ${spaced} now.`;
    await write(source, "POST", "/posts", {
      title: `Ask ${email}`,
      body: `<p>${text}</p> [link](https://x.org/a?token=${query}&b=1) ${jwt}`,
      notes: [{ type: "paragraph", children: [{ type: "text", text }] }],
      extra: { firstName: name, contact: { phone, list: [account, { note: jwt }] }, [email]: key },
      author: author.documentId,
      seo: { metaTitle: `${key} ${phone}`, links: [{ label: other }] },
      blocks: [{ __component: "shared.quote", body: text, parts: [{ metaTitle: email }] }],
      ...(cover !== null && { cover }),
    });
  }
  const folder = join(await newFolder(), "twin");
  const args = ["pull", source.url, "--out", folder, "--token-env", "TOKEN", "--report"];
  const environment = { TOKEN: "full-token" };
  const { code, out } = await runHere(args, { environment });
  expect(code).toBe(0);
  expect(out).toContain("scrubbed: author.email: email (email), 500 values, such as");
  const bytes = bytesBelow(folder);
  const shown = `${bytes.toString("utf8")}\n${out}`;
  const secrets = new Set(planted.map((secret) => secret.toLowerCase()));
  const found = (text: string) => (text.match(FORMS) ?? []).filter((each) => secrets.has(each.toLowerCase()));
  expect([secrets.size, new Set(found(planted.join("\n"))).size]).toEqual([5_000, 5_000]);
  expect(found(shown)).toEqual([]);
  expect(shown.includes("full-token")).toBe(false);

  const rows = readFileSync(join(folder, "entities/entities_00001.jsonl"), "utf8").trim().split("\n");
  const parsed = rows.map((row) => JSON.parse(row) as { type: string; data: Record<string, string> });
  const authors = parsed.filter(({ type }) => type === "api::author.author").map(({ data }) => data);
  for (const attribute of ["email", "name", "slug", "phone"])
    expect(new Set(authors.map((data) => data[attribute])).size).toBe(COUNT);
  const posts = parsed.filter(({ type }) => type === "api::post.post").map(({ data }) => data);
  expect(posts.filter(({ title = "" }) => authors.some(({ email }) => title === `Ask ${email}`)).length).toBe(
    posts.length,
  );

  await runHere(args, { environment });
  const again = readFileSync(join(folder, "entities/entities_00001.jsonl"), "utf8");
  const authorLines = (text: string) =>
    text
      .split("\n")
      .filter((line) => line.includes("api::author.author"))
      .sort();
  expect(authorLines(again)).toEqual(authorLines(`${rows.join("\n")}\n`));
});

it("a configuration scrubs by functions and kinds, and flags win over it", async () => {
  const source = await openSource();
  await write(source, "POST", "/authors", { name: "Ada", email: "ada@real.org", phone: "+49 30 12345678" });
  const { documentId } = await write(source, "POST", "/tags", { name: "Plain" });
  const folder = join(await newFolder(), "twin");
  mkdirSync(folder);
  const config = (tag: string) =>
    `export default { scrub: { "author.name": "keep", "author.email": "null", "author.phone": "text", "tag.name": ${tag} } };`;
  const file = join(folder, "galley.config.mjs");
  const pull = () =>
    runHere(["pull", source.url, "--out", folder, "--token-env", "TOKEN", "--keep", "author.phone"], {
      environment: { TOKEN: "full-token" },
    });
  writeFileSync(file, config("(value, { documentId }) => [value.length, documentId].join(' of ')"));
  expect(await pull()).toMatchObject({ code: 0, errors: "" });
  const rows = readFileSync(join(folder, "entities/entities_00001.jsonl"), "utf8");
  expect(rows).toContain('"name":"Ada"');
  expect(rows).not.toContain("@");
  expect(rows).toContain('"phone":"+49 30 12345678"');
  expect(rows).toContain(`"name":"5 of ${documentId}"`);
  expect(rows).not.toContain("Plain");
  expect(JSON.parse(readFileSync(join(folder, "pull.json"), "utf8")).scrub.attributes["tag.name"]).toEqual({
    rule: "function",
    why: "as asked",
    values: 2,
  });
  expect(readdirSync(folder).filter((name) => name.startsWith("galley.config"))).toEqual(["galley.config.mjs"]);
  writeFileSync(file, config("() => { throw new Error('Plain'); }"));
  const failed = await pull();
  expect([failed.code, failed.errors]).toEqual([
    1,
    `galley: the function scrub["tag.name"] of the configuration failed on document ${documentId}\n`,
  ]);
  writeFileSync(file, config('"colour"'));
  expect((await pull()).errors).toContain("scrub.tag.name: must be keep, email, name");
});

it("what is kept stays, and what is named is scrubbed besides", async () => {
  const source = await openSource();
  await write(source, "POST", "/authors", { name: "Ada", email: "ada@real.org", phone: "+49 30 12345678" });
  await write(source, "POST", "/tags", { name: "A plain word" });
  const folder = join(await newFolder(), "twin");
  const flags = ["--keep", "author.name,author.email", "--scrub", "tag.name"];
  await runHere(["pull", source.url, "--out", folder, "--token-env", "TOKEN", ...flags], {
    environment: { TOKEN: "full-token" },
  });
  const rows = readFileSync(join(folder, "entities/entities_00001.jsonl"), "utf8");
  expect(rows).toContain('"name":"Ada"');
  expect(rows).toContain("ada@real.org");
  expect(rows).toMatch(/"phone":"\+999\d{11}"/);
  expect(rows).not.toContain("plain");
  const { scrub } = JSON.parse(readFileSync(join(folder, "pull.json"), "utf8"));
  expect(scrub).toMatchObject({
    key: expect.stringMatching(/^[0-9a-f]{12}$/),
    attributes: { "tag.name": { rule: "text", values: 2 } },
  });
});
