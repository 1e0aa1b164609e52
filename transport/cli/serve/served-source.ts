import type { Log } from "../../runtime/log.ts";
import type { Environment } from "../command.ts";
import { findContent } from "../content/content.ts";
import { configFiles, loadConfig } from "../load-config.ts";
import { resolveSettings } from "../settings.ts";
import type { Arguments } from "../usage/usage.ts";
import type { Deployed } from "./serving.ts";

type Configured = Pick<Deployed, "loaded" | "settings">;

/** The source of what a server serves: its configuration, and the content types that PATH names. */
export class ServedSource {
  /** PATH. */
  readonly path: string | undefined;
  /** Files that may hold the configuration, whether they exist or not. */
  readonly configFiles: readonly string[];
  readonly #args: Arguments;
  readonly #environment: Environment;
  readonly #folder: string;

  /** `folder`: where to look for a configuration first. */
  constructor(args: Arguments, environment: Environment, folder: string) {
    this.path = args.operands[0];
    this.configFiles = configFiles(folder, args.text("config"), this.path);
    this.#args = args;
    this.#environment = environment;
    this.#folder = folder;
  }

  /** @throws ConfigError, UsageError */
  async configure(): Promise<Configured> {
    const loaded = await loadConfig(this.#folder, this.#args.text("config"), this.path, {
      runsProject: this.#args.isOn("run-project"),
    });
    return { loaded, settings: resolveSettings(this.#args, this.#environment, loaded) };
  }

  /** @throws ProjectError */
  async find({ loaded, settings }: Configured, log: Log): Promise<Deployed> {
    return { loaded, settings, content: await findContent(this.path, settings, log) };
  }

  /**
   * The current state of the source, to replace `present`, whose content stays where it is.
   *
   * @throws ConfigError, UsageError, ProjectError with the faults that `present` does not have.
   */
  async findAgain(present: Deployed, log: Log): Promise<Deployed> {
    const { loaded, settings } = await this.configure();
    const { place } = present.content;
    const placed = { ...settings, storage: place, isDefaultPlace: false };
    return { loaded, settings, content: await findContent(this.path, placed, log, present.content) };
  }
}
