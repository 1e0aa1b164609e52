/** Reports events to the operator that concern no caller, such as a repair or a listener that threw. */
export type Report = (message: string, details: Readonly<Record<string, unknown>>) => void;

/** The default: a process warning. */
export const warn: Report = (message, details) => {
  process.emitWarning(message, { type: "GalleyStorage", detail: JSON.stringify(details) });
};
