/** The message to a server that asks whether the work is done that its answers have left behind. */
export const SETTLED = "settled";

/** Answers each such message once `settled` resolves. */
export function reportSettling(settled: () => Promise<void>): void {
  process.on("message", (message) => {
    if (message === SETTLED) void settled().then(() => process.send?.(0));
  });
}
