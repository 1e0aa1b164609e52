import { GCProfiler, getHeapStatistics } from "node:v8";

/** The message to a server that asks how much it has allocated since the last time. */
export const ALLOCATED = "allocated";

/**
 * Answers each such message with the bytes that were allocated on the heap since the message before: its growth between
 * collections. Nothing is counted per request, so a measured request costs what it costs without this.
 */
export function reportAllocation(): void {
  let heap = watchHeap();
  process.on("message", (message) => {
    if (message !== ALLOCATED) return;
    process.send?.(heap.allocated());
    heap = watchHeap();
  });
}

function watchHeap(): { allocated(): number } {
  const profiler = new GCProfiler();
  profiler.start();
  const begun = usedBytes();
  return {
    allocated() {
      const collections = profiler.stop().statistics;
      const freed = collections.reduce((sum, { beforeGC, afterGC }) => sum + usedIn(beforeGC) - usedIn(afterGC), 0);
      return usedBytes() - begun + freed;
    },
  };
}

function usedBytes(): number {
  return getHeapStatistics().used_heap_size;
}

function usedIn({ heapStatistics }: { readonly heapStatistics: { readonly usedHeapSize: number } }): number {
  return heapStatistics.usedHeapSize;
}

/** The message to a server that asks whether the work is done that its answers have left behind. */
export const SETTLED = "settled";

/** Answers each such message once `settled` resolves. */
export function reportSettling(settled: () => Promise<void>): void {
  process.on("message", (message) => {
    if (message === SETTLED) void settled().then(() => process.send?.(0));
  });
}
