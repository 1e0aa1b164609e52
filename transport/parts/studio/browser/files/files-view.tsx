import { useSignal } from "@preact/signals";
import { bytes } from "../core/format.ts";
import { member } from "../core/member.ts";
import { withQuery } from "../core/query-text.ts";
import { ask } from "../core/request.ts";
import { useLoad } from "../core/use-load.ts";
import { Asked } from "../widgets/asked.tsx";
import { Confirm } from "../widgets/confirm.tsx";
import { FileValue } from "../widgets/file-value.tsx";
import { Problem } from "../widgets/problem.tsx";
import { uploadFiles, uploadPath } from "./upload.ts";

const MAX_SHOWN = "100";

/** Uploaded files, newest first. */
export function FilesView() {
  const path = withQuery(`${uploadPath()}/files`, [
    ["sort", "createdAt:desc"],
    ["limit", MAX_SHOWN],
  ]);
  const { value, error, reload } = useLoad(path, (signal) => ask({ path, signal }));
  const refused = useSignal<unknown>(null);
  const doomed = useSignal<unknown>(null);
  const files: readonly unknown[] = Array.isArray(value?.json) ? value.json : [];
  const then = async (change: Promise<unknown>) => {
    try {
      await change;
      refused.value = null;
      reload();
    } catch (fault) {
      refused.value = fault;
    }
  };
  const remove = (file: unknown) => ask({ method: "DELETE", path: `${uploadPath()}/files/${member(file, "id")}` });
  return (
    <div class="view">
      <div class="bar">
        <h1>Files</h1>
        <label>
          Upload <input type="file" multiple onChange={({ currentTarget }) => then(uploadFiles(currentTarget.files))} />
        </label>
      </div>
      {refused.value !== null && <Problem error={refused.value} />}
      {error !== null && <Problem error={error} />}
      {value !== undefined && <Asked path={path} reply={value} hasPlan={false} />}
      {value !== undefined && files.length === 0 && <p class="empty">No files yet.</p>}
      {doomed.value !== null && (
        <Confirm
          title="Delete this file?"
          action="Delete"
          onConfirm={() => {
            then(remove(doomed.value));
            doomed.value = null;
          }}
          onCancel={() => (doomed.value = null)}
        >
          {String(member(doomed.value, "name"))} goes, and every entry that has it loses it. This cannot be taken back.
        </Confirm>
      )}
      <ul class="types files">
        {files.map((file) => (
          <li key={String(member(file, "id"))}>
            <FileValue file={file} />
            <span class="faint">
              {String(member(file, "mime"))}, {bytes(Number(member(file, "size")) * 1000)}
            </span>
            <button
              type="button"
              class="danger"
              aria-label={`Delete ${member(file, "name")}`}
              onClick={() => (doomed.value = file)}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
