import { useSignal } from "@preact/signals";

interface CopyButtonProps {
  /** A long one can be made when it is copied. */
  readonly text: string | (() => string);
  readonly children?: string;
}

/** Copies a text, and confirms that it did. */
export function CopyButton({ text, children = "Copy" }: CopyButtonProps) {
  const said = useSignal("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      said.value = "Copied";
    } catch {
      said.value = "The browser does not let this page copy";
    }
    setTimeout(() => {
      said.value = "";
    }, 2000);
  };
  return (
    <>
      <button type="button" onClick={copy}>
        {children}
      </button>
      <span role="status" class="said">
        {said}
      </span>
    </>
  );
}
