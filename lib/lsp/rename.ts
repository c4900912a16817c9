import type { TextEdit, WorkspaceEdit } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { IndexedDefinition } from "../tools/check/types.ts";
import { locatePlaces } from "../host/check/locate_places.ts";
import type { Location } from "../core/source/diagnostic.ts";
import { lineStarts } from "../core/source/line_starts.ts";
import { literalPattern } from "../core/source/literal_pattern.ts";
import { isName } from "../core/template/characters.ts";
import { rangeIn } from "./document.ts";
import { type NameAt, namePlaces } from "./name_at.ts";
import type { EditorSession } from "./session.ts";

/** Why a variable cannot be renamed: completes "Cannot rename …: ". */
export class RenameRefusal extends Error {
  override name = "RenameRefusal";
}

/**
 * The changes that give a variable another name wherever it is defined, set
 * and used.
 *
 * @throws {RenameRefusal} It would change what the collection means, or not
 * every place is known.
 */
export async function renameVariable(
  { name, member }: Pick<NameAt, "name" | "member">,
  to: string,
  session: EditorSession,
): Promise<WorkspaceEdit> {
  const last = member?.path.at(-1);
  if (last) {
    throw refusal(
      last.key,
      `it is a member of "${name}", and only variables can be renamed`,
    );
  }
  refuseChanges(name, to, session);
  const index = session.index!;
  const edits = new Map<string, Set<number>>();
  const add = (file: string | undefined, start: number | undefined) => {
    if (file === undefined || start === undefined) {
      throw refusal(name, "a place that uses it cannot be found");
    }
    const starts = edits.get(file) ?? new Set();
    starts.add(start);
    edits.set(file, starts);
  };
  const definitions = index.definitionsOf(name);
  const own = definitions.filter(({ by }) => by === "file");
  const places = await namePlaces(own, session);
  own.forEach(({ location }, at) => add(location.file, places[at]));
  const words = [
    ...definitions.filter(({ by }) => by !== "file"),
    ...index.usesOf(name).filter(({ by }) => by === "script"),
  ].map(({ location }) => location);
  for (const location of await locatePlaces(words, session)) {
    add(location.file, literalAt(name, location, session));
  }
  // Texts for client.interpolate have no place of their own.
  const files = new Map<string, Set<string>>();
  for (const { by, location, expression } of index.usesOf(name)) {
    if (by !== "placeholder" || location.file === undefined) continue;
    const places = files.get(location.file) ?? new Set();
    // Several scripts may require the same file.
    places.add(JSON.stringify([location, expression]));
    files.set(location.file, places);
  }
  for (const [file, places] of files) {
    const starts = placeholdersOf(name, session.textOf(file) ?? "");
    if (starts.length < places.size) {
      throw refusal(
        name,
        `${file} has a placeholder that is written otherwise`,
      );
    }
    for (const start of starts) add(file, start);
  }
  return {
    changes: Object.fromEntries([...edits].map(([file, starts]) => [
      session.uriOf(file),
      toEdits(session.textOf(file) ?? "", starts, name, to),
    ])),
  };
}

function refuseChanges(name: string, to: string, session: EditorSession): void {
  const { index } = session;
  if (index === undefined) throw refusal(name, "the collection cannot be read");
  if (!isName(to) || to === "process") {
    throw refusal(name, `"${to}" is not a name for a variable`);
  }
  const names = index.names();
  if (names.has(to) || index.usesOf(to).length > 0) {
    throw refusal(name, `there is a variable "${to}" already`);
  }
  const longer = [...names].find((one) =>
    one.startsWith(`${name}.`) || one.startsWith(`${name}[`)
  );
  if (longer !== undefined) {
    throw refusal(name, `"${longer}" is a separate variable`);
  }
  const { computed: [computed] } = index.order;
  if (computed) {
    throw refusal(
      name,
      `the ${computed.label} computes the names of variables`,
    );
  }
  for (const level of index.levels()) {
    if (!("scripts" in level)) continue;
    for (const script of level.scripts) {
      const facts = [
        index.scripts.factsOf(script),
        ...index.scripts.filesOf(script).map((it) => it.facts),
      ];
      if (facts.some(({ readsAny }) => readsAny)) {
        throw refusal(
          name,
          `a script in ${script.at.file} computes the names of variables`,
        );
      }
      const isConstant = facts.some(({ sets, reads }) =>
        [...sets, ...reads].some((it) => it.name === name && it.constant)
      );
      if (isConstant) {
        throw refusal(
          name,
          `a script in ${script.at.file} has the name in a constant`,
        );
      }
    }
    if (!("assertions" in level)) continue;
    for (const { expression } of level.assertions) {
      if (
        new RegExp(`(?<![\\w$.])${literalPattern(name)}(?![\\w$])`).test(
          expression.text,
        )
      ) {
        throw refusal(
          name,
          `an assertion in ${level.at.file} has it as a separate word`,
        );
      }
    }
  }
}

function refusal(name: string, why: string): RenameRefusal {
  return new RenameRefusal(`Cannot rename "${name}": ${why}`);
}

/** The offset of a name that stands at a place, in quotes or not. */
function literalAt(
  name: string,
  { file = "", line, column = 1 }:
    & Pick<IndexedDefinition, "location">["location"]
    & Location,
  session: EditorSession,
): number | undefined {
  const text = session.textOf(file);
  if (text === undefined || line === undefined) return undefined;
  const start = lineStarts(text)[line - 1] + column - 1;
  const at = text.indexOf(name, start);
  return at - start > 1 || at === -1 ? undefined : at;
}

/** The offsets of a name in all placeholders of a file. */
function placeholdersOf(name: string, text: string): number[] {
  const pattern = new RegExp(
    `(?<=\\{\\{[ \\t]*)${literalPattern(name)}(?=[ \\t]*(?:\\}\\}|\\.|\\[))`,
    "g",
  );
  return [...text.matchAll(pattern)].map(({ index }) => index);
}

function toEdits(
  text: string,
  starts: ReadonlySet<number>,
  name: string,
  to: string,
): TextEdit[] {
  const document = TextDocument.create("", "", 0, text);
  return [...starts].sort((a, b) => a - b).map((start) => ({
    range: rangeIn(document, { start, end: start + name.length }),
    newText: to,
  }));
}
