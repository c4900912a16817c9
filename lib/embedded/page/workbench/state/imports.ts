/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { parentOf } from "./item_actions.ts";
import { call } from "./session.ts";
import type { Workbench } from "./workbench.ts";

/** Makes requests from files that were dropped on the page. */
export async function dropFiles(
  workbench: Workbench,
  files: FileList,
): Promise<void> {
  if (workbench.state?.readOnly) return;
  const parent = parentOf(workbench);
  await workbench.try(async () => {
    const notes: string[] = [];
    let first: string | undefined;
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const imported = await call("importFile", {
        name: file.name,
        base64: bytes.toBase64(),
        ...parent !== undefined && { parent },
      });
      notes.push(...imported.notes);
      first ??= imported.ids[0];
    }
    await workbench.refresh([], true);
    if (first !== undefined) workbench.go({ view: "item", id: first });
    tellImported(workbench, notes);
  });
}

/** Makes requests from a command, and opens the first one. */
export async function importPasted(
  workbench: Workbench,
  text: string,
): Promise<void> {
  const parent = parentOf(workbench);
  const { ids, notes } = await call("importText", {
    text,
    ...parent !== undefined && { parent },
  });
  await workbench.refresh([], true);
  if (ids.length > 0) workbench.go({ view: "item", id: ids[0] });
  tellImported(workbench, notes);
}

/** Says what an import left out or changed; the person needs time for that. */
function tellImported(workbench: Workbench, notes: readonly string[]): void {
  const stays = notes.length > 0;
  workbench.tell(["Imported", ...notes].join(" · "), { stays });
}
