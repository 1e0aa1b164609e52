import { describe, expect, it } from "vitest";
import { MemoryFileStore } from "../../../../storage/internal.ts";
import { readForm } from "../../../../transport/http/form/form.ts";
import { HttpError } from "../../../../transport/http/http-error.ts";
import { storedIn } from "../../../../transport/parts/uploads/receiving/sent-file.ts";
import { fc } from "../../../support/fast-check.ts";

const FORM = Buffer.from(
  '--BB\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n' +
    '--BB\r\nContent-Disposition: form-data; name="fileInfo"\r\n\r\n{}\r\n--BB--\r\n',
);

const damage = fc.record({
  bytes: fc.array(fc.tuple(fc.nat(FORM.length - 1), fc.nat(255)), { maxLength: 4 }),
  end: fc.nat(FORM.length),
});

describe("readForm", () => {
  it("reads a damaged form or refuses it, and always ends", async () => {
    await fc.assert(
      fc.asyncProperty(damage, async ({ bytes, end }) => {
        const form = Buffer.from(FORM);
        for (const [at, byte] of bytes) form[at] = byte;
        const outcome = await readForm(
          "multipart/form-data; boundary=BB",
          form.subarray(0, end),
          storedIn(new MemoryFileStore()),
        ).catch((error) => error);
        expect(outcome instanceof HttpError ? outcome.code : "read").toMatch(/^(?:read|malformed body)$/);
      }),
      { numRuns: 500 },
    );
  });
});
