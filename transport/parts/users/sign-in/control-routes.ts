import { EngineError } from "../../../../engine/internal.ts";
import type { UserName } from "../../../access/signed-in.ts";
import { type ControlCall, type ControlRoute, data, readObject } from "../../control/control-route.ts";

/** The route that signs a user in without a password. */
export function signInRoutes(): readonly ControlRoute[] {
  const signIn = async ({ galley, request }: ControlCall) => {
    const { user } = readObject(request, ["user"]);
    if (user === undefined) throw new EngineError("validation", "user is a required field", { key: "user" });
    // Any other value names no user.
    return data(await galley.signIn(user as UserName));
  };
  return [{ method: "POST", path: "/sign-in", handle: signIn }];
}
