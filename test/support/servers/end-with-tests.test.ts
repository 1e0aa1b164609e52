import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventually } from "../eventually.ts";

it("ends a server whose tests were killed", async () => {
  const program = `
    import { spawn } from "node:child_process";
    import { endWithTests } from ${JSON.stringify(join(import.meta.dirname, "end-with-tests.ts"))};
    const { pid } = endWithTests(spawn("sleep", ["60"]));
    console.log(pid);
  `;
  const tests = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
  const [pid] = (await once(tests.stdout, "data")).map(Number);
  tests.kill("SIGKILL");
  await eventually(() => expect(() => process.kill(pid as number, 0)).toThrow("ESRCH"));
});
