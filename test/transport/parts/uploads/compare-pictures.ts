/**
 * Uploads the same pictures to a real Strapi and to Galley, and says where the entries differ:
 * `tsx test/transport/parts/uploads/compare-pictures.ts URL TOKEN`, of a Strapi whose full-access token it is.
 */
import { isDeepStrictEqual } from "node:util";
import { createGalley } from "../../../../transport/galley.ts";
import { pictures } from "../../../support/content/pictures.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { type FileEntry, form } from "../../../support/servers/open-uploads.ts";

const [url = "", token = ""] = process.argv.slice(2);

/** Of random values and times, only whether they are present. */
function comparable(entry: FileEntry): object {
  const text = JSON.stringify(entry).replace(/_[0-9a-f]{10}(?=[".])/g, "_CHANCE");
  const { id, documentId, createdAt, updatedAt, publishedAt, ...rest } = JSON.parse(text);
  return { ...rest, has: [id, documentId, createdAt, updatedAt, publishedAt].map((value) => typeof value) };
}

async function upload(send: typeof fetch, authorization: string, sent: Awaited<ReturnType<typeof pictures>>[number]) {
  const answer = await send(`${url}/api/upload`, { method: "POST", headers: { authorization }, body: form([sent]) });
  const body = await answer.json();
  return answer.status === 201
    ? comparable((body as readonly FileEntry[])[0] as FileEntry)
    : { status: answer.status, body };
}

/** Each place where two answers differ: their value, and ours. */
function differences(path: string, theirs: unknown, ours: unknown): readonly string[] {
  if (isDeepStrictEqual(theirs, ours)) return [];
  const isObjects = [theirs, ours].every((each) => typeof each === "object" && each !== null);
  if (!isObjects) return [`${path}: ${JSON.stringify(theirs)}, here ${JSON.stringify(ours)}`];
  const [one, other] = [Object(theirs), Object(ours)];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differences(`${path}.${name}`, one[name], other[name]));
}

const galley = await createGalley({
  schema: schemaOf({}),
  profile: "strapi",
  uploads: { optimize: true },
  tokens: [{ name: "all", token: "all", access: "full-access" }],
});
let different = 0;
for (const sent of await pictures()) {
  const theirs = await upload(fetch, `Bearer ${token}`, sent);
  const ours = await upload((input, init) => galley.fetch(input as string, init), "Bearer all", sent);
  const isEqual = isDeepStrictEqual(theirs, ours);
  if (!isEqual) different += 1;
  console.log(`${sent[0]}: ${isEqual ? "the same" : "different"}`);
  for (const line of isEqual ? [] : differences("", theirs, ours)) console.log(`  ${line}`);
}
console.log(`${different} of 12 differ`);
await galley.close();
process.exitCode = different === 0 ? 0 : 1;
