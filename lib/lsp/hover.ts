import type { Hover } from "vscode-languageserver";
import { isV3Path } from "../core/collection/v3/parse_v3.ts";
import { type OpenDocument, rangeIn } from "./document.ts";
import { nameAt } from "./name_at.ts";
import { yamlCursor } from "./yaml_cursor.ts";
import { type LookedUpDefinition, lookUp } from "../host/check/look_up.ts";
import type { Location } from "../core/source/diagnostic.ts";

/** What there is to say about a place: a variable's value and where it comes from, or a key. */
export async function hover(
  open: OpenDocument,
  offset: number,
): Promise<Hover | null> {
  const { document, kind } = open;
  const found = await nameAt(open, offset);
  if (found) {
    const value = await describeVariable(found.name, open) ??
      `Nothing defines **${found.name}**`;
    return {
      contents: { kind: "markdown", value },
      range: rangeIn(document, found),
    };
  }
  // The keys of other programs' files have other meanings.
  if (document.uri.endsWith(".bru") || isV3Path(open.path)) return null;
  const { shape, key } = yamlCursor(document.getText(), offset, kind);
  if (key === undefined || shape.kind !== "mapping") return null;
  const about = Object.hasOwn(shape.keys, key)
    ? shape.keys[key].about
    : undefined;
  return about === undefined
    ? null
    : { contents: { kind: "plaintext", value: about } };
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
    { locator: session, masker: session.masker(), place },
  );
  if (variable === undefined) return undefined;
  const [winner, ...others] = variable.definitions;
  const uses = session.index?.usesOf(name).length ?? 0;
  return [
    `**${plain(name)}**${winner.kind === undefined ? "" : ` · ${winner.kind}`}`,
    definitionText(winner),
    ...(others.length === 0 ? [] : ["Behind it:", ...behind(others)]),
    `Used in ${uses} place${uses === 1 ? "" : "s"}`,
  ].join("\n\n");
}

function behind(definitions: readonly LookedUpDefinition[]): string[] {
  const more = definitions.length - MAX_SHOWN;
  return [
    ...definitions.slice(0, MAX_SHOWN).map((one) => `- ${definitionText(one)}`),
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
