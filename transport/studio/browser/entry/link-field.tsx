import { useSignal } from "@preact/signals";
import { member } from "../core/request.ts";
import { uploadFiles } from "../files/upload.ts";
import { isMany, isMorph, labelAttribute, type Model } from "../model/model.ts";
import { Problem } from "../shared/problem.tsx";
import { FileValue } from "../shared/value.tsx";
import type { FieldProps } from "./field-props.ts";
import { findEntries, findFiles } from "./find.ts";
import { Finder } from "./finder.tsx";

/** What an attribute leads to: other entries, of a type that is chosen first where it may be any, or files. */
export function LinkField({ attribute, models, value, onChange }: FieldProps) {
  const many = isMany(attribute);
  const isFiles = attribute.type === "media";
  const isAnyType = isMorph(attribute);
  const type = useSignal(models.types[0]?.uid ?? "");
  const target = models.byUid(isAnyType ? type.value : attribute.target);
  const linked: readonly unknown[] = Array.isArray(value)
    ? value
    : value === null || value === undefined
      ? []
      : [value];
  const set = (next: readonly unknown[]) => onChange(many ? next : (next.at(-1) ?? null));
  const modelOf = (entry: unknown) => (isAnyType ? models.byUid(String(member(entry, "__type"))) : target);
  const name = (entry: unknown) => nameOf(isFiles ? undefined : modelOf(entry), entry);
  return (
    <>
      <ul class="chips">
        {linked.map((entry, at) => (
          <li key={`${member(entry, "__type")} ${member(entry, "id")}`} class="chip">
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
      {isAnyType && (
        <select
          aria-label={`Type to find for ${attribute.name}`}
          value={type.value}
          onChange={({ currentTarget }) => (type.value = currentTarget.value)}
        >
          {models.types.map(({ uid, displayName }) => (
            <option key={uid} value={uid}>
              {displayName}
            </option>
          ))}
        </select>
      )}
      <Finder
        key={type.value}
        label={attribute.name}
        find={(text) => (isFiles ? findFiles(text) : findEntries(target, text))}
        nameOf={(entry) => nameOf(isFiles ? undefined : target, entry)}
        onChoose={(entry) => set([...linked, isAnyType ? { ...Object(entry), __type: type.value } : entry])}
      />
      {isFiles && <Uploader label={attribute.name} many={many} onUploaded={(files) => set([...linked, ...files])} />}
    </>
  );
}

function nameOf(model: Model | undefined, entry: unknown): string {
  const label = model === undefined ? "name" : labelAttribute(model);
  return String(member(entry, label) ?? member(entry, "documentId") ?? member(entry, "id"));
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
