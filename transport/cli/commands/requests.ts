import { harRequests } from "../../twin/har/har-entries.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";

/** `galley requests FILE.har`: lists what was asked. */
export async function requests(args: Arguments): Promise<number> {
  const [file] = args.operands;
  if (file === undefined) throw new UsageError("requests needs a HAR: galley requests FILE.har");
  const filter = args.text("filter");
  for await (const { method, url, status, fault } of harRequests(file)) {
    const parsed = URL.canParse(url) ? new URL(url) : null;
    if (filter !== undefined && parsed?.pathname.startsWith(filter) !== true) continue;
    process.stdout.write(`${method} ${url} ${status}${fault === null ? "" : ` (${fault})`}\n`);
  }
  return 0;
}
