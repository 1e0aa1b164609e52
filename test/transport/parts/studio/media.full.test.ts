import { describe, expect, it } from "vitest";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import { expectAccessible } from "../../../support/browser/open-studio.ts";
import { button, galley, open, page, studioTests } from "../../../support/browser/studio-tests.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { png } from "../../../support/content/png.ts";

const HOSTILE = "&lt;img src=x onerror=hit=1&gt; javascript.png";

studioTests({ schema: BLOG, roles: { public: { file: ["find"] } } });

const files = () => galley.documents("plugin::upload.file");

/** Drops a text file onto the files, as a desktop would. */
async function drop(name: string): Promise<void> {
  await page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File(["dropped"], ${JSON.stringify(name)}, { type: "text/plain" }));
    const onto = document.querySelector(".drop");
    for (const type of ["dragover", "drop"]) {
      onto.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }`);
}

describe.skipIf(WITHOUT_CHROMIUM)("the library of files, in Chromium", () => {
  it("takes files that are chosen and dropped, and shows pictures", async () => {
    await open("files");
    await page.getByText("No files yet").waitFor();
    const picture = { name: HOSTILE, mimeType: "image/png", buffer: png(8, 8) };
    await page.getByLabel("Upload", { exact: true }).setInputFiles(picture);
    await page.getByRole("link", { name: HOSTILE }).waitFor();
    await drop("dropped.txt");
    await page.getByRole("link", { name: "dropped.txt" }).waitFor();
    expect(await page.locator("main img").count()).toBe(1);
    expect(await page.locator(".extension").innerText()).toBe("TXT");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  });

  it("edits name, alternative text and caption", async () => {
    await open("files");
    await button(`Edit ${HOSTILE}`).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("harbour.png");
    await dialog.getByLabel("Alternative text").fill("Boats in a harbour");
    await dialog.getByLabel("Caption").fill("In May");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("img", { name: "Boats in a harbour" }).waitFor();
    const [stored] = await files().findMany({ filters: { name: "harbour.png" } });
    expect(stored).toMatchObject({ alternativeText: "Boats in a harbour", caption: "In May" });
  });

  it("copies the URL of a file, and searches", async () => {
    await open("files", { permissions: ["clipboard-read", "clipboard-write"] });
    const other = page.getByRole("link", { name: "dropped.txt" });
    await other.waitFor();
    await page.getByLabel("Search the names of files").fill("HARB");
    await page.keyboard.press("Enter");
    await other.waitFor({ state: "detached" });
    await button("Copy URL").click();
    await page.getByText("Copied").waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect((await fetch(copied)).headers.get("content-type")).toBe("image/png");
  });

  it("is chosen from in a form, which the search does not save", async () => {
    await open("content/authors/new");
    await page.getByLabel("name", { exact: false }).first().fill("Ann");
    await button("Choose files for avatar").click();
    const dialog = page.getByRole("dialog");
    const other = dialog.getByRole("button", { name: "Choose dropped.txt" });
    await other.waitFor();
    await dialog.getByLabel("Search the names of files").fill("harbour");
    await page.keyboard.press("Enter");
    await other.waitFor({ state: "detached" });
    expect(await galley.documents("api::author.author").count()).toBe(0);
    await dialog.getByRole("button", { name: "Choose harbour.png" }).click();
    await button("Remove harbour.png from avatar").waitFor();
    await button("Save").click();
    const stored = () => galley.documents("api::author.author").findMany({ populate: ["avatar"] });
    await expect.poll(stored).toMatchObject([{ name: "Ann", avatar: { name: "harbour.png" } }]);
  });

  it("offers a visitor only to look", async () => {
    await open("files", { token: "" });
    await page.getByRole("link", { name: "harbour.png" }).waitFor();
    expect(await button("Delete harbour.png").count()).toBe(0);
    expect(await page.getByLabel("Upload", { exact: true }).count()).toBe(0);
    expect(await button("Edit harbour.png").count()).toBe(0);
  });

  it("fits a phone in the dark, and deletes", async () => {
    await open("files", { viewport: { width: 400, height: 800 }, colorScheme: "dark" });
    await page.getByRole("link", { name: "harbour.png" }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(400);
    for (const name of ["harbour.png", "dropped.txt"]) {
      await button(`Delete ${name}`).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("link", { name }).waitFor({ state: "detached" });
    }
    await page.getByText("No files yet").waitFor();
    expect(await files().count()).toBe(0);
  });
});
