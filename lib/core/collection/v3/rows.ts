import { decodeComponent } from "../../render/encode.ts";
import type { Form, V3Keys, V3Piece, V3Shape, V3Source } from "./source.ts";
import { fromVault } from "./vault.ts";
import { decodedPath, encodedQuery, QUERY_ENDS } from "./wire_rules.ts";

/** Whether a row is left out. */
export function isOff(row: V3Source): boolean {
  return row.get("disabled").value === true ||
    row.get("enabled").value === false;
}

/** A row of Postman's: a name, and what is said of it. */
export interface V3Row {
  readonly name: string;
  readonly source: V3Source;
  readonly nameKeys: V3Keys;
  readonly value: V3Source;
  readonly off: boolean;
}

/**
 * The rows of a list `[{ key, value }]` or of a mapping of names to values.
 * Anything else is reported.
 *
 * @param of What the values are; texts are scalars.
 */
export function rowsOf(source: V3Source, of: "text" | "any" = "text"): V3Row[] {
  const all = readRows(source);
  for (const { value } of of === "text" ? all : []) {
    if (typeof value.value === "object" && value.value !== null) {
      value.wrongType("text");
    }
  }
  return all;
}

function readRows(source: V3Source): V3Row[] {
  if (source.isMapping) {
    return source.members().map(([name, member]) => ({
      name,
      source: member,
      nameKeys: member.keys,
      value: member.isMapping ? member.get("value") : member,
      off: isOff(member),
    }));
  }
  if (source.present && !Array.isArray(source.value)) {
    source.wrongType("a list or a mapping");
  }
  return source.list().flatMap((row): V3Row[] => {
    if (!row.isMapping) {
      if (row.present) row.wrongType("a mapping with key and value");
      return [];
    }
    const name = row.has("key") ? row.get("key") : row.get("name");
    const value = row.get("value");
    if (name.word === "" && value.word === "") return [];
    return [{
      name: name.word,
      source: row,
      nameKeys: name.keys,
      value,
      off: isOff(row),
    }];
  });
}

/** Puts rows of names and values. */
export function putRows(
  container: Form,
  key: string,
  source: V3Source,
  shape: V3Shape,
): Form[] {
  if (!source.present) return [];
  const list: Form[] = shape.set(container, key, [], source.keys);
  for (const row of rowsOf(source)) putRow(list, row, shape);
  return list;
}

/** Puts headers; Postman sends none without a name. */
export function putHeaders(
  container: Form,
  source: V3Source,
  shape: V3Shape,
): Form[] {
  if (!source.present) return [];
  const list: Form[] = shape.set(container, "headers", [], source.keys);
  for (const row of rowsOf(source)) {
    if (row.name !== "") putRow(list, row, shape);
    else if (!row.off) {
      row.source.report({
        code: "INVALID_FIELD",
        severity: "warning",
        message: `Ignored "${row.source.name}": its "key" is missing`,
      });
    }
  }
  return list;
}

/** Adds a row to a list. */
export function putRow(list: unknown[], row: V3Row, shape: V3Shape): Form {
  const form: Form = shape.add(list, {}, row.source.keys);
  shape.set(form, "name", row.name, row.nameKeys);
  shape.set(form, "value", row.value.text ?? "", row.value.keys);
  const description = row.source.get("description");
  if (description.present) {
    shape.set(form, "description", description.value, description.keys);
  }
  if (row.off) {
    shape.set(form, "disabled", true, row.source.get("disabled").keys);
  }
  return form;
}

/** Puts the URL with its query, and the parameters that say more. */
export function putUrl(target: Form, source: V3Source, shape: V3Shape): void {
  const url = source.get("url");
  const query = rowsOf(source.get("queryParams"));
  const text = url.text ?? "";
  if (query.length === 0 || typeof text !== "string") {
    if (url.present) shape.set(target, "url", text, url.keys);
  } else {
    const base = text.split(/[?#]/, 1)[0];
    noteLeftOut(text, query, url);
    let whole = base;
    const pieces: V3Piece[] = [{ start: 0, end: base.length, keys: url.keys }];
    const add = (part: string, keys: V3Keys) => {
      pieces.push({
        start: whole.length,
        end: whole.length + part.length,
        keys,
      });
      whole += part;
    };
    for (const row of query) {
      if (row.off) continue;
      whole += whole === base ? "?" : "&";
      add(encodedQuery(row.name, QUERY_ENDS.name), row.nameKeys);
      // `?flag` and `?flag=` are two things.
      if (!row.value.present) continue;
      whole += "=";
      add(encodedQuery(row.value.word, QUERY_ENDS.value), row.value.keys);
    }
    shape.set(target, "url", whole, url.keys, pieces);
  }
  const params: unknown[] = [];
  const saysMore = query.some(({ off, source }) =>
    off || source.get("description").present
  );
  for (const row of saysMore ? query : []) {
    const form = putRow(params, row, shape);
    shape.set(
      form,
      "name",
      encodedQuery(row.name, QUERY_ENDS.name),
      row.nameKeys,
    );
    shape.set(form, "type", "query", row.source.keys);
  }
  const variables = source.get("pathVariables");
  for (const row of rowsOf(variables)) {
    if (row.name === "") continue;
    const form = putRow(params, row, shape);
    if (typeof form.value === "string") {
      shape.set(form, "value", decodedPath(form.value), row.value.keys);
    }
    shape.set(form, "type", "path", row.source.keys);
  }
  if (params.length > 0) {
    const from = saysMore ? source.get("queryParams") : variables;
    shape.set(target, "params", params, from.keys);
  }
}

/** Warns of names in the URL's own query that the list lacks: the list says what is sent. */
function noteLeftOut(
  text: string,
  query: readonly V3Row[],
  url: V3Source,
): void {
  const [, written = ""] = /\?([^#]*)/.exec(text) ?? [];
  const known = new Set(query.map(({ name }) => decodeComponent(name)));
  const names = written.split("&").flatMap((pair) => {
    const name = pair.split("=", 1)[0];
    return name === "" || known.has(decodeComponent(name)) ? [] : [`"${name}"`];
  });
  if (names.length === 0) return;
  url.report({
    code: "INVALID_FIELD",
    severity: "warning",
    message: `Ignored ${
      [...new Set(names)].join(", ")
    } in the query of "url": "queryParams" does not have ${
      names.length === 1 ? "it" : "them"
    } (add ${names.length === 1 ? "it" : "them"} there)`,
  });
}

/** Puts variables; their values keep their kind. */
export function putVariables(
  container: Form,
  source: V3Source,
  shape: V3Shape,
): void {
  if (!source.present) return;
  const list: unknown[] = shape.set(container, "variables", [], source.keys);
  for (const row of rowsOf(source, "any")) {
    if (row.name === "") {
      row.source.report({
        code: "INVALID_FIELD",
        severity: "warning",
        message: `Ignored "${row.source.name}": its "key" is missing`,
        onKey: true,
      });
      continue;
    }
    const form = putRow(list, row, shape);
    const { value, source: written } = row;
    const type = written.get("type").value;
    if (type === "secret") {
      shape.set(form, "secret", true, written.get("type").keys);
      // Postman does not write secret values to the file: the run has to get it from elsewhere.
      if (value.word === "") delete form.value;
    } else if (
      typeof value.value === "string" && value.value !== "" &&
      (type === "number" || type === "boolean")
    ) {
      const typed: Form = shape.set(form, "value", {}, value.keys);
      shape.set(typed, "type", type, written.get("type").keys);
      shape.set(typed, "data", value.value, value.keys);
    } else if (value.present) {
      const { value: kept } = value;
      const read = typeof kept === "string" ? fromVault(kept) : kept;
      shape.set(form, "value", read, value.keys);
    }
  }
}
