import { BODY_WORDS } from "../../../core/collection/bru/blocks.ts";
import { isMapping, jsonTextOf, members, type RawJson } from "../json.ts";
import { writeBlock } from "./bru_blocks.ts";
import { type Say, shownName } from "./bru_text.ts";

/** A body's word in the request's first block, and the blocks that hold it, by their names. */
export interface BruBody {
  readonly word: string;
  readonly blocks: Readonly<Record<string, readonly string[]>>;
}

/** A body; of several variants the selected one. */
export function bruBody(written: RawJson, say: Say): BruBody {
  const body = selected(written, say);
  const type = jsonTextOf(body.type) ?? "none";
  if (body.interpolate === false) {
    say(
      "The body is to go as it is, placeholders included (interpolate: false), which Bruno does not know",
    );
  }
  sayOmitted(body, say);
  const word = BODY_WORDS.find(([, one]) => one === type)?.[0] ?? type;
  return { word, blocks: bodyBlock(`body:${type}`, body.data, say) };
}

/** A body of GraphQL. */
export function bruGraphql(value: RawJson, say: Say): BruBody {
  const word = "graphql";
  if (!isMapping(value) && !Array.isArray(value)) return { word, blocks: {} };
  const body = selected(value, say);
  sayOmitted(body, say);
  const { query, variables } = body;
  const blocks = {
    ...bodyBlock("body:graphql", query, say),
    ...bodyBlock("body:graphql:vars", variables, say),
  };
  return { word, blocks };
}

function sayOmitted({ omitEmpty }: Record<string, RawJson>, say: Say): void {
  if (omitEmpty !== true) return;
  say(
    "Bruno sends the Content-Type of an empty body, and {} for variables without a text (omitEmpty)",
  );
}

function bodyBlock(name: string, data: RawJson, say: Say) {
  if (jsonTextOf(data)?.includes("\r")) {
    say("The body is written with \\n for \\r, which .bru files cannot hold");
  }
  return { [name]: writeBlock(name, data, say) };
}

/** The body itself or, if the file has several variants, the selected one. */
function selected(value: RawJson, say: Say): Record<string, RawJson> {
  if (!Array.isArray(value)) return members(value);
  const variants = value.map(members);
  const one = variants.find((variant) => variant.selected === true) ??
    variants[0];
  for (const other of variants) {
    if (other === one) continue;
    say(
      `The body "${
        shownName(jsonTextOf(other.title) ?? "")
      }" is left out: .bru files hold one of each type`,
    );
  }
  return members(one?.body);
}
