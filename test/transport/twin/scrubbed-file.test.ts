import { expect, it } from "vitest";
import { plainBytes, scrubbedFile } from "../../../transport/twin/pull/files.ts";
import type { Scrubber } from "../../../transport/twin/scrub/scrubber.ts";

const scrubber = { file: () => "hash", keepsFiles: false } as unknown as Scrubber;

it.each([
  [".png", ".png"],
  ["", ""],
  ["/../../api/users", ""],
  ["/../../_studio", ""],
  [".png?x=/../..", ""],
  [`.${"x".repeat(300)}`, ""],
  [7, ""],
])("a file of a source with the ext %j has the ext %j, and an address to fit", (ext, expected) => {
  const file = scrubbedFile({ name: "a", hash: "h", ext, formats: { small: { name: "b", hash: "s", ext } } }, scrubber);
  expect(file).toMatchObject({
    ext: expected,
    url: `/uploads/hash${expected}`,
    formats: { small: { ext: expected, url: `/uploads/small_hash${expected}` } },
  });
});

it("a file without an ext still has none", () => {
  expect(scrubbedFile({ name: "a", hash: "h", ext: null }, scrubber)).not.toHaveProperty("ext");
});

it.each([
  ["UTF-8", Buffer.from("Zoë, ada@real.org")],
  ["Latin-1", Buffer.from("Zoë, ada@real.org", "latin1")],
  ["UTF-16 of Windows", Buffer.from("\ufeffZoë, ada@real.org", "utf16le")],
  ["UTF-16 in network order", Buffer.from("\ufeffZoë, ada@real.org", "utf16le").swap16()],
])("a text in %s keeps its encoding, and no secret", (_, bytes) => {
  const text = (value: string) => value.replace("ada@real.org", "eve@fake.org");
  const expected = Buffer.from(bytes);
  const plain = Buffer.from(plainBytes(bytes, "text/csv", { text } as unknown as Scrubber, () => {}));
  expect(plain.length).toBe(expected.length);
  expect(plain.subarray(0, 3)).toEqual(expected.subarray(0, 3));
  expect(plain.toString("latin1").replaceAll("\0", "")).toContain("eve@fake.org");
  expect(plain.toString("latin1").replaceAll("\0", "")).not.toContain("ada@real");
});
