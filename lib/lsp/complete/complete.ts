import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import { isV3Path } from "../../core/collection/v3/parse_v3.ts";
import { requestKeys } from "../../core/collection/v3/to_request.ts";
import { type OpenDocument, rangeIn } from "../document.ts";
import { bruCursor } from "../place/bru_cursor.ts";
import {
  calledNameAt,
  lineAround,
  memberBefore,
  placeholderAt,
  wordAround,
} from "../place/cursor.ts";
import { yamlCursor } from "../place/yaml_cursor.ts";
import { callItems } from "./complete_call.ts";
import { bruItems } from "./complete_bru.ts";
import { inPlaceholder, variableItems } from "./complete_placeholder.ts";
import { yamlItems } from "./complete_yaml.ts";
import {
  SCRIPT_GLOBALS,
  type ScriptMember,
  scriptMembers,
} from "./script_members.ts";

/** What can be written at a place. */
export function complete(open: OpenDocument, offset: number): CompletionItem[] {
  const { document } = open;
  const text = document.getText();
  const placeholder = placeholderAt(text, offset);
  if (placeholder) return inPlaceholder(open, placeholder, offset);
  const name = calledNameAt(text, offset);
  if (name) {
    const range = rangeIn(document, name);
    return variableItems(open).map((item) => ({
      ...item,
      textEdit: { range, newText: item.label },
    }));
  }
  if (javaScriptAt(open, offset) !== undefined) {
    return scriptItems(open, offset);
  }
  const called = callItems(open, offset);
  if (called) return called;
  if (document.uri.endsWith(".bru")) return bruItems(open, offset);
  return isV3Path(open.path) ? v3Items(text, offset) : yamlItems(open, offset);
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

/** Members of what stands before a dot, else what scripts know. */
function scriptItems(open: OpenDocument, offset: number): CompletionItem[] {
  const { document } = open;
  const text = document.getText();
  const { start, end } = wordAround(text, offset);
  const range = rangeIn(document, { start, end });
  const member = memberBefore(text, offset);
  const isName = member === undefined && text[start - 1] !== "." &&
    !/\d/.test(text[start] ?? "") &&
    (start < offset ||
      text.slice(lineAround(text, offset).start, offset).trim() === "");
  const members = member !== undefined
    ? scriptMembers(member.owner)
    : !isName
    ? []
    : javaScriptAt(open, offset) === "script"
    ? SCRIPT_GLOBALS
    : SCRIPT_GLOBALS.filter(({ name }) => name === "res");
  return members.map(toItem).map((
    item,
  ) => ({ ...item, textEdit: { range, newText: item.label } }));
}

function toItem({ name, isFunction, detail, about }: ScriptMember) {
  return {
    label: name,
    kind: isFunction ? CompletionItemKind.Method : CompletionItemKind.Property,
    ...(detail !== undefined && { detail }),
    ...(about !== undefined && { documentation: about }),
  };
}

/** Whether a place is in a script, or in an expression such as the left side of an assertion. */
export function javaScriptAt(
  { document, kind }: OpenDocument,
  offset: number,
): "script" | "expression" | undefined {
  const text = document.getText();
  if (document.uri.endsWith(".bru")) {
    const { role, block = "" } = bruCursor(text, offset);
    if (role === "text" && /^(?:script:|tests$)/.test(block)) return "script";
    return role === "name" && block === "assert" ||
        role === "value" && block === "vars:post-response"
      ? "expression"
      : undefined;
  }
  const { keys, role, slot } = yamlCursor(text, offset, kind);
  const isText = role === "value" || role === "none" && slot !== undefined;
  if (!isText) return undefined;
  if (keys.at(-1) === "code") return "script";
  return keys.at(-1) === "expression" ? "expression" : undefined;
}
