import { newToken } from "../../access/tokens.ts";
import { createLog } from "../../parts/operations/log.ts";
import type { Environment } from "../command.ts";
import { findContent, openContent } from "../content/content.ts";
import { loadConfig } from "../load-config.ts";
import { writeOut } from "../output/write-out.ts";
import { runCommand } from "../run-command.ts";
import { listenOn } from "../serve/listen.ts";
import { resolveSettings, type Settings } from "../settings.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";

/** `galley exec [PATH] -- COMMAND`: serves while a command runs; returns its exit code. */
export async function exec(args: Arguments, environment: Environment): Promise<number> {
  const [program, ...rest] = args.command;
  if (program === undefined) throw new UsageError("exec needs a command to run: galley exec -- COMMAND");
  const loaded = await loadConfig(process.cwd(), args.text("config"), args.operands[0], {
    runsProject: args.isOn("run-project"),
  });
  const settings = forTests(resolveSettings(args, environment, loaded), args);
  const log = await createLog(settings.logLevel, settings.alertLevel, settings.logFormat);
  const content = await findContent(args.operands[0], settings, log);
  const galley = await openContent(settings, content, loaded, log);
  const har = args.text("har");
  try {
    const { url } = await listenOn(galley, settings);
    const code = await runCommand(program, rest, { ...environment, GALLEY_URL: url, GALLEY_TOKEN: settings.token });
    if (har !== undefined)
      await writeOut(har, `${JSON.stringify(await galley.requests.toHAR({ scrub: args.isOn("scrub") }))}\n`);
    return code;
  } finally {
    await galley.close();
  }
}

/** A test run gets its own port, token and content unless configured otherwise, with full control of it. */
function forTests(settings: Settings, args: Arguments): Settings {
  return {
    ...settings,
    port: args.text("port") === undefined ? 0 : settings.port,
    ...(args.text("data") === undefined && { storage: "memory", isDefaultPlace: false }),
    logLevel: args.text("log-level") === undefined ? "silent" : settings.logLevel,
    alertLevel: args.text("log-level") === undefined ? "silent" : settings.alertLevel,
    token: settings.token ?? newToken(),
    config: { ...settings.config, control: settings.config.control || true },
  };
}
