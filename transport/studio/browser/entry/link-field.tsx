import { useSignal } from "@preact/signals";
import { withQuery } from "../core/query-text.ts";
import { ask, member } from "../core/request.ts";
import { uploadFiles, uploadPath } from "../files/upload.ts";
import { isMany, labelAttribute, type Model } from "../model/model.ts";
import { Problem } from "../shared/problem.tsx";
import { FileValue } from "../shared/value.tsx";
import type { FieldProps } from "./field.tsx";

/** What an attribute leads to: other entries, or files. Others are found by a search. */
export function LinkField({ attribute, models, value, onChange }: FieldProps) {
  const many = isMany(attribute);
  const isFiles = attribute.type === "media";
  const target = models.byUid(isFiles ? "plugin::upload.file" : attribute.target);
  const linked: readonly unknown[] = Array.isArray(value)
    ? value
    : value === null || value === undefined
      ? []
      : [value];
  const set = (next: readonly unknown[]) => onChange(many ? next : (next.at(-1) ?? null));
  const name = (entry: unknown) => nameOf(isFiles ? undefined : target, entry);
  return (
    <>
      <ul class="chips">
        {linked.map((entry, at) => (
          <li key={String(member(entry, "id"))} class="chip">
            {isFiles ? <FileValue file={entry} short /> : name(entry)}{" "}
            <button
              type="button"
              class="icon"
              aria-label={`Remove ${name(entry)} from ${attribute.name}`}
              onClick={() => set(linked.toSpliced(at, 1))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <Finder
        label={attribute.name}
        find={(text) => (isFiles ? findFiles(text) : findEntries(target, text))}
        nameOf={name}
        onChoose={(entry) => set([...linked, entry])}
      />
      {isFiles && <Uploader label={attribute.name} many={many} onUploaded={(files) => set([...linked, ...files])} />}
    </>
  );
}

function nameOf(model: Model | undefined, entry: unknown): string {
  const label = model === undefined ? "name" : labelAttribute(model);
  return String(member(entry, label) ?? member(entry, "documentId") ?? member(entry, "id"));
}

interface FinderProps {
  readonly label: string;
  readonly find: (text: string) => Promise<readonly unknown[]>;
  readonly nameOf: (entry: unknown) => string;
  readonly onChoose: (entry: unknown) => void;
}

function Finder({ label, find, nameOf, onChoose }: FinderProps) {
  const text = useSignal("");
  const found = useSignal<readonly unknown[] | null>(null);
  const error = useSignal<unknown>(null);
  const search = async () => {
    try {
      found.value = await find(text.value);
      error.value = null;
    } catch (fault) {
      error.value = fault;
    }
  };
  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Enter would send the form.
    event.preventDefault();
    search();
  };
  return (
    <div class="finder">
      <input
        aria-label={`Find for ${label}`}
        placeholder="Find"
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        onKeyDown={searchOnEnter}
      />
      <button type="button" aria-label={`Find entries for ${label}`} onClick={search}>
        Find
      </button>
      {error.value !== null && <Problem error={error.value} />}
      {found.value !== null && (
        <ul class="chips">
          {found.value.length === 0 && <li class="faint">Nothing found</li>}
          {found.value.map((entry) => (
            <li key={String(member(entry, "id"))}>
              <button
                type="button"
                onClick={() => {
                  found.value = null;
                  onChoose(entry);
                }}
              >
                {nameOf(entry)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const MAX_FOUND = "10";

async function findEntries(model: Model | undefined, text: string): Promise<readonly unknown[]> {
  if (model === undefined) return [];
  const search = text === "" ? [] : [["_q", text] as const];
  const { json } = await ask({ path: withQuery(model.path, [...search, ["pagination[pageSize]", MAX_FOUND]]) });
  const data = member(json, "data");
  return Array.isArray(data) ? data : [];
}

async function findFiles(text: string): Promise<readonly unknown[]> {
  const named = text === "" ? [] : [["filters[name][$containsi]", text] as const];
  const { json } = await ask({ path: withQuery(`${uploadPath()}/files`, [...named, ["limit", MAX_FOUND]]) });
  return Array.isArray(json) ? json : [];
}

interface UploaderProps {
  readonly label: string;
  readonly many: boolean;
  readonly onUploaded: (files: readonly unknown[]) => void;
}

function Uploader({ label, many, onUploaded }: UploaderProps) {
  const error = useSignal<unknown>(null);
  const upload = async (files: FileList | null) => {
    try {
      onUploaded(await uploadFiles(files));
      error.value = null;
    } catch (fault) {
      error.value = fault;
    }
  };
  return (
    <>
      <input
        type="file"
        aria-label={`Upload for ${label}`}
        multiple={many}
        onChange={({ currentTarget }) => upload(currentTarget.files)}
      />
      {error.value !== null && <Problem error={error.value} />}
    </>
  );
}
