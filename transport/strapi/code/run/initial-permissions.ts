import type { Store } from "../../../../storage/core.ts";
import { PERMISSION_TYPE, ROLE_TYPE } from "../../../access/user-types.ts";
import { type DocumentCall, DocumentService } from "../../../library/documents/document-service.ts";
import { initialGrants } from "../../../parts/users/roles/plugin-actions.ts";
import { Rows } from "../queries/rows.ts";
import type { Loose } from "../strapi-object.ts";

/**
 * Stores what roles without stored permissions may do, as Strapi does at its first start: one that code adds to a role would be
 * its only one else, and nobody could sign in.
 */
export async function storeInitialPermissions(store: Store): Promise<void> {
  const { schema } = store.engine;
  const roles: readonly Loose[] = new Rows(store, schema.type(ROLE_TYPE)).find({ populate: ["permissions"] });
  const calls = roles
    .filter(({ permissions }) => permissions.length === 0)
    .flatMap(({ type, documentId }) =>
      [...initialGrants(String(type))].map(
        (action): DocumentCall => ({ action: "create", params: { data: { action, role: documentId } } as Loose }),
      ),
    );
  if (calls.length > 0) await new DocumentService(store, schema.type(PERMISSION_TYPE)).together(calls);
}
