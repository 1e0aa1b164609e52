import type { ListenerName, ProfileName } from "../../transport/config.ts";

/** What one server of a fuzz is started with. */
export interface FuzzSettings {
  readonly profile: ProfileName;
  readonly listener: ListenerName;
}

/** Each server gets so many requests; the next one starts with other settings and fresh content. */
export const PER_SERVER = 20_000;

const ROUND: readonly FuzzSettings[] = [
  { profile: "contract", listener: "auto" },
  { profile: "strapi", listener: "auto" },
  { profile: "contract", listener: "node" },
  { profile: "strapi", listener: "node" },
];

/** The settings of each server in turn. */
export function settingsOf(server: number): FuzzSettings {
  const settings = ROUND[server % ROUND.length];
  if (settings === undefined) throw new Error("The round is empty");
  return settings;
}
