import { type Engine, FILE_TYPE, isRecord, type UnknownRecord } from "../../../../engine/internal.ts";
import { type FileStore, isFileName } from "../../../../storage/core.ts";
import { SIDECARS, UPLOADS } from "../archive-assets.ts";
import { entityLine } from "./entity-line.ts";
import { jsonEntry, type NewEntry } from "./new-entry.ts";

/** The bytes of every uploaded file and of its formats, each preceded by a file that describes it. */
export async function* assetEntries(
  engine: Engine,
  files: FileStore,
  missing: (name: string) => void,
): AsyncGenerator<NewEntry> {
  const seen = new Set<string>();
  for (const { name, sidecar } of assetsIn(engine)) {
    if (seen.has(name) || !isFileName(name)) continue;
    seen.add(name);
    const file = await files.open(name);
    if (file === null) {
      missing(name);
      continue;
    }
    yield jsonEntry(`${SIDECARS}${name}.json`, sidecar);
    yield { name: `${UPLOADS}${name}`, size: file.size, bytes: file.read() };
  }
}

function* assetsIn({ schema, state }: Engine): Generator<Asset> {
  for (const row of state.collection(FILE_TYPE).spaces.published.rows()) {
    const { id, data } = entityLine(schema, FILE_TYPE, state.shape.layouts.record(FILE_TYPE, row), null);
    yield* assetsOf(id, data);
  }
}

interface Asset {
  readonly name: string;
  readonly sidecar: UnknownRecord;
}

/** A file by its row, and its formats. */
export function* assetsOf(id: number, data: UnknownRecord): Generator<Asset> {
  yield { name: fileName(data), sidecar: { id, ...data } };
  for (const [type, format] of Object.entries(isRecord(data.formats) ? data.formats : {})) {
    if (isRecord(format)) yield { name: fileName(format), sidecar: { ...format, type, id, mainHash: data.hash } };
  }
}

function fileName({ hash, ext }: UnknownRecord): string {
  return `${hash}${ext ?? ""}`;
}
