import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

interface DropZoneProps {
  /** Undefined: nothing can be dropped. */
  readonly onFiles: ((files: FileList) => void) | undefined;
  readonly children: ComponentChildren;
}

/** Takes files that are dropped onto what it contains. */
export function DropZone({ onFiles, children }: DropZoneProps) {
  const isOver = useSignal(false);
  const over = (event: DragEvent) => {
    if (onFiles === undefined || event.dataTransfer?.types.includes("Files") !== true) return;
    // Otherwise the browser opens the file in the place of the page.
    event.preventDefault();
    isOver.value = true;
  };
  const drop = (event: DragEvent) => {
    isOver.value = false;
    const files = event.dataTransfer?.files;
    if (onFiles === undefined || files === undefined || files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    <section
      class={isOver.value ? "drop over" : "drop"}
      aria-label="Files"
      onDragOver={over}
      onDragLeave={() => (isOver.value = false)}
      onDrop={drop}
    >
      {children}
    </section>
  );
}
