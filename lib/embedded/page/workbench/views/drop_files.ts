/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { call } from "../state/session.ts";
import type { Workbench } from "../state/workbench.ts";

/** Makes requests from files that were dropped on the page. */
export async function dropFiles(
  workbench: Workbench,
  files: FileList,
): Promise<void> {
  if (workbench.state?.readOnly) return;
  const chosen = workbench.item(workbench.selected);
  const parent = chosen?.kind === "folder" ? chosen.id : chosen?.parent;
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
    workbench.tell([`Imported`, ...notes].join(" · "));
  });
}
