import type { LookedUpDefinition } from "../host/check/look_up.ts";
import { lookUp } from "../host/check/look_up.ts";
import type { Location } from "../core/source/diagnostic.ts";
import type { OpenDocument } from "./document.ts";

/** Definitions that are shown behind the one that wins. */
const MAX_SHOWN = 8;

/** All about a variable as a file sees it, in Markdown; undefined where nothing defines it. */
export async function describeVariable(
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
