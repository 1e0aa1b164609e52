import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { newFolder } from "../../../support/folder.ts";

/** A folder for one test with these files: texts as they are, everything else as JSON. */
export async function writeProject(files: { readonly [path: string]: unknown }): Promise<string> {
  const project = await newFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }
  return project;
}

/** A content type named by `name` with these attributes. */
export function typeFile(name: string, attributes: object = {}) {
  return {
    kind: "collectionType",
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: true },
    attributes,
  };
}
