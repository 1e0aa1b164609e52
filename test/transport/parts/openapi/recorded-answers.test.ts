import { describe, expect, it } from "vitest";
import { describeViolation } from "../../../../transport/testing/contract/violation.ts";
import { checkExchanges } from "../../../support/openapi/broken-exchanges.ts";
import { playWrites } from "../../../support/vectors/play/play-writes.ts";
import { startRecordedServer } from "../../../support/vectors/start-server.ts";
import { writeVectors } from "../../../support/vectors/vector-file.ts";

/** The other recordings are checked where they are played anyway: in test/contract/vectors. */
describe.runIf(process.env.GALLEY_OPENAPI)("the document of the profile contract", () => {
  it("holds for every answer to the requests of writes.json", async () => {
    const { server, galley, close } = await startRecordedServer(writeVectors(), "contract");
    try {
      const exchanged = { url: server.url, document: await galley.openapi() };
      const { known, answers } = await checkExchanges(exchanged, () => playWrites(writeVectors(), server));
      expect(answers.map(describeViolation)).toEqual([]);
      expect(known).toBeGreaterThan(3000);
    } finally {
      await close();
    }
  });
});
