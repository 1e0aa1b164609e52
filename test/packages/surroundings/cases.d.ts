import type { setupServer } from "msw/node";
import type { createGalley } from "../../../transport/galley.ts";
import type { galleyHandlers } from "../../../transport/testing/mounts/msw.ts";

export const OPTIONS: object;

export function surroundingCases(use: {
  readonly createGalley: typeof createGalley;
  readonly galleyHandlers?: typeof galleyHandlers;
  readonly setupServer?: typeof setupServer;
}): [name: string, run: () => Promise<void>][];
