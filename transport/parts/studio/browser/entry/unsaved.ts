import { signal } from "@preact/signals";
import { fork } from "../core/session.ts";
import type { FormValues } from "./form/form-values.ts";
import type { Target } from "./target.ts";

/** Unsaved changes in forms, by `formKey`. They outlive the form, so navigating away loses nothing. */
const unsaved = signal<ReadonlyMap<string, FormValues>>(new Map());

const NONE: FormValues = {};

export function formKey({ model, documentId, copied, locale }: Target): string {
  return JSON.stringify([fork.value, model.uid, documentId, copied, locale]);
}

/** The changed values of a form. */
export function editsOf(key: string): FormValues {
  return unsaved.value.get(key) ?? NONE;
}

export function keepEdits(key: string, edits: FormValues): void {
  unsaved.value = new Map([...unsaved.value, [key, edits]]);
}

export function forgetEdits(key: string): void {
  unsaved.value = new Map([...unsaved.value].filter(([other]) => other !== key));
}

// The browser asks before it closes or reloads the page.
addEventListener("beforeunload", (event) => {
  if (unsaved.peek().size > 0) event.preventDefault();
});
