import type { Galley } from "../../../transport/galley.ts";

export type Send = typeof fetch;

/** Gives what sends requests to a galley that listens at `url`. */
export type OpenSender = (galley: Galley, url: string) => Promise<Send>;

let open: OpenSender = async () => fetch;

/** Has what the contract's tests ask go another way, such as through a proxy: for a setup of Vitest. */
export function setSender(sender: OpenSender): void {
  open = sender;
}

/** How the contract's tests reach a galley: directly, unless a setup says otherwise. */
export function senderTo(galley: Galley, url: string): Promise<Send> {
  return open(galley, url);
}
