import { useSignal } from "@preact/signals";
import { SearchBox } from "../table/search-box.tsx";
import { Dialog } from "../widgets/dialog.tsx";
import { Problem } from "../widgets/problem.tsx";
import { FileCards } from "./file-cards.tsx";
import { FilePages, useFiles } from "./file-search.tsx";

interface FilePickerProps {
  /** The attribute that gets the file. */
  readonly label: string;
  /** Whether several files can be chosen, one after another. */
  readonly many?: boolean;
  /** Prefix of the media types to choose from. */
  readonly mime?: string;
  readonly onChoose: (file: unknown) => void;
}

/** A button that opens the grid of files, to choose from. */
export function FilePicker(props: FilePickerProps) {
  const isOpen = useSignal(false);
  const close = () => (isOpen.value = false);
  return (
    <>
      <button type="button" aria-label={`Choose files for ${props.label}`} onClick={() => (isOpen.value = true)}>
        Choose from files
      </button>
      {isOpen.value && <Grid {...props} onClose={close} />}
    </>
  );
}

function Grid({
  label,
  many = false,
  mime = "",
  onChoose,
  onClose,
}: FilePickerProps & { readonly onClose: () => void }) {
  const { files, value, error, text, onSearch, ...pages } = useFiles(mime);
  return (
    <Dialog title={`Files for ${label}`} onClose={onClose}>
      <div class="actions">
        <SearchBox text={text} onSearch={onSearch} label="Search the names of files" />
        <button type="button" onClick={onClose}>
          {many ? "Done" : "Cancel"}
        </button>
      </div>
      {error !== null && <Problem error={error} />}
      {value !== undefined && files.length === 0 && <p class="empty">No files here.</p>}
      <FileCards
        files={files}
        verb="Choose"
        onOpen={(file) => {
          onChoose(file);
          if (!many) onClose();
        }}
      />
      <FilePages {...pages} />
    </Dialog>
  );
}
