import { effect, signal } from "@preact/signals";
import { BASE } from "./base.ts";

/** Sent with every request; empty for a visitor. Kept by this tab alone, and only until it is closed. */
export const token = kept("token");

/** The fork that answers; empty for the base. */
export const fork = kept("fork");

function kept(name: string) {
  const key = `galley ${BASE}/_studio ${name}`;
  const value = signal(read(key));
  effect(() => {
    try {
      if (value.value === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value.value);
    } catch {
      // Full, or forbidden by the user: the page works without.
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
