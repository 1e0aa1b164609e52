import type { ListenerName } from "../../transport/adapters/listener-name.ts";
import type { ProfileName } from "../../transport/contract/profiles/profile-name.ts";
import type { PlaceKind } from "./place.ts";

/** The settings of one server of a fuzz. */
export interface FuzzSettings extends ServerSettings {
  /** Where users may sign in too. */
  readonly issuer: string;
}

export interface ServerSettings {
  readonly profile: ProfileName;
  readonly listener: ListenerName;
  /** Where its content is kept. */
  readonly place: PlaceKind;
  /** Whether its entries hold long texts, so that few of them make a large answer. */
  readonly large: boolean;
  /** Whether everyone may read everything. */
  readonly open: boolean;
  /** How many requests it gets: fewer where each of them costs more. */
  readonly requests: number;
}

const IN_MEMORY = { place: "memory", large: false, open: false, requests: 50_000 } as const;
const ON_DISK = { place: "folder", large: false, open: false, requests: 20_000 } as const;

/** The next server starts with other settings and fresh content. A short run uses the first few. */
const ROUND: readonly ServerSettings[] = [
  { profile: "contract", listener: "uws", ...ON_DISK, place: "linked folder" },
  { profile: "strapi", listener: "node", ...ON_DISK, place: "linked file", requests: 4000 },
  { profile: "contract", listener: "node", ...IN_MEMORY, large: true, requests: 10_000 },
  { profile: "strapi", listener: "uws", ...IN_MEMORY, open: true },
  { profile: "contract", listener: "uws", ...IN_MEMORY },
  { profile: "strapi", listener: "node", ...IN_MEMORY },
  { profile: "contract", listener: "node", ...IN_MEMORY, open: true },
  { profile: "strapi", listener: "uws", ...IN_MEMORY, large: true, requests: 10_000 },
  { profile: "contract", listener: "node", ...ON_DISK },
  { profile: "strapi", listener: "uws", ...ON_DISK, place: "file", requests: 4000 },
];

/** The least that a server gets in a short run, so that the cost of a start pays. */
const SHORT_RUN = 150;

/** The settings of each server in turn, and how many of a run's requests it gets. */
export function settingsOf(server: number, total: number): ServerSettings {
  const settings = ROUND[server % ROUND.length];
  if (settings === undefined) throw new Error("The round is empty");
  const share = Math.max(SHORT_RUN, Math.ceil(total / ROUND.length));
  return { ...settings, requests: Math.min(settings.requests, share) };
}
