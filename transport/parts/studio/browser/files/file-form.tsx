import { useSignal } from "@preact/signals";
import { member } from "../core/member.ts";
import { ask } from "../core/request.ts";
import { useAttempt } from "../core/use-attempt.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Problem } from "../widgets/problem.tsx";
import { Preview } from "./file-cards.tsx";
import { uploadPath } from "./upload.ts";

interface FileFormProps {
  readonly file: unknown;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const TEXTS = [
  ["name", "Name"],
  ["alternativeText", "Alternative text"],
  ["caption", "Caption"],
] as const;

/** The texts of a file, to be edited. */
export function FileForm({ file, onSaved, onClose }: FileFormProps) {
  const texts = useSignal<Record<string, string>>(
    Object.fromEntries(TEXTS.map(([key]) => [key, String(member(file, key) ?? "")])),
  );
  const { error, attempt } = useAttempt();
  const save = (event: Event) => {
    event.preventDefault();
    const body = { fileInfo: texts.value };
    attempt(async () => {
      await ask({ method: "POST", path: `${uploadPath()}?id=${member(file, "id")}`, body });
      onSaved();
    });
  };
  return (
    <Dialog title={`Edit ${member(file, "name")}`} onClose={onClose}>
      <div class="preview">
        <Preview file={file} isWhole />
      </div>
      <form class="stacked" onSubmit={save}>
        {TEXTS.map(([key, title]) => (
          <label key={key}>
            {title}{" "}
            <input
              required={key === "name"}
              maxLength={key === "name" ? 255 : undefined}
              value={texts.value[key] ?? ""}
              onInput={({ currentTarget }) => (texts.value = { ...texts.value, [key]: currentTarget.value })}
            />
          </label>
        ))}
        <p class="faint">Who does not see the picture reads or hears its alternative text.</p>
        {error !== null && <Problem error={error} />}
        <div class="actions">
          <button type="submit" class="primary">
            Save
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
