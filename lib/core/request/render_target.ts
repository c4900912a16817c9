import type { Param, Request } from "../collection/types.ts";
import { expressionsIn } from "../template/expressions_in.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import { requireLength } from "../source/most_length.ts";
import { encodeComponent } from "../render/encode.ts";
import { renderChecked } from "../render/render_checked.ts";
import { renderQueryText, renderUrl } from "../render/render_text.ts";
import type { PathValue, UrlOptions } from "../render/url_writer.ts";
import {
  encodedInsertions,
  movedInsertions,
  slicedInsertions,
} from "../render/rendered.ts";
import type { Inserted } from "../scope/provenance.ts";
import type { RenderContext } from "./render_context.ts";
import { toWireUrl, type UrlKind, type WireForm } from "../http/to_wire_url.ts";
import {
  comparableName,
  comparableValue,
  ownIndex,
  queryNames,
  splitQuery,
  writtenValues,
} from "./written_query.ts";
import { withMethod } from "./render_stream.ts";
import { pathParameterPattern } from "../render/segment_names.ts";
import { plainPlus } from "./plain_plus.ts";
import { unsetSegments, unusedParameters } from "./unset_segments.ts";
import { pushAll } from "../source/push_all.ts";
import { isOnePlaceholder } from "../template/one_placeholder.ts";

/** What is sent to the URL of a request. */
const URL_KINDS: Readonly<Record<Request["type"], UrlKind>> = {
  http: "http",
  graphql: "graphql",
  websocket: "websocket",
  grpc: "grpc",
};

/** A text, and the values in it. */
interface Written {
  readonly text: string;
  readonly insertions: readonly Inserted[];
}

/** Values that no encoding makes a segment. */
const NO_SEGMENT = /^\.{0,2}$/;
/** A path parameter can have any character, since it is encoded. */
const NOTHING = /(?!)/;

/** Renders a request's URL with its parameters into the wire form. */
export function renderTarget(
  request: Request,
  context: RenderContext,
): WireForm | undefined {
  const { scopes, execution } = context;
  const { encodeUrl } = request.settings;
  const parameters = request.params.filter(({ disabled }) => !disabled);
  const before = context.diagnostics.length;
  const asked = new Set<string>();
  const rendered = renderUrl(
    request.url,
    {
      encodeUrl,
      ...pathParameters(parameters, context, asked),
      ...oneValue(request.url.text, parameters),
    },
    scopes,
    execution,
  );
  const unset = unsetSegments(request);
  pushAll(context.diagnostics, unset);
  // A segment without its parameter says what the other name may mean.
  if (unset.length === 0 && rendered.value !== undefined) {
    pushAll(context.diagnostics, unusedParameters(parameters, asked));
  }
  const text = context.take(rendered, "");
  const written = { text, insertions: rendered.insertions ?? [] };
  const whole = withoutBlanks(request.url.text, written);
  const url = withQuery(request, whole, parameters, context);
  pushAll(context.diagnostics, plainPlus(request, url.text));
  // A URL that could not be rendered would only be reported a second time.
  if (context.diagnostics.slice(before).some((d) => d.severity === "error")) {
    return undefined;
  }
  const kind = URL_KINDS[request.type];
  const wire = toWireUrl(url.text, url.insertions, kind);
  if (typeof wire !== "string") {
    const { insertions = [] } = wire;
    // What a path parameter brings into a variable's text comes before that.
    const sorted = insertions.toSorted((a, b) =>
      a.start - b.start || b.end - a.end
    );
    context.insert({ place: "url" }, sorted);
    return withMethod(request, wire, context);
  }
  const became = becameOf(request.url.text, url);
  context.diagnostics.push({
    code: "INVALID_URL",
    severity: "error",
    message: `Cannot send to the URL "${request.url.text}": ${
      keptInHost(request.url.text, url.text) ?? wire
    }`,
    ...became !== undefined && { notes: [became] },
    location: locationOf(request.url.at, {
      length: request.url.text.length,
      place: "url",
    }),
  });
  return undefined;
}

/** Longer ones are no host. */
const MAX_SHOWN = 200;

/** What a URL became with its values, as far as its host and port; undefined where that says no more, or only a part of a value would be shown. */
function becameOf(
  written: string,
  { text, insertions }: Written,
): string | undefined {
  const [lead = "", scheme = ""] =
    /^\s*([a-z][a-z0-9+.-]*:\/{1,2})?[^/?#]*/i.exec(text) ?? [];
  const { length } = lead;
  const isCut = insertions.some(({ start, end, source }) =>
    start < length && end > length && (start > 0 || source.secret)
  );
  if (written.startsWith(lead) || isCut || length > MAX_SHOWN) return undefined;
  const host = lead.trim().slice(scheme.length);
  const at = host.lastIndexOf("@");
  const shown = at < 0 ? host : `***${host.slice(at)}`;
  const more = length < text.length ? "…" : "";
  return `with its values it is "${scheme}${shown}${more}"`;
}

/** Says which placeholder stayed as written where a host is wanted. */
function keptInHost(written: string, rendered: string): string | undefined {
  const [, kept] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#{]*(\{\{[^{}]*\}\})/i.exec(rendered) ??
      [];
  // What came with a value is not shown.
  return kept !== undefined && written.includes(kept)
    ? `its host holds "${kept}", which is not resolved (a host cannot stay as written)`
    : undefined;
}

function pathParameters(
  parameters: readonly Param[],
  context: RenderContext,
  asked: Set<string>,
): Pick<UrlOptions, "pathParameter" | "pathPattern"> {
  const values = new Map<string, Param>();
  for (const parameter of parameters) {
    if (parameter.type === "path") values.set(parameter.name.text, parameter);
  }
  if (values.size === 0) return {};
  const pathParameter = (name: string): PathValue | undefined => {
    const parameter = values.get(name);
    if (parameter === undefined) return undefined;
    asked.add(name);
    const rule = {
      place: "path parameter",
      code: "INVALID_URL",
      forbidden: NOTHING,
      target: `the path parameter "${name}"`,
    } as const;
    const { scopes, execution } = context;
    const rendered = renderChecked(parameter.value, rule, scopes, execution);
    const text = context.take(rendered, "");
    if (rendered.value !== undefined && NO_SEGMENT.test(text)) {
      context.diagnostics.push(noSegment(parameter, text));
    }
    const { insertions = [] } = rendered;
    return {
      text: encodeComponent(text),
      insertions: encodedInsertions(insertions, text, encodeComponent),
    };
  };
  return { pathParameter, pathPattern: pathParameterPattern(values.keys()) };
}

/** What is all of a parameter's value in the URL's query, or a part of a row's: in files of Bruno's, the URL has all rows as well. */
function oneValue(
  url: string,
  parameters: readonly Param[],
): Pick<UrlOptions, "oneValue"> {
  const at = url.indexOf("?");
  if (at < 0 || !url.includes("{{", at)) return {};
  const inUrl = writtenValues(url);
  const rows = parameters.filter(({ type, name, value }) =>
    type === "query" && inUrl.get(name.text)?.has(value.text.trim())
  );
  const values = [
    ...rows.map(({ value }) => value.text),
    ...[...inUrl.values()].flatMap((all) => [...all].filter(isOnePlaceholder)),
  ];
  return { oneValue: new Set(values.flatMap((it) => expressionsIn(it))) };
}

/** Nothing leads to the path above, and servers resolve `/users/..` to `/`, also where the dots are encoded. */
function noSegment({ name, value }: Param, text: string): Diagnostic {
  const expressions = expressionsIn(value.text);
  return {
    code: "INVALID_URL",
    severity: "error",
    message: `Cannot write the path parameter "${name.text}": its value is ${
      text === ""
        ? `empty (give it a value, or take ":${name.text}" out of the URL)`
        : `"${text}", which servers take as a step in the path (write the path that you mean into the URL)`
    }`,
    location: locationOf(value.at, {
      length: value.text.length,
      place: "path parameter",
    }),
    // With the only placeholder: who sets it is to be asked.
    ...(expressions.length === 1 && { expression: expressions[0] }),
  };
}

/**
 * A URL without the blanks that are written around it. Those at the end of a
 * value belong to the value.
 */
function withoutBlanks(written: string, rendered: Written): Written {
  if (isTrimmed(written) && isTrimmed(rendered.text)) return rendered;
  const own = written.length - written.trimEnd().length;
  const { length } = rendered.text;
  const start = length - rendered.text.trimStart().length;
  const isWhole = isOnePlaceholder(written.trim());
  const end = isWhole ? rendered.text.trimEnd().length : length - own;
  const text = rendered.text.slice(start, Math.max(start, end));
  const insertions = slicedInsertions(rendered.insertions, start, end);
  return isWhole ? { text, insertions } : withEncodedEnd({ text, insertions });
}

function isTrimmed(text: string): boolean {
  return text.trim().length === text.length;
}

/** Blanks at the end of a URL are dropped, unless they are encoded. */
function withEncodedEnd({ text, insertions }: Written): Written {
  const { length } = text.trimEnd();
  if (length === text.length) return { text, insertions };
  const blanks = encodeComponent(text.slice(length));
  return {
    text: text.slice(0, length) + blanks,
    insertions: insertions.map((one) => ({
      ...one,
      start: one.start + grown(text.slice(length, one.start)),
      end: one.end + grown(text.slice(length, one.end)),
    })),
  };
}

function grown(text: string): number {
  return encodeComponent(text).length - text.length;
}

/** Adds the query parameters whose names the URL's query does not have. */
function withQuery(
  request: Request,
  url: Written,
  parameters: readonly Param[],
  context: RenderContext,
): Written {
  if (parameters.length === 0) return url;
  const [base, query, fragment] = splitQuery(url.text);
  const before = query ? `${base}?${query}` : base;
  let text = before;
  const insertions = [...slicedInsertions(url.insertions, 0, before.length)];
  const inTemplate = writtenValues(request.url.text);
  const inUrl = queryNames(query ?? "");
  for (const { name, value, type } of parameters) {
    if (type !== "query") continue;
    const written = inTemplate.get(name.text);
    if (written !== undefined) {
      pushAll(context.diagnostics, unlikeWritten({ name, value }, written));
      continue;
    }
    const [key, data] = queryPair(request, { name, value }, context);
    const { length } = key.text;
    if (inUrl.has(comparableName(key.text))) continue;
    if (length === 0 && data.text === "") continue;
    pushAll(context.diagnostics, splitValue(name, value));
    const pair = withEncodedEnd({
      text: `${key.text}=${data.text}`,
      insertions: [
        ...key.insertions,
        ...movedInsertions(data.insertions, length + 1),
      ],
    });
    text += text === base ? "?" : "&";
    pushAll(insertions, movedInsertions(pair.insertions, text.length));
    text += pair.text;
    requireLength(text.length);
  }
  return text === before ? url : { text: text + fragment, insertions };
}

/** A list of parameters has no fragment: a "#" in it is meant. */
function withoutFragment(text: string): string {
  return text.replaceAll("#", "%23");
}

/** Says that the URL has other values than a row: whoever changes only the row expects that it goes out. */
function unlikeWritten(
  { name, value }: Pick<Param, "name" | "value">,
  written: ReadonlySet<string>,
): Diagnostic[] {
  const own = value.text.trim();
  const isSame = written.has(comparableValue(own, { plus: "+" })) ||
    written.has(comparableValue(own));
  return isSame ? [] : [{
    code: "INVALID_URL",
    severity: "warning",
    message:
      `The value of "${name.text}" has no effect: the URL has this parameter with another value (change it there, or take it out of the URL)`,
    location: locationOf(value.at, {
      length: value.text.length,
      place: "query parameter",
    }),
  }];
}

/** Says that a value has an `&` that begins another parameter: the author of a row rarely means that. */
function splitValue(name: Param["name"], value: Param["value"]): Diagnostic[] {
  const offset = ownIndex(value.text, "&");
  return offset === undefined ? [] : [{
    code: "INVALID_URL",
    severity: "warning",
    message:
      `The "&" in the value of "${name.text}" begins another query parameter (write %26 to send it in the value)`,
    location: locationOf(value.at, {
      offset,
      length: 1,
      place: "query parameter",
    }),
  }];
}

function queryPair(
  request: Request,
  { name, value }: Pick<Param, "name" | "value">,
  { scopes, execution, ...context }: RenderContext,
): Written[] {
  const { encodeUrl } = request.settings;
  return [name, value].map((source) => {
    const part = renderQueryText(source, { encodeUrl }, scopes, execution);
    pushAll(context.diagnostics, part.diagnostics);
    const { value: text = "", insertions = [] } = part;
    return {
      text: withoutFragment(text),
      insertions: encodedInsertions(insertions, text, withoutFragment),
    };
  });
}
