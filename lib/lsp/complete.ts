import { isV3Path } from "../core/collection/v3/parse_v3.ts";
import { requestKeys } from "../core/collection/v3/to_request.ts";
import {
  type CompletionItem,
  CompletionItemKind,
  type Range,
} from "vscode-languageserver";
import type { ListedVariable } from "../tools/check/list_variables.ts";
import { shownValue } from "../tools/check/shown_value.ts";
import { OPERATOR_NAMES } from "../core/collection/shape/operators.ts";
import { BUILT_IN_GENERATORS } from "../core/scope/generators/built_in.ts";
import type { Value } from "../core/scope/value/value.ts";
import { isPlainObject } from "../core/source/is_plain_object.ts";
import {
  calledNameAt,
  lineAround,
  memberBefore,
  placeholderAt,
  type PlaceholderStretch,
} from "./cursor.ts";
import { type OpenDocument, rangeIn } from "./document.ts";
import { yamlCursor } from "./yaml_cursor.ts";
import { apiOf } from "../tools/check/explain/api_members.ts";

/** What can be written at a place. */
export function complete(open: OpenDocument, offset: number): CompletionItem[] {
  const { document } = open;
  const text = document.getText();
  const placeholder = placeholderAt(text, offset);
  if (placeholder) return inPlaceholder(open, placeholder, offset);
  const called = calledNameAt(text, offset);
  if (called) {
    const range = rangeIn(document, { start: called.start, end: offset });
    return variableItems(open).map((item) => at(range, item.label, item));
  }
  const member = memberBefore(text, offset);
  if (member && isScriptAt(open, offset)) {
    const range = rangeIn(document, { start: member.start, end: offset });
    return scriptMembers(member.owner).map(({ name, isFunction }) =>
      at(range, name, {
        label: name,
        kind: isFunction
          ? CompletionItemKind.Method
          : CompletionItemKind.Property,
      })
    );
  }
  return document.uri.endsWith(".bru")
    ? bruItems(text, offset)
    : isV3Path(open.path)
    ? v3Items(text, offset)
    : yamlItems(open, offset);
}

function inPlaceholder(
  open: OpenDocument,
  { start, text, isClosed }: PlaceholderStretch,
  offset: number,
): CompletionItem[] {
  const written = text.slice(0, offset - start);
  const blanks = /^[ \t]*/.exec(written)![0].length;
  const prefix = written.slice(blanks);
  const close = isClosed ? "" : "}}";
  const path = /^(.*)\.([\w$-]*)$/s.exec(prefix);
  if (path) {
    const range = rangeIn(open.document, {
      start: offset - path[2].length,
      end: offset,
    });
    return memberItems(open, path[1]).map((item) =>
      at(range, item.label + close, item)
    );
  }
  const range = rangeIn(open.document, { start: start + blanks, end: offset });
  const generators = [...BUILT_IN_GENERATORS.keys()].map((name) => ({
    label: `$${name}`,
    kind: CompletionItemKind.Function,
    detail: "generator",
  }));
  return [...variableItems(open), ...generators].map((item) =>
    at(range, item.label + close, item)
  );
}

function variableItems({ session, path }: OpenDocument): CompletionItem[] {
  const masker = session.masker();
  return session.variablesFor(path, { first: true }).map(
    ({ name, definitions: [first] }) => {
      const { kind, text } = shownValue(first, masker);
      const from = first.setting
        ? `set by the ${first.setting.label}`
        : [first.scope, ...(first.label === undefined ? [] : [first.label])]
          .join(" ");
      return {
        label: name,
        kind: CompletionItemKind.Variable,
        detail: [...(kind === undefined ? [] : [kind]), from].join(" · "),
        ...(text !== undefined && { documentation: text }),
      };
    },
  );
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

/** Whether a place is in JavaScript: a script, or the left side of an assertion. */
function isScriptAt(
  { document, kind }: OpenDocument,
  offset: number,
): boolean {
  const text = document.getText();
  if (document.uri.endsWith(".bru")) {
    return /^(?:script|tests|assert|vars:post)/.test(bruBlockAt(text, offset));
  }
  const { path } = yamlCursor(text, offset, kind);
  return path.at(-1) === "code" || path.at(-1) === "expression";
}

/** The header of the block of a .bru file around an offset. */
function bruBlockAt(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const headers = [...before.matchAll(/^([\w:-]+)[ \t]*[{[][ \t]*$|^[}\]]/gm)];
  return headers.at(-1)?.[1] ?? "";
}

/** Operators of the assertion table. */
function bruItems(text: string, offset: number): CompletionItem[] {
  const line = text.slice(lineAround(text, offset).start, offset);
  return bruBlockAt(text, offset) === "assert" && /:[ \t]*\w*$/.test(line)
    ? words(Object.keys(OPERATOR_NAMES))
    : [];
}

/** The keys at the top of a file of Postman's. */
function v3Items(text: string, offset: number): CompletionItem[] {
  const line = text.slice(lineAround(text, offset).start, offset);
  if (!/^[\w$]*$/.test(line)) return [];
  return requestKeys(text)
    .filter((key) => !text.includes(`\n${key}:`))
    .map((key) => ({
      label: key,
      kind: CompletionItemKind.Field,
      insertText: `${key}: `,
    }));
}

function yamlItems(open: OpenDocument, offset: number): CompletionItem[] {
  const { document, kind, session } = open;
  const text = document.getText();
  const line = text.slice(lineAround(text, offset).start, offset);
  const { path, shape, node } = yamlCursor(text, offset, kind);
  if (/^[ \t]*(?:-[ \t]+)*[\w$]*$/.test(line)) {
    if (shape.kind !== "mapping") return [];
    const there = new Set(
      node && "items" in node
        ? (node.items as { key?: { value?: unknown } }[]).map(({ key }) =>
          String(key?.value)
        )
        : [],
    );
    return Object.entries(shape.keys).filter(([key]) => !there.has(key))
      .map(([key, { about }]) => ({
        label: key,
        kind: CompletionItemKind.Field,
        documentation: about,
        insertText: `${key}: `,
      }));
  }
  if (!/:[ \t]+["']?[\w.-]*$/.test(line)) return [];
  if (path.at(-1) === "extends") {
    const { environments = [] } = session.index?.collection ?? {};
    return words(environments.map(({ name }) => name));
  }
  if (shape.kind === "text") return words(shape.words ?? []);
  return shape.kind === "flag" ? words(["true", "false"]) : [];
}

function words(labels: readonly string[]): CompletionItem[] {
  return labels.map((label) => ({
    label,
    kind: CompletionItemKind.EnumMember,
  }));
}

function at(
  range: Range,
  newText: string,
  item: CompletionItem,
): CompletionItem {
  return { ...item, textEdit: { range, newText } };
}

/** A member of an object that scripts have. */
interface ScriptMember {
  readonly name: string;
  readonly isFunction: boolean;
}

/** The members of what `owner` leads to in the script API; none where that is not known. */
function scriptMembers(owner: readonly string[]): ScriptMember[] {
  // What other clients call it is the same object.
  let value: unknown = apiOf(owner[0] === "pm" ? "postman" : undefined);
  for (const key of owner) value = memberOf(value, key);
  if (typeof value !== "object" && typeof value !== "function") return [];
  return namesOf(value).map((name) => ({
    name,
    isFunction: typeof memberOf(value, name) === "function",
  }));
}

function namesOf(value: object | null): string[] {
  const names = new Set<string>();
  for (
    let at = value;
    at !== null && at !== Object.prototype && at !== Function.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (/^[A-Za-z]\w*$/.test(name) && name !== "constructor") names.add(name);
    }
  }
  return [...names].filter((name) =>
    typeof value !== "function" ||
    !["length", "name", "prototype"].includes(name)
  ).sort();
}

/** Getters need a request or a response: what they would give is not known. */
function memberOf(value: unknown, key: string): unknown {
  for (
    let at = value;
    typeof at === "object" && at !== null || typeof at === "function";
    at = Object.getPrototypeOf(at)
  ) {
    const found = Object.getOwnPropertyDescriptor(at, key);
    if (found) return found.value;
  }
  return undefined;
}
