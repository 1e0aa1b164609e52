import { expect, it } from "vitest";
import { callWrite } from "../../../storage/writing/write.ts";
import { countingEnv, emptyLibrary } from "../../support/content/library.ts";

it("a write that runs again, in another batch, is answered with what came of it last", async () => {
  const engine = emptyLibrary();
  let runs = 0;
  const { write, answered } = callWrite(
    () => {
      runs += 1;
      if (runs === 2) throw new Error("taken meanwhile");
    },
    () => "done",
  );
  write.run(engine.begin(countingEnv()));
  write.run(engine.begin(countingEnv()));
  write.answer();
  await expect(answered).rejects.toThrow("taken meanwhile");
});
