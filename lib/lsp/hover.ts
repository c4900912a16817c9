import type { Hover } from "vscode-languageserver";
import { isV3Path } from "../core/collection/v3/parse_v3.ts";
import { type OpenDocument, rangeIn } from "./document.ts";
import { type NameAt, nameAt } from "./name_at.ts";
import type { BruKind } from "../core/collection/bru/blocks.ts";
import { bruKind } from "../core/collection/bru/parse_bru.ts";
import type { Offers } from "../core/collection/shape/types.ts";
import { javaScriptAt } from "./complete/complete.ts";
import { aboutField } from "./complete/complete_call.ts";
import { aboutBlock, bruWords, namesIn } from "./complete/complete_bru.ts";
import { aboutGenerator } from "./complete/complete_placeholder.ts";
import { wordsAt } from "./complete/complete_yaml.ts";
import { SCRIPT_GLOBALS, scriptMembers } from "./complete/script_members.ts";
import { type BruCursor, bruCursor } from "./place/bru_cursor.ts";
import {
  type CursorStretch,
  memberBefore,
  placeholderAt,
  wordAround,
} from "./place/cursor.ts";
import { yamlCursor } from "./place/yaml_cursor.ts";
import { type LookedUpDefinition, lookUp } from "../host/check/look_up.ts";
import {
  dotenvOf,
  resolveEnvironments,
} from "../core/collection/environment.ts";
import { parseTemplate } from "../core/template/parse_template.ts";
import { envRefusal, isGiven } from "../core/policy/env_refusal.ts";
import { quotedWord } from "../core/source/quoted_word.ts";
import { isPermitted, permittedEnv } from "../host/permitted_env.ts";
import { memberOf } from "../core/scope/value/value.ts";
import type { Location } from "../core/source/diagnostic.ts";

/** What there is to say about a place: a variable's value and where it comes from, or a key. */
export async function hover(
  open: OpenDocument,
  offset: number,
): Promise<Hover | null> {
  const { document } = open;
  const found = await nameAt(open, offset);
  if (found) {
    const said = await describeMember(found, open) ?? {
      ...found,
      about: await describeVariable(found.name, open) ??
        `Nothing defines **${found.name}**`,
    };
    return {
      contents: { kind: "markdown", value: said.about },
      range: rangeIn(document, said),
    };
  }
  const said = aboutGeneratorAt(document.getText(), offset) ??
    aboutEntry(open, offset) ??
    aboutMember(open, offset) ?? aboutField(open, offset) ??
    aboutWord(open, offset);
  return said === undefined ? null : {
    contents: { kind: "markdown", value: said.about },
    range: rangeIn(document, said),
  };
}

/** What is said of a stretch. */
interface Said extends CursorStretch {
  /** In Markdown. */
  readonly about: string;
}

function aboutGeneratorAt(text: string, offset: number): Said | undefined {
  const placeholder = placeholderAt(text, offset);
  if (placeholder === undefined) return undefined;
  const stretch = wordAround(text, offset);
  const about = aboutGenerator(text.slice(stretch.start, stretch.end));
  return about === undefined ? undefined : { ...stretch, about };
}

/** Where `{{process.env.NAME}}` gets its value; what it is may be a secret. */
function aboutEntry(
  { document, session }: OpenDocument,
  offset: number,
): Said | undefined {
  const placeholder = placeholderAt(document.getText(), offset);
  if (placeholder === undefined) return undefined;
  const { start, end, text } = placeholder;
  const [part] = parseTemplate(`{{${text}}}`).placeholders;
  if (part?.expression?.kind !== "process-env") return undefined;
  const { name } = part.expression;
  const { index, environment } = session;
  const dotenv = index && dotenvOf(
    index.collection,
    resolveEnvironments(index.collection, environment ? [environment] : [])
      .value ?? [],
  );
  return {
    start,
    end,
    about: `**${plain(`process.env.${name}`)}**\n\n${
      plain(originOf(name, dotenv ?? new Map()))
    }`,
  };
}

function originOf(name: string, dotenv: ReadonlyMap<string, string>): string {
  const refused = envRefusal(name, { dotenv, allow: true });
  if (refused) return refused.message;
  const listed = dotenv.get(name);
  const isProcessFirst = isGiven(name, { allow: [] });
  if (listed !== undefined && !isProcessFirst) {
    return listed === "" ? "empty in the .env" : "set in the .env";
  }
  const state = permittedEnv(name) !== undefined
    ? ", where it is set"
    : isPermitted(name)
    ? ", where it is not set"
    : "";
  const how = isProcessFirst ? "" : `, with --allow-env=${quotedWord(name)}`;
  const from = `from the environment of the process${state}${how}`;
  if (!isProcessFirst) return `not in the .env: a run takes it ${from}`;
  return listed === undefined
    ? from
    : `${from}, else ${listed === "" ? "empty in the .env" : "from the .env"}`;
}

/** What a member or a name of the script API is for. */
function aboutMember(open: OpenDocument, offset: number): Said | undefined {
  const text = open.document.getText();
  const place = javaScriptAt(open, offset);
  const { start, end } = wordAround(text, offset);
  if (place === undefined || start === end) return undefined;
  const member = memberBefore(text, end);
  if (member === undefined && text[start - 1] === ".") return undefined;
  const known = member === undefined
    ? SCRIPT_GLOBALS
    : scriptMembers(member.owner);
  const name = text.slice(start, end);
  const found = known.find((one) => one.name === name);
  return found?.about === undefined
    ? undefined
    : { start, end, about: `\`${found.detail}\`\n\n${found.about}` };
}

/** What a key, a word, or a block is for. */
function aboutWord(open: OpenDocument, offset: number): Said | undefined {
  const { document, kind, path } = open;
  const text = document.getText();
  if (document.uri.endsWith(".bru")) {
    const cursor = bruCursor(text, offset);
    const about = aboutInBru(cursor, text, bruKind(path));
    return about === undefined ? undefined : { ...cursor, about };
  }
  // The keys of other programs' files have other meanings.
  if (isV3Path(path)) return undefined;
  const cursor = yamlCursor(text, offset, kind);
  const { role, slot, shape, start, end } = cursor;
  const word = text.slice(start, end);
  const about = role === "key" && slot?.key !== undefined
    ? shape.kind === "mapping" && Object.hasOwn(shape.keys, slot.key)
      ? shape.keys[slot.key].about
      : undefined
    : role === "value"
    ? own(wordsAt(cursor, open), word)
    : undefined;
  return about === undefined ? undefined : { start, end, about };
}

function aboutInBru(
  cursor: BruCursor,
  text: string,
  kind: BruKind,
): string | undefined {
  const word = text.slice(cursor.start, cursor.end);
  switch (cursor.role) {
    case "block":
      return aboutBlock(word, kind);
    case "name":
      return own(namesIn(cursor, kind), word);
    case "value":
      return own(bruWords(cursor, kind), /^\S*/.exec(word)![0]);
    default:
      return undefined;
  }
}

function own(words: Offers, word: string): string | undefined {
  return Object.hasOwn(words, word) && words[word] !== ""
    ? words[word]
    : undefined;
}

/** Definitions that are shown behind the one that wins. */
const MAX_SHOWN = 8;

/** All about a variable as a file sees it, in Markdown; undefined where nothing defines it. */
async function describeVariable(
  name: string,
  { session, path }: Pick<OpenDocument, "session" | "path">,
): Promise<string | undefined> {
  const variables = session.variablesFor(path, { name });
  const place = session.placeOf(path);
  const { variables: [variable] } = await lookUp(
    { variables, prompts: [], uses: [] },
    {
      locator: session,
      masker: session.masker(),
      place,
      order: session.index?.order,
      limit: MAX_SHOWN + 1,
    },
  );
  if (variable === undefined) return undefined;
  const [winner, ...others] = variable.definitions;
  const uses = session.index?.usesOf(name).length ?? 0;
  return [
    `**${plain(name)}**${winner.kind === undefined ? "" : ` · ${winner.kind}`}`,
    definitionText(winner),
    ...(others.length === 0
      ? []
      : ["Behind it:", ...behind(others, variable.more ?? 0)]),
    `Used in ${uses} place${uses === 1 ? "" : "s"}`,
  ].join("\n\n");
}

/** The value of a member that a place is about, as a file sees it; undefined where only a run knows it. */
async function describeMember(
  { name, start, member }: NameAt,
  { document, session, path }: OpenDocument,
): Promise<Said | undefined> {
  if (member === undefined) return undefined;
  const [variable] = session.variablesFor(path, { name });
  const winner = variable?.definitions.find((one) => !one.isPassedOver);
  let value = winner?.value;
  for (const step of member.path) {
    value = value === undefined ? undefined : memberOf(value, step);
  }
  if (winner === undefined || value === undefined) return undefined;
  const { variables: [{ definitions: [shown] }] } = await lookUp(
    {
      variables: [{ name, definitions: [{ ...winner, value }] }],
      prompts: [],
      uses: [],
    },
    {
      locator: session,
      masker: session.masker(),
      place: session.placeOf(path),
      order: session.index?.order,
    },
  );
  const { end } = member;
  const written = document.getText().slice(start, end);
  const kind = shown.kind === undefined ? "" : ` · ${shown.kind}`;
  return {
    start,
    end,
    about: `**${plain(written)}**${kind}\n\n${definitionText(shown)}`,
  };
}

function behind(
  definitions: readonly LookedUpDefinition[],
  more: number,
): string[] {
  return [
    ...definitions.map((one) => `- ${definitionText(one)}`),
    ...more > 0 ? [`- and ${more} more`] : [],
  ];
}

function definitionText(definition: LookedUpDefinition): string {
  const { scope, label, text, location, setBy, isSet } = definition;
  const from = [scope, ...(label === undefined ? [] : [label])].join(" ");
  const place = location === undefined ? "" : ` · ${placeText(location)}`;
  if (setBy !== undefined) {
    const when = isSet === false ? ", not before this request" : "";
    return plain(`${from}, set by the ${setBy}${when}${place}`);
  }
  const value = text === undefined ? "" : `\`${text.replaceAll("`", "'")}\` · `;
  return value + plain(from + place);
}

/** Names of users' make no Markdown. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, "\\$&");
}

function placeText({ file = "", line }: Location): string {
  return line === undefined ? file : `${file}:${line}`;
}
