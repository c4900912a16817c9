import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import { scanKey } from "../../core/template/characters.ts";
import { fakeDataNames } from "../../core/scope/generators/fake_data.ts";
import type { Value } from "../../core/scope/value/value.ts";
import { isPlainObject } from "../../core/source/plain_value.ts";
import {
  type ListedVariable,
  shownValue,
} from "../../tools/check/list_variables.ts";
import type { PlaceholderStretch } from "../place/cursor.ts";
import { type OpenDocument, rangeIn } from "../document.ts";
import type { DocRow } from "./script_docs.ts";

/** What is said of the generators that need no library. */
export const GENERATOR_DOCS: readonly DocRow[] = [
  { members: ["$uuid", "$guid", "$randomUUID"], about: "a version 4 UUID" },
  { members: ["$timestamp"], about: "seconds since 1970" },
  {
    members: ["$isoTimestamp"],
    about: "such as `2026-01-31T12:00:00.000Z`",
  },
  {
    members: ["$date('YYYY-MM-DD', '+1d')"],
    about: "now, moved and formatted; `iso`, `unix` and `ms` are formats too",
  },
  {
    members: ["$randomInt(1, 6)"],
    about: "a whole number, both ends included; 0 to 1000",
  },
  { members: ["$randomFloat(0, 1)"], about: "a number" },
  {
    members: ["$randomString(16)", "$randomHex(16)"],
    about: "letters and digits; hexadecimal digits",
  },
];

/** What is said of generators with fake data, by their names. */
function aboutFakeData(name: string): string {
  const words = name.replace(/^random/, "").replace(
    /[A-Z]+(?![a-z])|[A-Z]/g,
    (letters) => ` ${letters.length > 1 ? letters : letters.toLowerCase()}`,
  ).trim();
  return `fake data: ${words}`;
}

/** What can be written between two braces. */
export function inPlaceholder(
  open: OpenDocument,
  { start, text, isClosed }: PlaceholderStretch,
  offset: number,
): CompletionItem[] {
  const whole = open.document.getText();
  const written = text.slice(0, offset - start);
  const blanks = /^[ \t]*/.exec(written)![0].length;
  const prefix = written.slice(blanks);
  // The answer of a prompt, and what a generator takes, are the author's.
  if (/[?('"]/.test(prefix)) return [];
  const close = isClosed ? "" : "}}";
  const rest = /^[\w$-]*/.exec(whole.slice(offset, offset + MAX_NAME))![0];
  const end = offset + rest.length;
  const path = /^(.*)\.([\w$-]*)$/s.exec(prefix);
  if (path) {
    const items = memberItems(open, path[1]);
    const from = offset - path[2].length;
    const range = rangeIn(open.document, { start: from, end });
    const withDot = rangeIn(open.document, { start: from - 1, end });
    const quote = quoteAt(whole, start);
    return items.flatMap((item): CompletionItem[] => {
      const { label } = item;
      if (label !== "" && scanKey(label, 0) === label.length) {
        return [{ ...item, textEdit: { range, newText: label + close } }];
      }
      if (!IN_QUOTES.test(label)) return [];
      const newText = `[${quote}${label}${quote}]${close}`;
      // Editors compare what stands in the range.
      const filterText = `.${label}`;
      return [{ ...item, filterText, textEdit: { range: withDot, newText } }];
    });
  }
  // Of a known name with blanks or dots all of it is replaced.
  const name = isClosed ? text.trim() : prefix;
  const isKnown = variableNames(open).has(name);
  const range = rangeIn(open.document, {
    start: start + blanks,
    end: isKnown && isClosed
      ? Math.max(offset, start + text.trimEnd().length)
      : end,
  });
  // An editor that sorts by label would show `$…` before your own names.
  return [...variableItems(open), ...GENERATORS].map((item, index) => ({
    ...item,
    sortText: `${index}`.padStart(6, "0"),
    textEdit: { range, newText: item.label + close },
  }));
}

/** A member that quotes of both kinds, and the braces around them, can hold as it is. */
const IN_QUOTES = /^[^"'\\{}\p{C}]+$/u;

/** The quotes that can stand in a placeholder: not those around it. */
function quoteAt(text: string, start: number): string {
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return line.split('"').length % 2 === 0 ? "'" : '"';
}

/** More of a name is not looked at. */
const MAX_NAME = 200;

function variableNames({ session }: OpenDocument): ReadonlySet<string> {
  return session.index?.names() ?? new Set();
}

/** The variables that a file can use. */
export function variableItems(
  { session, path }: OpenDocument,
): CompletionItem[] {
  const masker = session.masker();
  return session.variablesFor(path, { first: true }).map(
    ({ name, definitions: [first] }) => {
      const { kind, text } = shownValue(first, masker);
      const about = text ?? (first.setting && "Only a run knows its value");
      const from = first.setting
        ? `set by the ${first.setting.label}`
        : [first.scope, ...(first.label === undefined ? [] : [first.label])]
          .join(" ");
      return {
        label: name,
        kind: CompletionItemKind.Variable,
        detail: [...(kind === undefined ? [] : [kind]), from].join(" · "),
        ...(about !== undefined && { documentation: about }),
      };
    },
  );
}

/** What makes values, and what each makes. */
const GENERATORS: readonly CompletionItem[] = [
  ...GENERATOR_DOCS.flatMap(({ members, about }) =>
    members.map((member) => ({ member, about }))
  ),
  ...fakeDataNames().map((name) => ({
    member: `$${name}`,
    about: aboutFakeData(name),
  })),
].map(({ member, about }) => ({
  label: /^\$\w+/.exec(member)![0],
  kind: CompletionItemKind.Function,
  detail: member.endsWith(")") ? member : "generator",
  documentation: about,
}));

/** What a generator makes, by its name with the dollar sign. */
export function aboutGenerator(name: string): string | undefined {
  const found = GENERATORS.find(({ label }) => label === name);
  return found && `**${name}** · ${found.documentation}`;
}

/** The members of an object that a file defines; `base` is such as `user.address`. */
function memberItems(
  { session, path }: OpenDocument,
  base: string,
): CompletionItem[] {
  const [root, ...keys] = base.split(/\.|\[|\]\.?/).filter((it) => it !== "");
  const [variable] = session.variablesFor(path, { name: root });
  const set = membersSet(variable, keys);
  const known = variable?.definitions.find(({ value }) => value !== undefined);
  let value: Value | undefined = known?.value;
  for (const key of keys) {
    value = Array.isArray(value)
      ? value[Number(key)]
      : isPlainObject(value) && Object.hasOwn(value, key)
      ? value[key] as Value
      : undefined;
  }
  if (Array.isArray(value)) set.set("length", "");
  const own = isPlainObject(value) ? value : {};
  const masker = session.masker();
  const items = Object.entries(own).map(([key, member]): CompletionItem => {
    const { kind, text } = shownValue({
      ...known!,
      value: member as Value,
    }, masker);
    return {
      label: key,
      kind: CompletionItemKind.Property,
      ...(kind !== undefined && { detail: kind }),
      ...(text !== undefined && { documentation: text }),
    };
  });
  for (const [label, detail] of set) {
    if (Object.hasOwn(own, label)) continue;
    items.push({
      label,
      kind: CompletionItemKind.Property,
      ...(detail !== "" && { detail }),
    });
  }
  return items;
}

/** The members that scripts give a variable, and by which one they do. */
function membersSet(
  variable: ListedVariable | undefined,
  keys: readonly string[],
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { setting } of variable?.definitions ?? []) {
    let members = setting?.members;
    for (const key of keys) {
      members = members && Object.hasOwn(members, key)
        ? members[key]
        : undefined;
    }
    for (const name of Object.keys(members ?? {})) {
      // Elements of lists are written in brackets.
      if (/^\d+$/.test(name) || found.has(name)) continue;
      found.set(name, `set by the ${setting!.label}`);
    }
  }
  return found;
}
