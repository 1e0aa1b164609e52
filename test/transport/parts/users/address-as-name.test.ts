import { expect, it } from "vitest";
import { openUsers, PASSWORD } from "../../../support/servers/open-users.ts";

it.each(["contract", "strapi"] as const)(
  "an address signs its user in, whoever took it as a name before, in the profile %s",
  async (profile) => {
    const { ask, signIn } = await openUsers({ profile });
    const register = (username: string, email: string, password: string) =>
      ask("POST", "/api/auth/local/register", JSON.stringify({ username, email, password }), null);
    expect((await register("Victim@A.org", "stranger@b.org", "another word")).status).toBe(200);
    expect((await register("victim", "victim@a.org", PASSWORD)).status).toBe(200);
    for (const identifier of ["Victim@A.org", "victim@a.org", "victim"]) {
      const { status, body } = await signIn(identifier);
      expect([status, body.user?.username]).toEqual([200, "victim"]);
    }
    expect((await signIn("stranger@b.org", "another word")).status).toBe(200);
  },
);
