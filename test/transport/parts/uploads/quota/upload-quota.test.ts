import { describe, expect, it } from "vitest";
import { JournalStorage, MemoryFileStore } from "../../../../../storage/internal.ts";
import type { GalleyOptions } from "../../../../../transport/galley.ts";
import { png } from "../../../../support/content/png.ts";
import { newFolder } from "../../../../support/folder.ts";
import { form, type OpenUploads, openUploads, type Sent } from "../../../../support/servers/open-uploads.ts";
import { openUsers } from "../../../../support/servers/open-users.ts";
import { SharedLog } from "../../../../support/storage/shared-log.ts";

const text = (name: string, bytes: number): Sent => [`${name}.txt`, "x".repeat(bytes)];

const total = (bytes: number): Partial<GalleyOptions> => ({ uploads: { quota: { total: bytes } } });

/** The status of an upload of one file with as many bytes. */
async function upload({ ask }: Pick<OpenUploads, "ask">, bytes: number, token?: string): Promise<number> {
  return (await ask("POST", "/api/upload", form([text("a", bytes)]), token)).status;
}

const formOf = (bytes: Uint8Array): FormData => form([["b.png", bytes, "image/png"]]);

const file = (id: number) => `/api/upload/files/${id}`;

describe("uploads.quota.total", () => {
  it.each(["contract", "strapi"] as const)(
    "refuses what is over it, with the reason and path, in the profile %s",
    async (profile) => {
      const opened = await openUploads({ profile, ...total(1000) });
      expect([await upload(opened, 600), await upload(opened, 400)]).toEqual([201, 201]);
      const { status, body } = await opened.ask("POST", "/api/upload", form([text("b", 10)]));
      expect([status, body]).toEqual([
        507,
        {
          data: null,
          error: {
            status: 507,
            name: "InsufficientStorageError",
            message:
              "There is no room for the upload: the bytes of all files would be more than 1000 (uploads.quota.total)",
            details: { path: ["files"], quota: "uploads.quota.total", limit: 1000 },
          },
        },
      ]);
      expect((await opened.ask("GET", "/api/upload/files")).body).toHaveLength(2);
    },
  );

  it("counts what is deleted by any way, replaced, forked and reset", async () => {
    const opened = await openUploads(total(1000));
    await upload(opened, 900);
    expect(await upload(opened, 200)).toBe(507);
    expect((await opened.ask("DELETE", file(1))).status).toBe(200);
    expect([await upload(opened, 500), await upload(opened, 600)]).toEqual([201, 507]);
    // For a moment both are there.
    expect((await opened.ask("POST", "/api/upload?id=2", form([text("b", 400)]))).status).toBe(200);
    expect([await upload(opened, 600), await upload(opened, 10)]).toEqual([201, 507]);
    const { galley } = opened;
    const [first] = await galley.documents("plugin::upload.file").findMany();
    await galley.documents("plugin::upload.file").delete({ documentId: String(first?.documentId) });
    expect(await upload(opened, 400)).toBe(201);

    const fork = galley.fork();
    const inFork = {
      ask: async (...[method, path, body]: Parameters<OpenUploads["ask"]>) => {
        const headers = { authorization: "Bearer full" };
        const answer = await fork.fetch(`http://galley${path}`, {
          method,
          headers,
          ...(body !== undefined && { body: body as FormData }),
        });
        return { status: answer.status, body: await answer.json() };
      },
    };
    expect(await upload(inFork, 100)).toBe(507);
    expect((await inFork.ask("DELETE", file(3))).status).toBe(200);
    expect([await upload(inFork, 500), await upload(opened, 100)]).toEqual([201, 507]);
    await galley.reset();
    expect([await upload(opened, 1000), await upload(opened, 10)]).toEqual([201, 507]);
  });

  it("lets only what fits of many at once in, and gives back what was refused", async () => {
    const opened = await openUploads(total(1000));
    const statuses = await Promise.all(Array.from({ length: 20 }, () => upload(opened, 300)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(new Set(statuses)).toEqual(new Set([201, 507]));
    expect([await upload(opened, 100), await upload(opened, 10)]).toEqual([201, 507]);
  });

  it("counts the smaller forms of pictures", async () => {
    const opened = await openUploads(total(1_000_000));
    const [entry] = await opened.send([["a.png", png(2000, 2000), "image/png"]]);
    const forms = Object.values(entry?.formats ?? {}) as { readonly sizeInBytes: number }[];
    const bytes = Math.ceil(Number(entry?.size) * 1000) + forms.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0);
    expect(forms.length).toBeGreaterThan(0);
    expect([await upload(opened, 1_000_001 - bytes + 10), await upload(opened, 1_000_000 - bytes - 10)]).toEqual([
      507, 201,
    ]);
  });

  it("leaves a file as it was whose replacement is refused after it has arrived", async () => {
    const opened = await openUploads(total(600_000));
    const picture = png(900, 900);
    const [entry] = await opened.send([["a.png", picture, "image/png"]]);
    const bytes = async (path: unknown) => Buffer.from(await (await opened.galley.fetch(String(path))).arrayBuffer());
    const forms = Object.values(entry?.formats ?? {}) as { readonly url: string; readonly sizeInBytes: number }[];
    const before = [await bytes(entry?.url), await bytes(forms[0]?.url)];
    const large = png(2000, 2000);
    const damaged = Buffer.from(picture).fill(0, Math.ceil(picture.length / 2));
    // There is room for the picture, and none for its smaller forms.
    const used = Math.ceil(Number(entry?.size) * 1000) + forms.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0);
    expect(await upload(opened, 600_000 - used - large.length - 500)).toBe(201);
    for (const [replacement, status] of [
      [large, 507],
      [damaged, 400],
    ] as const) {
      expect((await opened.ask("POST", "/api/upload?id=1", formOf(replacement))).status).toBe(status);
      expect([await bytes(entry?.url), await bytes(forms[0]?.url)]).toEqual(before);
      expect((await opened.ask("GET", file(1))).body).toEqual(entry);
    }
  });

  it("holds after a restart", async () => {
    const folder = await newFolder();
    const open = () => openUploads({ ...total(1000), storage: new JournalStorage(folder), files: FILES });
    const FILES = new MemoryFileStore();
    const before = await open();
    await upload(before, 900);
    await before.galley.close();
    const after = await open();
    expect([await upload(after, 200), await upload(after, 100)]).toEqual([507, 201]);
  });

  it("holds at the nodes of a shared log together", async () => {
    const log = new SharedLog();
    const files = new MemoryFileStore();
    const nodes = await Promise.all([1, 2].map(() => openUploads({ ...total(1000), storage: log.storage(), files })));
    const statuses = await Promise.all(nodes.flatMap((node) => [upload(node, 600), upload(node, 300)]));
    const kept = statuses.filter((status) => status === 201).length;
    expect([kept > 0 && kept < 3, new Set(statuses)]).toEqual([true, new Set([201, 507])]);
  });
});

describe("uploads.quota.user", () => {
  const roles = { public: {}, authenticated: { file: ["find", "create", "update", "delete"] } } as const;

  it("limits what each user has sent, and no one else", async () => {
    const opened = await openUsers({ roles, uploads: { quota: { user: 1000 } } });
    const [ann, bob] = [(await opened.signUp("ann")).jwt, (await opened.signUp("bob")).jwt];
    expect([await upload(opened, 700, ann), await upload(opened, 700, ann)]).toEqual([201, 507]);
    expect([await upload(opened, 700, bob), await upload(opened, 5000)]).toEqual([201, 201]);
    const { body } = await opened.ask("POST", "/api/upload", form([text("b", 400)]), ann);
    expect(body.error.details).toEqual({ path: ["files"], quota: "uploads.quota.user", limit: 1000 });
    // Whoever replaces the bytes of a file has sent them.
    expect((await opened.ask("POST", "/api/upload?id=1", form([text("b", 200)]), bob)).status).toBe(200);
    expect([await upload(opened, 200, bob), await upload(opened, 1000, ann)]).toEqual([507, 201]);
    expect((await opened.ask("DELETE", file(2), undefined, ann)).status).toBe(200);
    expect(await upload(opened, 700, bob)).toBe(201);
  });

  it("shows nobody who sent a file", async () => {
    const { galley, signUp, ask } = await openUsers({ roles, uploads: { quota: { user: 1000 } } });
    const { jwt } = await signUp("ann");
    const sent = await ask("POST", "/api/upload", form([text("a", 10)]), jwt);
    const listed = await ask("GET", "/api/upload/files?fields=*&populate=*");
    const filtered = await ask("GET", "/api/upload/files?filters[galleyUploader]=1");
    const document = await galley.openapi();
    expect(Object.keys(document.paths["/api/upload"]?.post?.responses ?? {})).toContain("507");
    expect([JSON.stringify([sent, listed]).includes("galleyUploader"), filtered.status]).toEqual([false, 400]);
    expect(JSON.stringify(document)).not.toContain("galleyUploader");
  });
});
