import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { strictText } from "../../../storage/core.ts";
import { hashToken, newToken, type TokenConfig } from "../../access/tokens.ts";
import { checkConfig } from "../../config/check-config.ts";
import { ConfigError } from "../../config/config-error.ts";
import { isJsonFile } from "../content/open-storage.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";

/** `galley token create`: creates a token and shows it once. */
export async function token(args: Arguments): Promise<number> {
  if (args.operands[0] !== "create") throw new UsageError("token needs to know what to do: token create");
  const secret = newToken();
  const config = describeToken(args, hashToken(secret));
  if (args.isOn("save")) await saveToken(resolve(args.text("config") ?? "galley.config.json"), config);
  process.stdout.write(`${secret}\n`);
  process.stderr.write(notice(config, args.isOn("save")));
  return 0;
}

function describeToken(args: Arguments, hash: string): TokenConfig {
  const name = args.text("name");
  const role = args.text("role");
  const access = args.text("access") ?? (role === undefined ? undefined : "role");
  const expiresAt = args.text("expires");
  if (name === undefined) throw new UsageError("--name is missing");
  if (access === undefined) throw new UsageError("--access is missing");
  if ((access === "role") !== (role !== undefined)) throw new UsageError("--access role and --role go together");
  if (expiresAt !== undefined && Number.isNaN(Date.parse(expiresAt)))
    throw new UsageError("--expires must be ISO 8601");
  const common = { name, hash, ...(expiresAt === undefined ? {} : { expiresAt }) };
  if (role !== undefined) return { ...common, role };
  return { ...common, access: access === "full-access" ? access : "read-only" };
}

/** Adds the token to a JSON configuration file, which is created if it does not exist. */
async function saveToken(path: string, token: TokenConfig): Promise<void> {
  if (!isJsonFile(path)) throw new UsageError("--save writes JSON files only: copy the line yourself");
  const bytes = await readFile(path).catch((error) => {
    if (error.code === "ENOENT") return Buffer.from("{}");
    throw error;
  });
  const config = checkConfig(parse(path, bytes), path);
  const tokens = config.tokens ?? [];
  if (tokens.some(({ name }) => name === token.name)) {
    throw new ConfigError(path, [{ path: ["tokens"], message: `there is a token "${token.name}" already` }]);
  }
  await writeFile(path, `${JSON.stringify({ ...config, tokens: [...tokens, token] }, null, 2)}\n`, { mode: 0o600 });
}

function parse(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(strictText(bytes));
  } catch (error) {
    throw new ConfigError(path, [{ path: [], message: String(error) }]);
  }
}

function notice(config: TokenConfig, saved: boolean): string {
  const when = process.platform === "win32" ? "with --watch" : "on SIGHUP, or with --watch";
  if (saved) return `The token above is shown this once. Its hash is saved; a running server takes it in ${when}.\n`;
  return `The token above is shown this once. Add this to "tokens" in the configuration:\n${JSON.stringify(config)}\n`;
}
