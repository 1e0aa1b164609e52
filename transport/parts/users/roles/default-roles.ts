import { createDocument, FULL_ACCESS } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { AUTHENTICATED, ROLE_TYPE } from "../user-types.ts";

/** Strapi's initial roles. */
export const DEFAULT_ROLES = [
  { name: "Authenticated", description: "Default role given to authenticated user.", type: AUTHENTICATED },
  { name: "Public", description: "Default role given to unauthenticated user.", type: "public" },
];

/** Creates Strapi's two initial roles if there are no roles at all. Writes nothing where there are some. */
export async function addDefaultRoles(store: Store): Promise<void> {
  if (store.engine.state.collection(ROLE_TYPE).spaces.published.size > 0) return;
  const type = store.engine.schema.type(ROLE_TYPE);
  await store.write(
    (tx) => {
      for (const _role of tx.documents(ROLE_TYPE)) return;
      for (const data of DEFAULT_ROLES)
        createDocument(tx, { type, data, access: FULL_ACCESS, unknownKeys: "drop" }, false);
    },
    () => {},
  );
}
