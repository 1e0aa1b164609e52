import { createHash } from "node:crypto";
import { JournalStorage, JsonFileStorage, MemoryStorage, type Storage } from "../../storage/internal.ts";
import type { Log } from "../../transport/index.ts";
import { QUICK_USERS } from "../support/content/quick-users.ts";
import { schemaOf } from "../support/content/schema-of.ts";
import { canonical } from "../support/engine/check-state.ts";
import { type OpenRecordedTypes, openRecordedTypes, SEEDED, seededId } from "../support/servers/open-recorded-types.ts";
import { FUZZED_LOCALES, FUZZED_TYPES } from "./fuzzed-types.ts";
import { withProviders } from "./kept.ts";
import type { FuzzSettings } from "./settings.ts";

/** Characters of each long text, and how many entries hold one: together half of what an answer may be. */
const LONG_TEXT = { characters: 200_000, entries: 80 };

/** A server with the recorded content types and all optional services, over the content at `path`. */
export async function openFuzzed(
  { profile, listener, large, open, issuer }: FuzzSettings,
  path: string | null,
  { seeded, logger }: { readonly seeded: boolean; readonly logger: Log },
): Promise<OpenRecordedTypes> {
  const schema = schemaOf(FUZZED_TYPES.types, FUZZED_TYPES.components);
  const opened = await openRecordedTypes(FUZZED_TYPES, {
    profile,
    listener,
    seeded,
    schema: { ...schema, contentTypes: { ...schema.contentTypes, ...QUICK_USERS } },
    storage: storageAt(path),
    users: withProviders(issuer),
    jwtSecret: "a secret of the fuzzed server",
    locales: FUZZED_LOCALES,
    open,
    studio: true,
    openapi: "public",
    todo: true,
    graphql: true,
    control: true,
    rest: { actions: true },
    metrics: true,
    // A fuzzer has one address and mostly no rights. Behind a proxy, X-Forwarded-For is read.
    rateLimit: { failures: 1_000_000_000, requests: 1_000_000_000, seconds: 60, trustedProxies: ["127.0.0.1"] },
    logger,
  });
  if (seeded) await addLocales(opened);
  if (seeded && large) await addLongTexts(opened);
  return opened;
}

async function addLocales({ galley }: OpenRecordedTypes): Promise<void> {
  for (const locale of FUZZED_LOCALES.slice(1))
    for (let number = 1; number < SEEDED; number++) {
      const documentId = seededId("essay", number);
      await galley
        .documents("api::essay.essay")
        .update({ documentId, locale, data: { title: locale }, status: "published" });
    }
}

async function addLongTexts({ galley }: OpenRecordedTypes): Promise<void> {
  const scalars = galley.documents("api::scalar.scalar");
  const txt = "long ".repeat(LONG_TEXT.characters / 5);
  for (let made = 0; made < LONG_TEXT.entries; made++) await scalars.create({ data: { txt }, status: "published" });
}

function storageAt(path: string | null): Storage {
  if (path === null) return new MemoryStorage();
  return path.endsWith(".json") ? new JsonFileStorage(path) : new JournalStorage(path);
}

/** A short text that is equal for equal content, and only for that. */
export function digestOf({ galley }: OpenRecordedTypes): string {
  const hash = createHash("sha256");
  for (const change of canonical(galley.engine.dump())) hash.update(change);
  return hash.digest("hex");
}
