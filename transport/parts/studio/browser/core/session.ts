import { effect, signal } from "@preact/signals";
import { BASE } from "./base.ts";
import { linkedToken } from "./route.ts";

/** Sent with every request; empty for a visitor. It is kept in this tab only, until the tab is closed. */
export const token = kept("token");

effect(() => {
  if (linkedToken.value !== "") token.value = linkedToken.value;
});

/** The fork that answers; empty for the base server. */
export const fork = kept("fork");

function kept(name: string) {
  const key = `galley ${BASE}/_studio ${name}`;
  const value = signal(read(key));
  effect(() => {
    try {
      if (value.value === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value.value);
    } catch {
      // Storage is full, or the user has disabled it: the page works without it.
    }
  });
  return value;
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
