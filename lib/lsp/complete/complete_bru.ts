import {
  type CompletionItem,
  CompletionItemKind,
  type Range,
} from "vscode-languageserver";
import {
  AUTH_ABOUT,
  AUTH_KEYS,
  type AuthType,
} from "../../core/collection/auth_types.ts";
import {
  BLOCKS,
  BODY_WORDS,
  BRU_AUTH_FIELDS,
  type BruKind,
  METHOD_BLOCKS,
  STREAM_BLOCKS,
  TARGET_BLOCKS,
} from "../../core/collection/bru/blocks.ts";
import { bruKind } from "../../core/collection/bru/parse_bru.ts";
import { AUTH } from "../../core/collection/shape/auth.ts";
import { BODY_KINDS } from "../../core/collection/shape/body.ts";
import { DETAILS, METHODS, REQUEST } from "../../core/collection/shape/item.ts";
import { ENVIRONMENT, FOLDER } from "../../core/collection/shape/level.ts";
import {
  narrow,
  type NarrowShape,
} from "../../core/collection/shape/narrow.ts";
import { OPERATOR_ROWS } from "../../core/collection/shape/operators.ts";
import { SCRIPT } from "../../core/collection/shape/steps.ts";
import type { Offers, Shape } from "../../core/collection/shape/types.ts";
import { type OpenDocument, rangeIn } from "../document.ts";
import { type BruCursor, bruCursor } from "../place/bru_cursor.ts";
import { fileItems, tagsOf, wordItems, wordsOf } from "./complete_yaml.ts";
import { HEADER_NAMES, valuesOfHeader } from "./known_headers.ts";

/** Blocks, names and words of a .bru file. */
export function bruItems(open: OpenDocument, offset: number): CompletionItem[] {
  const { document, path } = open;
  const text = document.getText();
  const cursor = bruCursor(text, offset);
  const { role, start, end, isFollowed } = cursor;
  const range = rangeIn(document, { start, end });
  const kind = bruKind(path);
  switch (role) {
    case "block": {
      const blocks = blockItems(cursor, kind, range);
      const isEmpty = text.slice(0, start).trim() === "" &&
        text.slice(end).trim() === "";
      return isEmpty ? [...fileItems(open, cursor), ...blocks] : blocks;
    }
    case "name":
      return Object.entries(namesIn(cursor, kind)).filter(([name]) =>
        !cursor.others.has(name)
      ).map(([label, about]) => ({
        label,
        kind: CompletionItemKind.Field,
        documentation: about,
        textEdit: { range, newText: isFollowed ? label : `${label}: ` },
      }));
    case "value": {
      const words = bruWords(cursor, kind);
      if (cursor.block !== "assert") return wordItems(words, range);
      // Behind the operator stands what it compares with.
      const written = text.slice(start, end);
      const word = /^\w*/.exec(written)![0].length;
      if (offset > start + word) return [];
      return wordItems(
        words,
        rangeIn(document, { start, end: start + word }),
      );
    }
    case "element":
      return cursor.name === "tags" ? wordItems(tagsOf(open), range) : [];
    case "text":
    case "none":
      return [];
    default:
      return role satisfies never;
  }
}

/** Blocks of what Brace does not run. */
const UNOFFERED = ["example", "app"];

/** Blocks of a kind of file, and what each is for; a request has one with its method or protocol. */
function blockItems(
  { others, isFollowed, type = "" }: BruCursor,
  kind: BruKind,
  range: Range,
): CompletionItem[] {
  const target = TARGET_BLOCKS.find((name) => others.has(name));
  const protocol = target ?? (STREAM_BLOCKS.has(type) ? type : "");
  const isLeftOut = (name: string) => {
    // A call has metadata; a protocol has a block for each message, and no other body.
    if (name === "metadata" && protocol !== "grpc") return true;
    if (messageOf(name)) return name !== `body:${protocol}`;
    const isOther = name.startsWith("body:")
      ? STREAM_BLOCKS.has(protocol)
      : target !== undefined && TARGET_BLOCKS.includes(name);
    return isOther || others.has(name);
  };
  return [...BLOCKS].flatMap(([name, { old, form }]) => {
    const about = old || UNOFFERED.includes(name) || isLeftOut(name)
      ? undefined
      : aboutBlock(name, kind);
    const [open, close] = form === "secrets" ? "[]" : "{}";
    return about === undefined ? [] : [{
      label: name,
      kind: CompletionItemKind.Struct,
      documentation: about,
      textEdit: {
        range,
        newText: isFollowed ? name : `${name} ${open}\n  \n${close}`,
      },
    }];
  });
}

const ROOTS: Readonly<Record<BruKind, Shape>> = {
  request: REQUEST,
  level: FOLDER,
  environment: ENVIRONMENT,
};

/** What a block is for; undefined where a kind of file has none of that name that Brace supports. */
export function aboutBlock(name: string, kind: BruKind): string | undefined {
  const row = BLOCKS.get(name);
  const path = row?.[kind];
  if (row === undefined || path === undefined) return undefined;
  const [first, ...rest] = name.split(":");
  if (METHOD_BLOCKS.includes(name)) return METHODS_BY_NAME[name];
  if (name === "http") return "A request with another method";
  const protocol = STREAM_BLOCKS.get(name);
  if (protocol) return typeWords()[protocol.type];
  const message = messageOf(name);
  if (message) return message.about;
  if (name === "auth") return AUTH.about;
  if (first === "auth") {
    if (rest.length > 1) return "Additional parameters";
    return authWords()[rest[0]];
  }
  if (name === "body:graphql") return "The query of a GraphQL request";
  if (name === "body:graphql:vars") {
    return "The variables of a GraphQL request, in JSON";
  }
  if (first === "body") return bodyWords()[rest[0]];
  if (name === "example") return REQUEST.keys.examples.about;
  if (name === "app") return REQUEST.keys.app.about;
  if (path.length === 0) return undefined;
  if (row.form === "script") {
    return wordsOf(SCRIPT.keys.type)[row.also?.type ?? ""];
  }
  if (name === "vars:secret") return "Names of secret variables";
  const [top, ...inner] = path;
  return top === "details"
    ? (shapeIn(DETAILS.http, inner) ?? shapeIn(DETAILS.grpc, inner))?.about
    : shapeIn(ROOTS[kind], path)?.about;
}

const METHODS_BY_NAME: Offers = Object.fromEntries(
  Object.entries(METHODS).map(([method, about]) =>
    [method.toLowerCase(), `${method}: ${about}`] as const
  ),
);

/** The shape at the end of a way of keys. */
function shapeIn(from: Shape, path: readonly string[]): Shape | undefined {
  let at: Shape | undefined = from;
  for (const key of path) {
    const narrowed: NarrowShape | undefined = at &&
      narrow(at, { kind: "mapping", text: () => undefined });
    at = narrowed?.kind === "mapping" && Object.hasOwn(narrowed.keys, key)
      ? narrowed.keys[key]
      : undefined;
  }
  return at;
}

/** The message that a block of a protocol holds. */
function messageOf(block: string): Shape | undefined {
  const protocol = STREAM_BLOCKS.get(block.replace(/^body:/, ""));
  if (protocol === undefined || !block.startsWith("body:")) return undefined;
  const messages = shapeIn(DETAILS[protocol.type], ["message"])!;
  const list = narrow(messages, { kind: "list", text: () => undefined });
  return list.kind === "list" ? list.of : undefined;
}

/** The keys of the lines of a message in its shape. */
const MESSAGE_LINES: readonly (readonly [string, readonly string[]])[] = [
  ["name", ["title"]],
  ["type", ["message", "type"]],
  ["content", ["message"]],
  ["selected", ["selected"]],
];

/** Types of requests. */
function typeWords(): Offers {
  const { folder: _, ...types } = wordsOf(shapeIn(REQUEST, ["info", "type"])!);
  return types;
}

function authWords(): Offers {
  return wordsOf(shapeIn(AUTH, ["type"])!);
}

/** The types of an HTTP request's body, as their blocks are called. */
function bodyWords(): Offers {
  return wordsOf(shapeIn(BODY_KINDS, ["type"])!);
}

/** Names of lines in a block, and what each is for. */
export function namesIn({ block = "" }: BruCursor, kind: BruKind): Offers {
  const pick = (shape: Shape | undefined, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, shapeIn(shape!, [name])?.about ?? ""]),
    );
  if (block === "meta") {
    const names = kind === "request"
      ? ["name", "type", "seq", "tags"]
      : ["name", "seq"];
    return pick(REQUEST.keys.info, names);
  }
  if (METHOD_BLOCKS.includes(block) || block === "http") {
    const names = ["url", "body", "auth"];
    return pick(
      DETAILS.http,
      block === "http" ? ["method", ...names] : names,
    );
  }
  const protocol = STREAM_BLOCKS.get(block);
  if (protocol) {
    const details = DETAILS[protocol.type];
    return {
      ...Object.fromEntries(
        protocol.keys.map(([here, there]) =>
          [here, shapeIn(details, [there])?.about ?? ""] as const
        ),
      ),
      body: shapeIn(details, ["message"])!.about,
      auth: AUTH.about,
    };
  }
  const message = messageOf(block);
  if (message) {
    return Object.fromEntries(
      MESSAGE_LINES.flatMap(([name, keys]) => {
        const about = shapeIn(message, keys)?.about;
        return about === undefined ? [] : [[name, about] as const];
      }),
    );
  }
  if (block === "auth") return { mode: AUTH.about };
  if (block.startsWith("auth:")) return authNames(block.slice(5));
  if (block === "settings") {
    const { members = [] } = BLOCKS.get(block)!;
    const { settings } = REQUEST.keys;
    return pick(
      settings,
      members.filter((name) => !shapeIn(settings, [name])?.isForeign),
    );
  }
  if (block === "headers") return HEADER_NAMES;
  return block === "assert" ? { "res.status": "The status code" } : {};
}

/** Lines that several of OAuth 2's together say where a token goes. */
const TOKEN_PLACE: Offers = {
  token_placement: "Where the token goes: header or url",
  token_header_prefix: "Prefix of the token in the Authorization header",
  token_query_key: "Name of the query parameter",
};

/** Fields of auth, by their names in .bru files. */
function authNames(type: string): Offers {
  if (!isAuthType(type)) return {};
  const fields =
    BRU_AUTH_FIELDS.get(type)?.map(([name, path]) => [name, path] as const) ??
      AUTH_KEYS[type].map((name) => [name, [name]] as const);
  const shape = authShape(type);
  return {
    ...Object.fromEntries(
      fields.map(([name, path]) =>
        [name, shapeIn(shape, path)?.about ?? ""] as const
      ),
    ),
    ...(type === "oauth2" && TOKEN_PLACE),
  };
}

function authShape(type: AuthType): Shape {
  return narrow(AUTH, {
    kind: "mapping",
    text: (key) => key === "type" ? type : undefined,
  });
}

function isAuthType(word: string): word is AuthType {
  return Object.hasOwn(AUTH_ABOUT, word);
}

/** Words behind a name, and what each is for. */
export function bruWords(
  { block = "", name = "" }: BruCursor,
  kind: BruKind,
): Offers {
  if (block === "assert") {
    return Object.fromEntries(
      Object.entries(OPERATOR_ROWS).map(([name, { about }]) => [name, about]),
    );
  }
  if (block === "meta") {
    if (name !== "type" || kind !== "request") return {};
    return Object.fromEntries(
      Object.entries(typeWords()).map(([type, about]) => {
        const protocol = [...STREAM_BLOCKS].find(([, it]) => it.type === type);
        return [protocol?.[0] ?? type, about] as const;
      }),
    );
  }
  if (block === "headers") return valuesOfHeader(name);
  if (block === "auth") return name === "mode" ? authWords() : {};
  if (METHOD_BLOCKS.includes(block) || block === "http") {
    if (name === "method" && block === "http") return METHODS;
    if (name === "auth") return authWords();
    return name === "body" ? bodyModes() : {};
  }
  const protocol = STREAM_BLOCKS.get(block);
  if (protocol) {
    if (name === "auth") return authWords();
    if (name === "body") return { [block]: messageOf(`body:${block}`)!.about };
    const key = protocol.keys.find(([here]) => here === name)?.[1] ?? name;
    return wordsOf(shapeIn(DETAILS[protocol.type], [key]) ?? NO_SHAPE);
  }
  const message = messageOf(block);
  if (message) {
    const keys = MESSAGE_LINES.find(([one]) => one === name)?.[1] ?? [];
    return wordsOf(shapeIn(message, keys) ?? NO_SHAPE);
  }
  if (block === "settings") {
    return wordsOf(shapeIn(REQUEST, ["settings", name]) ?? REQUEST);
  }
  return block.startsWith("auth:") ? authFieldWords(block.slice(5), name) : {};
}

/** The types of a body, as the block of the method names them. */
function bodyModes(): Offers {
  const modes = Object.entries(bodyWords()).map(([type, about]) =>
    [BODY_WORDS.find(([, one]) => one === type)?.[0] ?? type, about] as const
  );
  return {
    ...Object.fromEntries(modes),
    graphql: "A GraphQL query",
  };
}

function authFieldWords(type: string, name: string): Offers {
  if (!isAuthType(type)) return {};
  if (name === "token_placement") {
    return { header: "Into a header", url: "Into the query" };
  }
  const field = BRU_AUTH_FIELDS.get(type)?.find(([one]) => one === name);
  const [, path, form] = field ?? [name, [name]];
  if (form === "switch") return { true: "Use it", false: "Do not use it" };
  const words = wordsOf(shapeIn(authShape(type), path) ?? NO_SHAPE);
  if (typeof form !== "object") return words;
  const [here, there] = form;
  return Object.fromEntries(
    Object.entries(words).map(([word, about]) =>
      [word === there ? here : word, about] as const
    ),
  );
}

const NO_SHAPE: Shape = { kind: "any", about: "" };
