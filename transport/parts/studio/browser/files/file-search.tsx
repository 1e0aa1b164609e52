import { useSignal } from "@preact/signals";
import { count } from "../core/format.ts";
import type { Reply } from "../core/request.ts";
import { ask } from "../core/request.ts";
import { type Loaded, useLoad } from "../core/use-load.ts";
import { filesIn, filesPath } from "./upload.ts";

interface FileSearch extends Loaded<Reply> {
  readonly files: readonly unknown[];
  readonly text: string;
  readonly page: number;
  readonly pages: number;
  readonly onSearch: (text: string) => void;
  readonly onPage: (page: number) => void;
}

/** A page of the files that match a search. `mime`: prefix of their media types. */
export function useFiles(mime = ""): FileSearch {
  const text = useSignal("");
  const page = useSignal(1);
  const path = filesPath(text.value, page.value, mime);
  const loaded = useLoad(path, (signal) => ask({ path, signal }));
  return {
    ...loaded,
    ...filesIn(loaded.value),
    text: text.value,
    page: page.value,
    onSearch: (wanted) => {
      text.value = wanted;
      page.value = 1;
    },
    onPage: (wanted) => (page.value = wanted),
  };
}

/** Other pages of the files; nothing where there are none. */
export function FilePages({ page, pages, onPage }: Pick<FileSearch, "page" | "pages" | "onPage">) {
  if (pages <= 1) return null;
  return (
    <nav class="pager" aria-label="Pages of files">
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span>
        Page {count(page)} of {count(pages)}
      </span>
      <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  );
}
