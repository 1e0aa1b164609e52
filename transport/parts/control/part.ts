import type { TokenConfig } from "../../access/tokens.ts";
import type { OpenPart, Part } from "../part.ts";
import type { Control } from "./control.ts";
import { type ControlConfig, controlConfigOf } from "./control-config.ts";
import { FORK_HEADER } from "./forks/choose-fork.ts";

interface ControlSettings {
  readonly control: boolean | ControlConfig;
  readonly tokens: readonly TokenConfig[];
  readonly answerBytes: number;
}

/** `/__galley/`, and forks by a header, for tests. */
export const CONTROL: Part<ControlSettings> = {
  open: async ({ control, tokens, answerBytes }, { behind }) => {
    const config = controlConfigOf(control, tokens);
    if (config === null) return null;
    const { createControl } = await import("./control.ts");
    const controls = behind.flatMap((part) => part.controls ?? []);
    const part: OpenPart<Control> = {
      headers: [FORK_HEADER],
      links: [{ name: "control", path: "/__galley", isPage: false }],
      start: ({ galley, ...lent }) => createControl(galley, config, { ...lent, answerBytes, controls }),
      serve: (_, running) => {
        if (running === undefined) return {};
        const { service, guard, withForks } = running;
        return { services: [service], guards: [guard], around: withForks };
      },
    };
    return part;
  },
};
