import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { sourceToken } from "../../../transport/twin/source/token.ts";
import { newFolder } from "../../support/folder.ts";

it("a token comes from a variable, a file of mode 0600 or the first line of an input, and from no other place", async () => {
  const file = join(await newFolder(), "token");
  await writeFile(file, "of-file\n", { mode: 0o600 });
  expect(await sourceToken({}, { TOKEN: "x" })).toBeUndefined();
  expect(await sourceToken({ variable: "TOKEN" }, { TOKEN: " of-variable " })).toBe("of-variable");
  expect(await sourceToken({ file }, {})).toBe("of-file");
  expect(await sourceToken({ file: "-" }, {}, Readable.from(["\nof-input\nmore\n"]))).toBe("of-input");
  await expect(sourceToken({ file: "-" }, {}, Readable.from([""]))).rejects.toThrow(/holds no token/);
  await expect(sourceToken({ variable: "TOKEN" }, {})).rejects.toThrow("the variable TOKEN of --token-env is empty");
  await chmod(file, 0o644);
  await expect(sourceToken({ file }, {})).rejects.toThrow(/can be read by others: chmod 600/);
});
