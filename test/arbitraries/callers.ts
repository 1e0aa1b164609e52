import type { Access } from "../../engine/internal.ts";

const VAULT = "api::vault.vault";

/** A caller without a token, who may read everything but the vaults. */
export const PUBLIC: Access = { authenticated: false, may: (type) => type !== VAULT };
/** A caller with a token of a role that may read as much. */
export const EDITOR: Access = { authenticated: true, may: (type) => type !== VAULT };
/** A caller with a token for everything. */
export const FULL: Access = { authenticated: true, may: () => true };
