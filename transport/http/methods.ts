/** The methods whose bodies mean something. */
export const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);
