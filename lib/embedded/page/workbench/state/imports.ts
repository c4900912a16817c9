/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../../../core/source/counted.ts";
import type { ImportAnswer } from "../api.ts";
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
    const answers: ImportAnswer[] = [];
    let first: string | undefined;
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const imported = await call("importFile", {
        name: file.name,
        base64: bytes.toBase64(),
        ...parent !== undefined && { parent },
      });
      answers.push(imported);
      first ??= imported.ids[0];
    }
    await workbench.refresh([], true);
    if (first !== undefined) workbench.go({ view: "item", id: first });
    tellImported(workbench, answers);
  });
}

/** Makes requests from a command, and opens the first one. */
export async function importPasted(
  workbench: Workbench,
  text: string,
): Promise<void> {
  const parent = parentOf(workbench);
  const answer = await call("importText", {
    text,
    ...parent !== undefined && { parent },
  });
  await workbench.refresh([], true);
  const [first] = answer.ids;
  if (first !== undefined) workbench.go({ view: "item", id: first });
  tellImported(workbench, [answer]);
}

/** Says what imports left out or changed; the person needs time for that. */
function tellImported(
  workbench: Workbench,
  answers: readonly ImportAnswer[],
): void {
  const notes = answers.flatMap((it) => it.notes);
  const advice = [...new Set(answers.flatMap((it) => it.advice ?? []))];
  const isNothing = answers.every((it) => it.isNothing);
  const made = answers.flatMap((it) => it.ids).length;
  const done = isNothing
    ? "Nothing to import: it contains no request"
    : made === 0
    ? "Imported"
    : `Imported ${counted(made, "request")}`;
  const [only, ...more] = notes;
  const isShort = more.length === 0;
  const said = isShort && only !== undefined ? [only] : [];
  workbench.tell([done, ...advice, ...said].join(" · "), {
    stays: isNothing || notes.length > 0 || advice.length > 0,
    ...!isShort && { notes },
  });
}
