import type { Guard } from "../../http/pipeline.ts";
import type { Handler } from "../../http/port.ts";
import type { Service } from "../../http/service.ts";
import type { ControlConfig } from "./control-config.ts";
import { type ControlLent, controlService } from "./control-service.ts";
import type { Controlled } from "./controlled.ts";
import { chooseFork, refuseUnknownForks } from "./forks/choose-fork.ts";
import { NamedForks } from "./forks/named-forks.ts";

/** The parts of a controlled galley besides its content. */
export interface Control {
  readonly service: Service;
  readonly guard: Guard;
  /** The galley's handler, with its forks behind it. */
  withForks(base: Handler): Handler;
  close(): void;
}

export const MAX_FORKS = 1000;
export const MAX_FORK_BYTES = 256 * 1_048_576;

export function createControl(base: Controlled, config: ControlConfig, lent: ControlLent): Control {
  const forks = new NamedForks(base, {
    forks: config.maxForks ?? MAX_FORKS,
    bytes: config.maxForkBytes ?? MAX_FORK_BYTES,
  });
  return {
    service: controlService(base, forks, lent, config.token),
    guard: refuseUnknownForks(forks),
    withForks: (handler) => chooseFork(handler, forks),
    close: () => forks.dropAll(),
  };
}
