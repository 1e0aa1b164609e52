import { readdirSync, readFileSync } from "node:fs";
import { compare as compareHere } from "bcryptjs";
import { describe, expect, it } from "vitest";
import { compare, hash } from "../../../transport/access/passwords/bcrypt.ts";
import { HttpError } from "../../../transport/http/http-error.ts";
import { withJson } from "../../support/requests/json.ts";
import { openUsers, PASSWORD } from "../../support/servers/open-users.ts";

/** More than may wait. The first ones take long enough for a busy machine to see that the others wait. */
const keepBusy = () => Array.from({ length: 110 }, (_, n) => hash("a password", n < 8 ? 10 : 4, "unbounded"));

describe("a bcrypt hash (SECURITY.md, Passwords)", () => {
  it("is readable by any bcrypt, with the requested cost", async () => {
    const hashed = await hash("a password", 5);
    expect(hashed).toMatch(/^\$2[aby]\$05\$/);
    expect([await compareHere("a password", hashed), await compareHere("another", hashed)]).toEqual([true, false]);
    expect([await compare("a password", hashed), await compare("another", hashed)]).toEqual([true, false]);
  });

  it("that cannot be made is reported, and the next is made all the same", async () => {
    await expect(hash("a password", "many" as unknown as number)).rejects.toThrow("Invalid salt");
    expect(await compare("a password", "no hash")).toBe(false);
    expect(await hash("a password", 4)).toMatch(/^\$2/);
  });

  it("is computed while the event loop keeps running", async () => {
    let turns = 0;
    let isDone = false;
    const turn = () => {
      turns++;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await hash("a password", 10);
    isDone = true;
    // On the event loop itself bcryptjs yields ten times a second.
    expect(turns).toBeGreaterThan(100);
  });

  it.runIf(process.platform === "linux")(
    "is made by threads that let others go first, however low the priority of the process is",
    async () => {
      await hash("a password", 4);
      const niceOf = (thread: string) => {
        const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
        // The name of the thread, in parentheses, may hold anything.
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
      };
      const here = niceOf(String(process.pid));
      const others = readdirSync("/proc/self/task").filter((thread) => thread !== String(process.pid));
      expect(Math.max(...others.map(niceOf))).toBe(Math.max(10, here));
    },
  );
});

describe("passwords that wait to be hashed", () => {
  it("have a maximum number, and others are told to retry later", async () => {
    const made = keepBusy();
    const refused = await hash("a password", 4).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(HttpError);
    expect(refused).toMatchObject({ code: "overloaded", headers: [["retry-after", "5"]] });
    expect((await Promise.all(made)).every((hashed) => hashed.startsWith("$2"))).toBe(true);
    expect(await hash("a password", 4)).toMatch(/^\$2/);
  });

  it("are so many at most over HTTP, with 503 and the time to wait, and leave no user behind", async () => {
    const { galley, ask, signUp } = await openUsers({ graphql: true });
    await signUp("ann");
    const made = keepBusy();
    const send = (path: string, body: object) => galley.fetch(path, withJson("POST", body));
    const bob = { username: "bob", email: "bob@example.org", password: PASSWORD };
    for (const answer of [
      await send("/api/auth/local", { identifier: "ann", password: PASSWORD }),
      await send("/api/auth/local/register", bob),
    ]) {
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    }
    const taken = await send("/api/auth/local/register", { ...bob, username: "ann" });
    expect([taken.status, await taken.json()]).toMatchObject([
      400,
      { error: { message: "Email or Username are already taken" } },
    ]);
    await Promise.all(made);
    expect((await ask("GET", "/api/users/count")).body).toBe("1");
  });
});
