import { useSignal } from "@preact/signals";
import { member } from "../core/member.ts";
import { ask } from "../core/request.ts";
import { useAttempt } from "../core/use-attempt.ts";
import { openApi } from "../model/load-models.ts";
import { RequestPane } from "../request-pane/request-pane.tsx";
import { SearchBox } from "../table/search-box.tsx";
import { Confirm } from "../widgets/confirm.tsx";
import { CopyButton } from "../widgets/copy-button.tsx";
import { ownUrl } from "../widgets/file-value.tsx";
import { Problem } from "../widgets/problem.tsx";
import { DropZone } from "./drop-zone.tsx";
import { FileButton } from "./file-button.tsx";
import { FileCards } from "./file-cards.tsx";
import { FileForm } from "./file-form.tsx";
import { FilePages, useFiles } from "./file-search.tsx";
import { uploadFiles, uploadPath } from "./upload.ts";

/** The uploaded files, newest first. */
export function FilesView() {
  const { files, value, error, isLoading, reload, text, onSearch, ...pages } = useFiles();
  const { error: refused, attempt } = useAttempt();
  const edited = useSignal<unknown>(null);
  const doomed = useSignal<unknown>(null);
  // The document lists only the operations that this caller may use.
  const mayUpload = openApi.value?.paths[uploadPath()]?.post !== undefined;
  const mayDelete = openApi.value?.paths[`${uploadPath()}/files/{id}`]?.delete !== undefined;
  const change = (work: () => Promise<unknown>) => attempt(() => work().then(reload));
  const upload = (chosen: FileList | null) => change(() => uploadFiles(chosen));
  const remove = (file: unknown) => ask({ method: "DELETE", path: `${uploadPath()}/files/${member(file, "id")}` });
  const problem = refused ?? error;
  return (
    <div class="view">
      <div class="bar">
        <h1>Files</h1>
        <SearchBox text={text} onSearch={onSearch} label="Search the names of files" />
        {mayUpload && <FileButton many onFiles={upload} />}
      </div>
      {problem !== null && <Problem error={problem} />}
      <RequestPane reply={value} error={error} isLoading={isLoading} hasPlan={false} />
      <DropZone onFiles={mayUpload ? upload : undefined}>
        {value !== undefined && files.length === 0 && (
          <p class="empty">
            No files {text === "" ? "yet" : "match"}.{mayUpload && " Drop some here, or choose them above."}
          </p>
        )}
        <FileCards files={files} verb="Edit" onOpen={mayUpload ? (file) => (edited.value = file) : undefined}>
          {(file) => (
            <span class="actions">
              <CopyButton text={new URL(ownUrl(file) ?? String(member(file, "url")), location.origin).href}>
                Copy URL
              </CopyButton>
              {mayDelete && (
                <button
                  type="button"
                  class="danger"
                  aria-label={`Delete ${member(file, "name")}`}
                  onClick={() => (doomed.value = file)}
                >
                  Delete
                </button>
              )}
            </span>
          )}
        </FileCards>
      </DropZone>
      <FilePages {...pages} />
      {edited.value !== null && (
        <FileForm
          key={member(edited.value, "id")}
          file={edited.value}
          onClose={() => (edited.value = null)}
          onSaved={() => {
            edited.value = null;
            reload();
          }}
        />
      )}
      {doomed.value !== null && (
        <Confirm
          title="Delete this file?"
          action="Delete"
          onConfirm={() => {
            change(() => remove(doomed.value));
            doomed.value = null;
          }}
          onCancel={() => (doomed.value = null)}
        >
          {String(member(doomed.value, "name"))} goes, and every entry that has it loses it. This cannot be taken back.
        </Confirm>
      )}
    </div>
  );
}
