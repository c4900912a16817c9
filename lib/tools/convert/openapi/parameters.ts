import { didYouMean, nearest } from "../../../core/source/nearest.ts";
import { isMapping, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileParam, FileRow } from "../open_collection.ts";
import { deepLeaves } from "./deep_object.ts";
import { withLongNumbers } from "./long_numbers.ts";
import {
  pathValue,
  plain,
  type WrittenPath,
  writtenPath,
} from "./path_parameter.ts";
import { exampleOf } from "./sample.ts";
import { literal, type Spec } from "./spec.ts";

/** The parameters of an operation, by where they go. */
export interface Parameters {
  readonly params: readonly FileParam[];
  readonly headers: readonly FileRow[];
  /** `name=value` of the Cookie header. */
  readonly cookies: readonly string[];
  /** The same of cookies that a request need not have. */
  readonly optionalCookies: readonly string[];
  /** Path parameters that a row cannot hold, whose values are variables. */
  readonly variables: readonly { name: string; value: string }[];
  /** What stands in the URL before the variables of whole segments, by the parameters' names. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** What a person has to do. */
  readonly notes: readonly string[];
  /** What the document says wrong. */
  readonly mistakes: readonly string[];
}

/** OpenAPI says of these headers that they are not parameters. */
const NO_PARAMETERS = /^(?:accept|content-type|authorization)$/i;

/** Reads the parameters of an operation, those of its path included. */
export function parametersOf(
  spec: Spec,
  lists: readonly (readonly RawJson[])[],
  { path }: { path: string },
): Parameters {
  const params: FileParam[] = [];
  const headers: FileRow[] = [];
  const cookies: string[] = [];
  const optionalCookies: string[] = [];
  const variables: { name: string; value: string }[] = [];
  const prefixes = new Map<string, string>();
  const notes: string[] = [];
  const mistakes: string[] = [];
  for (const parameter of merged(spec, lists)) {
    const name = jsonTextOf(parameter.name) ?? "";
    const description = jsonTextOf(parameter.description);
    const value = valueOf(spec, parameter);
    const about = {
      ...(description?.trim() && { description }),
      ...(parameter.required !== true && parameter.in !== "path" &&
        { disabled: true as const }),
    };
    switch (parameter.in) {
      case "path": {
        const written = writtenOf(spec, parameter, value);
        const dot = isLabel(spec, parameter) ? "." : "";
        const key = variableName(name);
        if (written !== undefined) {
          prefixes.set(name, written.prefix);
          variables.push({ name: key, value: written.value });
        } else if (isSegment(path, name)) {
          const text = `${dot}${simple(value)}`;
          params.push({ name, value: text, type: "path", ...about });
        } else {
          const text = `${dot}${pathValue(value)}`;
          variables.push({ name: key, value: text });
        }
        break;
      }
      case "query":
        for (const row of queryRows(spec, parameter, value)) {
          params.push({ ...row, type: "query", ...about });
        }
        break;
      case "header":
        if (!NO_PARAMETERS.test(name)) {
          const text = literal(headerText(spec, parameter, value));
          headers.push({ name, value: text, ...about });
        }
        break;
      case "cookie":
        (parameter.required === true ? cookies : optionalCookies).push(
          `${name}=${cookieText(simple(value))}`,
        );
        break;
      case "querystring":
        notes.push(
          `Left out the parameter "${name}", which is the whole query: write it into the URL`,
        );
        break;
      default:
        if (!isElsewhere(spec, parameter)) mistakes.push(unplaced(parameter));
    }
  }
  return {
    params,
    headers,
    cookies,
    optionalCookies,
    variables,
    prefixes,
    notes,
    mistakes,
  };
}

/** Whether a parameter is one of a body of Swagger 2.0, or was told of with its reference. */
function isElsewhere(spec: Spec, parameter: Record<string, RawJson>): boolean {
  return Object.keys(parameter).length === 0 ||
    spec.isSwagger && /^(?:body|formData)$/.test(String(parameter.in));
}

function unplaced(parameter: Record<string, RawJson>): string {
  const left = `Left out the parameter "${jsonTextOf(parameter.name) ?? ""}"`;
  const place = jsonTextOf(parameter.in);
  if (place === undefined) return `${left}: "in" does not say its place`;
  const near = nearest(place, ["query", "header", "path", "cookie"]);
  return /^(?:body|formData)$/i.test(place)
    ? `${left}: "in: ${place}" is of Swagger 2.0, write it into the body`
    : `${left}: its place "${place}" is unknown${didYouMean(near)}`;
}

/**
 * The path as a URL has it: `{id}` is `:id` where it is a whole segment without
 * a prefix, else a placeholder.
 */
export function pathTemplate(
  path: string,
  prefixes: Parameters["prefixes"],
): string {
  return path.split("/").map((segment) => {
    const [, whole] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
    if (whole !== undefined && !prefixes.has(whole)) return `:${whole}`;
    return segment.replace(
      /\{([^{}]+)\}/g,
      (_, name: string) =>
        `${prefixes.get(name) ?? ""}{{${variableName(name)}}}`,
    );
  }).join("/");
}

/** The names of an operation's path parameters whose values are variables. */
export function pathVariables(
  spec: Spec,
  lists: readonly (readonly RawJson[])[],
  { path }: { path: string },
): Set<string> {
  const found = merged(spec, lists).filter((one) => one.in === "path").filter(
    (one) =>
      !isSegment(path, jsonTextOf(one.name) ?? "") ||
      writtenOf(spec, one, valueOf(spec, one)) !== undefined,
  );
  return new Set(found.map(({ name }) => variableName(jsonTextOf(name) ?? "")));
}

/** A name that placeholders can have. */
export function variableName(name: string): string {
  const plain = name.replace(/[^\p{L}\d_-]+/gu, "_");
  return /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`;
}

/** Whether a parameter is a whole segment of a path. */
export function isSegment(path: string, name: string): boolean {
  return path.split("/").includes(`{${name}}`);
}

/** An operation's parameter replaces its path's of the same name and place. */
function merged(
  spec: Spec,
  lists: readonly (readonly RawJson[])[],
): Record<string, RawJson>[] {
  const all = new Map<string, Record<string, RawJson>>();
  for (const parameter of lists.flat()) {
    const opened = spec.open(parameter);
    all.set(`${jsonTextOf(opened.in)} ${jsonTextOf(opened.name)}`, opened);
  }
  return [...all.values()];
}

function valueOf(spec: Spec, parameter: Record<string, RawJson>): RawJson {
  const [media] = Object.values(members(parameter.content));
  if (media === undefined) return exampleOf(spec, parameter);
  const value = exampleOf(spec, spec.open(media));
  return value === undefined ? undefined : JSON.stringify(value);
}

function writtenOf(
  spec: Spec,
  parameter: Record<string, RawJson>,
  value: RawJson,
): WrittenPath | undefined {
  const style = spec.isSwagger ? undefined : jsonTextOf(parameter.style);
  return writtenPath(value, {
    name: jsonTextOf(parameter.name) ?? "",
    style,
    explode: !spec.isSwagger && parameter.explode === true,
    separator: separatorOf(spec, parameter, {
      style: style ?? "simple",
      isRaw: false,
    }),
  });
}

function isLabel(spec: Spec, parameter: Record<string, RawJson>): boolean {
  return !spec.isSwagger && jsonTextOf(parameter.style) === "label";
}

/** Nothing is encoded in a header. */
function headerText(
  spec: Spec,
  parameter: Record<string, RawJson>,
  value: RawJson,
): string {
  if (Array.isArray(value)) {
    const separator = separatorOf(spec, parameter, {
      style: "simple",
      isRaw: true,
    });
    return value.map(plain).join(decodeURIComponent(separator));
  }
  return isMapping(value) && parameter.explode === true
    ? Object.entries(value).map((pair) => pair.map(plain).join("=")).join(",")
    : plain(value);
}

/** By `style` and `explode` (OpenAPI 3.1, 4.8.12) or `collectionFormat` (2.0). */
function queryRows(
  spec: Spec,
  parameter: Record<string, RawJson>,
  value: RawJson,
): FileRow[] {
  const written = jsonTextOf(parameter.name) ?? "";
  // Examples are not encoded, unless the document says that they go out as they are.
  const isRaw = parameter.allowReserved === true;
  const name = isRaw ? written : encoded(written, NAME_ENDS);
  const one = (value: RawJson) =>
    isRaw ? simple(value) : encoded(plain(value), VALUE_ENDS);
  const style = jsonTextOf(parameter.style) ?? "form";
  const explode = spec.isSwagger
    ? parameter.collectionFormat === "multi"
    : parameter.explode ?? style === "form";
  const key = (text: string) => isRaw ? text : encoded(text, NAME_ENDS);
  const isWhole = Array.isArray(value) || isMapping(value);
  if (isWhole && !spec.isSwagger && style === "deepObject") {
    const [open, close] = isRaw ? ["[", "]"] : ["%5B", "%5D"];
    const inside = deepLeaves(value).filter(({ keys }) => keys.length > 0);
    return inside.map(({ keys, value }) => ({
      name: name + keys.map((one) => `${open}${key(one)}${close}`).join(""),
      value: one(value),
    }));
  }
  if (Array.isArray(value)) {
    if (explode === true && style === "form") {
      return value.map((element) => ({ name, value: one(element) }));
    }
    const separator = separatorOf(spec, parameter, { style, isRaw });
    const element = (value: RawJson) =>
      isRaw || separator !== ","
        ? one(value)
        : one(value).replaceAll(",", "%2C");
    return [{ name, value: value.map(element).join(separator) }];
  }
  if (!isMapping(value)) return [{ name, value: one(value) }];
  const entries = Object.entries(value);
  return explode === true
    ? entries.map(([inner, value]) => ({ name: key(inner), value: one(value) }))
    : [{ name, value: entries.flat().map(one).join(",") }];
}

/**
 * What would end a value in a query, or mean another character, and what strict
 * servers refuse as it is.
 */
const VALUE_ENDS = /[&#+%|{}[\]\\^`]/g;
/** The same for a name. */
const NAME_ENDS = /[=&#+%|{}[\]\\^`]/g;

/** The name of a query parameter as a URL has it. */
export function queryName(name: string): string {
  return encoded(name, NAME_ENDS);
}

function encoded(text: string, ends: RegExp): string {
  return text.replace(ends, percent);
}

/** What a cookie's value cannot hold, as OpenAPI's style "form" encodes it. */
function cookieText(value: string): string {
  return withLongNumbers(value).toWellFormed().replace(
    /[^!#-:<-[\]-~]+|%/g,
    (text) => encodeURIComponent(text),
  );
}

function percent(text: string): string {
  return [...text].map((unit) =>
    `%${unit.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
  ).join("");
}

function separatorOf(
  spec: Spec,
  parameter: Record<string, RawJson>,
  { style, isRaw }: { readonly style: string; readonly isRaw: boolean },
): string {
  switch (spec.isSwagger ? parameter.collectionFormat : style) {
    case "spaceDelimited":
    case "ssv":
      return "%20";
    case "pipeDelimited":
    case "pipes":
      return isRaw ? "|" : "%7C";
    case "tsv":
      return "%09";
    default:
      return ",";
  }
}

/** A value in the simple style, as the text of a file. */
function simple(value: RawJson): string {
  return literal(plain(value));
}
