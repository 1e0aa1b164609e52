import type { Engine } from "../../engine/internal.ts";
import { inBackground } from "../../storage/core.ts";

/** Milliseconds that building takes between two requests. */
const SLICE = 8;

/**
 * Builds the indexes that queries lacked, a slice in each turn of the event loop, so that requests are answered in
 * between. The timer does not keep the process alive, and there is none while nothing is being built. Returns a
 * function that ends it.
 */
export function buildIndexesBetweenRequests(engine: Engine): () => void {
  let timer: NodeJS.Timeout | null = null;
  let isEnded = false;
  const later = () => {
    if (timer === null && !isEnded) timer = inBackground(setTimeout(turn, 0));
  };
  const turn = () => {
    timer = null;
    const end = performance.now() + SLICE;
    while (step(engine)) {
      if (performance.now() < end) continue;
      later();
      return;
    }
  };
  engine.onIndexMissed(later);
  return () => {
    isEnded = true;
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
}

/** A fault, such as content that cannot be read, ends the build: a query that needs the content meets it again. */
function step(engine: Engine): boolean {
  try {
    return engine.buildStep();
  } catch {
    return true;
  }
}
