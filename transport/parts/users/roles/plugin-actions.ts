import { isRecord, type Schema } from "../../../../engine/internal.ts";
import { PUBLIC_ROLE } from "../../../access/roles.ts";
import { AUTHENTICATED } from "../../../access/user-types.ts";
import { own } from "../../../contract/body-checks.ts";

/** Controllers with their actions, by Strapi's name of the API or plugin: `api::post`, `plugin::upload`. */
export type ActionNames = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

const OF_COLLECTION = ["find", "findOne", "create", "update", "delete"];
const OF_SINGLE = ["find", "update", "delete"];

/** The plugins whose routes exist here too. */
const OF_PLUGINS: readonly (readonly [name: string, controllers: { readonly [name: string]: readonly string[] }])[] = [
  ["plugin::upload", { "content-api": ["find", "findPage", "findOne", "destroy", "upload"] }],
  ["plugin::i18n", { locales: ["listLocales"] }],
  [
    "plugin::users-permissions",
    {
      auth: [
        ...["callback", "changePassword", "resetPassword", "refresh", "logout", "getSessions", "revokeSession"],
        ...["connect", "forgotPassword", "register", "emailConfirmation", "sendEmailConfirmation"],
      ],
      user: ["create", "update", "find", "findOne", "count", "destroy", "me"],
      role: ["createRole", "findOne", "find", "updateRole", "deleteRole"],
      permissions: ["getPermissions"],
    },
  ],
];

const AUTH = "plugin::users-permissions.auth";
const OF_VISITORS: ReadonlySet<string> = new Set(
  [
    ...["callback", "resetPassword", "refresh", "connect", "forgotPassword", "register"],
    ...["emailConfirmation", "sendEmailConfirmation"],
  ].map((action) => `${AUTH}.${action}`),
);
export const OF_SIGNED_IN: ReadonlySet<string> = new Set([
  ...["changePassword", "logout", "getSessions", "revokeSession"].map((action) => `${AUTH}.${action}`),
  "plugin::users-permissions.user.me",
]);

const NOTHING: ReadonlySet<string> = new Set();

/** The permissions that Strapi's two initial roles begin with: to sign in, and to be signed in. */
export function initialGrants(role: string): ReadonlySet<string> {
  if (role === PUBLIC_ROLE) return OF_VISITORS;
  return role === AUTHENTICATED ? OF_SIGNED_IN : NOTHING;
}

/** Every permission that a role can grant. */
export function actionNames(schema: Schema): ActionNames {
  const names = new Map<string, Map<string, readonly string[]>>();
  const types = [...schema.types.values()].filter(({ uid, rest }) => rest && uid.startsWith("api::"));
  for (const { uid, kind } of types.sort((one, other) => (one.uid < other.uid ? -1 : 1))) {
    const [api = "", controller = ""] = uid.split(".");
    const controllers = names.get(api) ?? new Map<string, readonly string[]>();
    names.set(api, controllers.set(controller, kind === "single" ? OF_SINGLE : OF_COLLECTION));
  }
  for (const [plugin, controllers] of OF_PLUGINS) names.set(plugin, new Map(Object.entries(controllers)));
  return names;
}

/**
 * The permissions in the form of Strapi's answers: each action, and whether it is in `granted` (`api::post.post.find`).
 */
export function grantTree(names: ActionNames, granted: ReadonlySet<string>): object {
  const tree = Array.from(names, ([owner, controllers]) => {
    const described = Array.from(controllers, ([controller, actions]) => {
      const each = actions.map((action) => [
        action,
        { enabled: granted.has(`${owner}.${controller}.${action}`), policy: "" },
      ]);
      return [controller, Object.fromEntries(each)];
    });
    return [owner, { controllers: Object.fromEntries(described) }];
  });
  return Object.fromEntries(tree);
}

/** The actions that are enabled in a tree of the form that is answered; any other value enables none. */
export function grantedIn(tree: unknown): readonly string[] {
  return membersOf(tree).flatMap(([owner, api]) =>
    membersOf(isRecord(api) ? own(api, "controllers") : null).flatMap(([controller, actions]) =>
      membersOf(actions).flatMap(([action, grant]) =>
        isRecord(grant) && own(grant, "enabled") ? [`${owner}.${controller}.${action}`] : [],
      ),
    ),
  );
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}
