import { useSignal } from "@preact/signals";

/** Copies a text, and confirms that it did. */
export function CopyButton({ text, children = "Copy" }: { readonly text: string; readonly children?: string }) {
  const said = useSignal("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
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
