import { Icon } from "../widgets/icon.tsx";

interface FileButtonProps {
  /** The accessible name, if `Upload` does not say enough. */
  readonly label?: string;
  readonly many: boolean;
  readonly onFiles: (files: FileList | null) => void;
}

/** Chooses files to upload. The browser's own control lies over it, invisible, so it takes dropped files too. */
export function FileButton({ label, many, onFiles }: FileButtonProps) {
  return (
    <label class="button file-button">
      <Icon name="plus" />
      Upload
      <input
        type="file"
        aria-label={label}
        multiple={many}
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files);
          // The same file may be chosen again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
