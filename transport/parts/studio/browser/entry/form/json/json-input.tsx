import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { JsonEditor } from "../../../json-editor.ts";
import type { FieldProps } from "../field-props.ts";
import { findJsonFault } from "./find-json-fault.ts";

interface JsonInputProps extends Pick<FieldProps, "value" | "onChange"> {
  readonly id: string;
  readonly label: string;
  /** Id of the element with the server's fault. */
  readonly faultId: string | undefined;
}

/** A JSON value as text: in a plain text area until the editor has loaded, or if it cannot be loaded. */
export function JsonInput({ id, label, value, faultId, onChange }: JsonInputProps) {
  const typed = useSignal(value === null || value === undefined ? "" : JSON.stringify(value, null, 2));
  const fault = useSignal("");
  const host = useRef<HTMLDivElement>(null);
  const editor = useSignal<JsonEditor | null>(null);
  const take = (text: string) => {
    typed.value = text;
    const at = text.trim() === "" ? null : findJsonFault(text);
    fault.value = at === null ? "" : `Not JSON yet: ${placeOf(text, at)}`;
    if (at === null) latest.current(text.trim() === "" ? null : JSON.parse(text));
  };
  // The editor outlives the render that opened it.
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    let isGone = false;
    loadEditor().then(
      ({ openJsonEditor }) => {
        if (isGone || host.current === null) return;
        editor.value = openJsonEditor({ parent: host.current, label, text: typed.value, onChange: take });
      },
      () => {},
    );
    return () => {
      isGone = true;
      editor.value?.close();
    };
  }, []);
  const isInvalid = fault.value !== "" || faultId !== undefined;
  editor.value?.setInvalid(isInvalid);
  return (
    <>
      <div class="json-editor" ref={host} />
      {editor.value === null && (
        <textarea
          id={id}
          aria-label={label}
          aria-invalid={isInvalid}
          aria-describedby={faultId}
          class="code"
          rows={6}
          spellcheck={false}
          value={typed.value}
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
      )}
      {fault.value !== "" && (
        <p class="fault" role="status">
          {fault}
        </p>
      )}
    </>
  );
}

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** The page declares the file's name, which contains a hash of its contents. */
function loadEditor(): Promise<typeof import("../../../json-editor.ts")> {
  const named = document.querySelector<HTMLMetaElement>("meta[name=json-editor]");
  return import(new URL(named?.content ?? "", document.baseURI).href);
}
