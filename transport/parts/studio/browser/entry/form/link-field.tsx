import { useSignal } from "@preact/signals";
import { member } from "../../core/member.ts";
import { useAttempt } from "../../core/use-attempt.ts";
import { FileButton } from "../../files/file-button.tsx";
import { FilePicker } from "../../files/file-picker.tsx";
import { uploadFiles } from "../../files/upload.ts";
import { isMany, isMorph, labelAttribute, type Model } from "../../model/model.ts";
import { FileValue } from "../../widgets/file-value.tsx";
import { Problem } from "../../widgets/problem.tsx";
import { Select } from "../../widgets/select.tsx";
import type { FieldProps } from "./field-props.ts";
import { findEntries } from "./find.ts";
import { Finder } from "./finder.tsx";

/** The entries or files that an attribute links to. If entries of any type are possible, the type is chosen first. */
export function LinkField({ attribute, models, value, locale, onChange }: FieldProps) {
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
  const add = (entries: readonly unknown[]) => {
    const known = new Set(linked.map(identityOf));
    set([...linked, ...entries.filter((entry) => !many || !known.has(identityOf(entry)))]);
  };
  const modelOf = (entry: unknown) => (isAnyType ? models.byUid(String(member(entry, "__type"))) : target);
  const name = (entry: unknown) => nameOf(isFiles ? undefined : modelOf(entry), entry);
  return (
    <>
      <ul class="chips" hidden={linked.length === 0}>
        {linked.map((entry, at) => (
          <li key={identityOf(entry)} class="chip">
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
        <Select
          label={`Type to find for ${attribute.name}`}
          options={models.types.map(({ uid, displayName }) => [uid, displayName] as const)}
          value={type.value}
          onChange={(uid) => (type.value = uid)}
        />
      )}
      {isFiles ? (
        <div class="actions">
          <FilePicker label={attribute.name} many={many} onChoose={(file) => add([file])} />
          <Uploader label={attribute.name} many={many} onUploaded={add} />
        </div>
      ) : (
        <Finder
          key={type.value}
          label={attribute.name}
          what={target?.displayName ?? "entry"}
          find={(text) => findEntries(target, text, locale)}
          nameOf={(entry) => nameOf(target, entry)}
          onChoose={(entry) => add([isAnyType ? { ...Object(entry), __type: type.value } : entry])}
        />
      )}
    </>
  );
}

/** Identifies a file by its id; a document has a different id in each version, so its documentId is used. */
function identityOf(entry: unknown): string {
  return `${member(entry, "__type")} ${member(entry, "documentId") ?? member(entry, "id")}`;
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
  const { error, attempt } = useAttempt();
  const upload = (files: FileList | null) => attempt(async () => onUploaded(await uploadFiles(files)));
  return (
    <>
      <FileButton label={`Upload for ${label}`} many={many} onFiles={upload} />
      {error !== null && <Problem error={error} />}
    </>
  );
}
