import { jsonShape } from "../../../../core/render/json_shape.ts";
import { add } from "../../../../core/run/explain/setters.ts";
import { isJsonText } from "../../../../core/scope/value/parse_json.ts";
import {
  cachedTemplate,
  rootName,
} from "../../../../core/template/template_of.ts";
import { members } from "../../json.ts";
import type { FileRequest } from "../../open_collection.ts";
import type { ImportNote } from "../../types.ts";
import { listedNames } from "./listed_names.ts";
import { type Exported, valuesAndRequests } from "./values_and_requests.ts";

/**
 * Names variables whose text breaks the JSON that it goes into: the other
 * client inserts it as it is, where Brace escapes it.
 */
export function noteUnescaped(
  imported: Exported,
  client: "Bruno" | "Postman",
): ImportNote[] {
  const { values, requests } = valuesAndRequests(imported);
  const bodies = requests.map((request) => ({
    name: request.info.name,
    used: quotedNames(request),
  }));
  const breaking = breakingNames(values);
  const names = new Set<string>();
  const broken = bodies.filter(({ used }) => {
    const found = used.filter((name) => breaking.has(name));
    for (const name of found) names.add(name);
    return found.length > 0;
  });
  if (names.size === 0) return [];
  return [{
    kind: "person",
    message: `${client} inserts text into JSON as it is: ${
      names.size === 1 ? "a value" : "values"
    } of ${listedNames([...names])} ${
      names.size === 1 ? "breaks" : "break"
    } the body of ${
      listedNames(broken.map(({ name }) => name))
    } there (in the exported files, write \\" for a quote, \\\\ for a backslash and \\n for a line break)`,
  }];
}

/** The names whose text breaks a JSON string, by itself or by another variable in it. */
function breakingNames(
  values: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const breaking = new Set<string>();
  const usedBy = new Map<string, string[]>();
  for (const [name, texts] of values) {
    if (!texts.every(fitsQuotes)) breaking.add(name);
    for (const text of texts) {
      for (const used of namesIn(text)) {
        add(usedBy, used, name);
      }
    }
  }
  // A set goes on with what is added to it.
  for (const name of breaking) {
    for (const user of usedBy.get(name) ?? []) breaking.add(user);
  }
  return breaking;
}

/** Whether a text, without its placeholders, can stand in the quotes of JSON. */
function fitsQuotes(text: string): boolean {
  return isJsonText(`"${text.replaceAll(/\{\{[^{}]*\}\}/g, "")}"`);
}

/** The variables in the quotes of a request's JSON. */
function quotedNames({ http, graphql }: FileRequest): string[] {
  const { type, data } = members(http?.body);
  const texts = [type === "json" && data, graphql?.body?.variables];
  return texts.flatMap((text) => {
    if (typeof text !== "string" || !text.includes("{{")) return [];
    return jsonShape(cachedTemplate(text)).pieces.flatMap((piece) =>
      piece.kind === "slot" && piece.role === "string"
        ? rootName(piece.part.text) ?? []
        : []
    );
  });
}

function namesIn(text: string): string[] {
  if (!text.includes("{{")) return [];
  return cachedTemplate(text).placeholders.flatMap((part) =>
    rootName(part.text) ?? []
  );
}
