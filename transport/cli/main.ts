#!/usr/bin/env node
// Any Node has to be able to read this file and its imports at once, to say that it is too old.
import { missingNode, version } from "../runtime/version.ts";
import { flushOutput, guardOutput } from "./output/standard-output.ts";

guardOutput();
process.exit(await flushOutput(await start(process.argv.slice(2))));

async function start(args: readonly string[]): Promise<number> {
  const needed = missingNode(process.versions.node);
  if (needed !== null) {
    process.stderr.write(`galley: needs Node ${needed} or later (this is ${process.versions.node})\n`);
    return 1;
  }
  // Scripts ask for it often: it needs none of what follows.
  if (/^(?:-v|--version)$/.test(args.join(" "))) {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  const { run } = await import("./run.ts");
  return run(args, process.env);
}
