import { createDocument, FULL_ACCESS } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { DEFAULT_ROLES, ROLE_TYPE } from "../../../access/user-types.ts";

/** Creates Strapi's two initial roles if there are no roles at all. Writes nothing where there are some. */
export async function addDefaultRoles(store: Store, since?: number): Promise<void> {
  if (store.engine.state.collection(ROLE_TYPE).spaces.published.size > 0) return;
  const type = store.engine.schema.type(ROLE_TYPE);
  await store.write(
    (tx) => {
      for (const _role of tx.documents(ROLE_TYPE)) return;
      for (const data of DEFAULT_ROLES)
        createDocument(tx, { type, data, access: FULL_ACCESS, unknownKeys: "drop" }, false);
    },
    () => {},
    since,
  );
}
