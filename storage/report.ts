/** Reports to the operator what no caller can be told: a repair, a listener that threw. */
export type Report = (message: string, details: Readonly<Record<string, unknown>>) => void;

/** Where nothing else is asked for: a warning of the process. */
export const warn: Report = (message, details) => {
  process.emitWarning(message, { type: "GalleyStorage", detail: JSON.stringify(details) });
};
