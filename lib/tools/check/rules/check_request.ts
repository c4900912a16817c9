import {
  inheritedBy,
  inheritedHeaders,
  levelsAround,
} from "../../../core/collection/inherit.ts";
import { renderRequest } from "../../../core/request/render_request.ts";
import { renderRightSide } from "../../../core/run/assert/render_right_side.ts";
import { Execution } from "../../../core/scope/execution.ts";
import { withBoundHosts } from "../../../core/run/explain/bound_hosts.ts";
import { hostInUrl } from "../../../core/run/hosts/host_in_url.ts";
import { tokenUrls } from "../../../core/run/hosts/token_urls.ts";
import { jsonFlaw } from "../../../core/render/render_json.ts";
import type { Collection, Request } from "../../../core/collection/types.ts";
import { renderText } from "../../../core/render/render_text.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import { splitUrl } from "../../../core/http/wire_url.ts";
import { formatHost } from "../../../core/policy/format_host.ts";
import { isAmongHosts } from "../../../core/policy/host_rule.ts";
import { hostGuard } from "../../../core/secrets/host_guard.ts";
import { SecretIndex } from "../../../core/secrets/secret_index.ts";
import { wrongLength } from "../../../core/http/wire_headers.ts";
import type { RenderedRequest } from "../../../core/http/rendered_request.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import type { CheckScopes } from "./check_scopes.ts";
import {
  didYouMean,
  nearest,
  withMeant,
} from "../../../core/source/nearest.ts";
import { rootName } from "../../../core/template/template_of.ts";
import { fixOf, MAX_CANDIDATES_COMPARED } from "../fixes/fix_of.ts";
import { isFilledByScripts } from "./filled_by_scripts.ts";
import { writtenQuery } from "../../../core/request/written_query.ts";
import { textsIn } from "../uses/texts_in.ts";
import { formatYamlPath } from "../../../core/source/origin.ts";
import { type Call, callOf } from "./calls.ts";
import { checkBodyUses } from "./check_body_uses.ts";
import { checkLateSets } from "./check_late_sets.ts";
import { checkRuntimeReads } from "./check_runtime_reads.ts";
import { checkScriptTexts } from "./check_script_texts.ts";
import { checkStream } from "./check_stream.ts";
import { judge } from "./judge.ts";
import { escapedByHand } from "./escaped_by_hand.ts";
import { missingEntries } from "./missing_entries.ts";
import { type NamedFile, namedFiles } from "./named_files.ts";
import { isForPlace, type RequestPlace } from "../places/reach.ts";
import type { SetOrder } from "../places/set_order.ts";
import type { ScriptIndex } from "../script/script_index.ts";
import type { RequestPart, ScriptedPart } from "../types.ts";
import { TEXT_PARTS, writesSomeHeader } from "../script/text_parts.ts";

const NO_CLOCK = { now: () => 0, random: () => 0 };

/** What was found out about a request. */
export interface CheckedRequest {
  readonly diagnostics: readonly Diagnostic[];
  /** Files that are read when it is sent. */
  readonly files: readonly NamedFile[];
  /** What it calls by a `.proto` file; absent: nothing. */
  readonly call?: Call;
  /** Whether scripts may send another body. */
  readonly writesBody: boolean;
  /** Where it goes by what files say, as `host` or `host:port`; undefined where only the run tells. */
  readonly host: string | undefined;
  /** Where its auth sends requests of its own; absent: nowhere. */
  readonly tokenHosts?: readonly string[];
  /** Its URL, where a script says where it goes. */
  readonly scriptUrl?: string;
}

/**
 * Renders a request as a run would, but for the values that only the run
 * brings, and gives what stands in its way.
 *
 * @param written The parts that scripts write before it is sent: what is wrong
 * with them may be gone by then.
 */
export function checkRequest(
  place: RequestPlace,
  scopes: CheckScopes,
  { written, scripts }: {
    readonly written: ReadonlySet<ScriptedPart>;
    readonly scripts: ScriptIndex;
  },
): CheckedRequest {
  const { request, folders, index } = place;
  const { collection } = scopes;
  const visible = scopes.of(place);
  const execution = new Execution(NO_CLOCK);
  const inherited = inheritedBy(collection, folders, request);
  const { value, diagnostics } = renderRequest(request, {
    scopes: visible,
    execution,
    inherited,
  });
  const judged = diagnostics.filter((it) =>
    !isFilledByScripts(it, written, inherited.auth)
  )
    .flatMap((it) => judge(it, place, scopes));
  const isOpen = value === undefined &&
    judged.every(({ code }) => code === "UNSET_SECRET");
  // The rest does not depend on what only the run knows.
  const kept = isOpen
    ? renderRequest(request, {
      scopes: scopes.of(place, "keep", () => UNKNOWN_SECRET),
      execution,
      inherited,
    })
    : undefined;
  const sent = value ?? kept?.value;
  if (value) pushAll(judged, lengthFlaws(request, value, written));
  // Where a value is not known the whole was not looked at.
  if (value === undefined || judged.length < diagnostics.length) {
    const flaws = bodyFlaws(place, scopes, execution);
    pushAll(judged, flaws.flatMap((it) => judge(it, place, scopes)));
  }
  const stream = checkStream(place, scopes, { execution, written });
  const found = [...judged, ...stream.diagnostics].map((it) => {
    const part = writtenPart(it, written, place, collection);
    return part === undefined ? it : perhaps(it, part);
  });
  pushAll(found, checkScriptTexts(place, scopes, { scripts, execution }));
  pushAll(found, checkRuntimeReads(place, scopes, scripts));
  pushAll(found, checkBodyUses(place, collection, scripts));
  pushAll(found, escapedByHand(request, collection));
  pushAll(found, checkLateSets(place, collection, scripts));
  const insertions = [
    ...sent?.insertions ?? kept?.inserted ?? [],
    ...stream.insertions,
  ];
  if (sent) {
    const { chain, options: { globals = [] } } = scopes;
    const around = { collection, folders, item: request, chain, globals };
    pushAll(
      found,
      leaks(request, { ...sent, insertions })
        .map((it) => withBoundHosts(it, around)),
    );
  }
  pushAll(found, missingEntries(place, scopes, { sent, insertions, scripts }));
  // By then the request's own scripts have run.
  const after = { ...place, index: index + 1 };
  const asserted = request.assertions.filter(({ disabled }) => !disabled);
  if (asserted.some(({ value }) => value?.text.includes("{{"))) {
    const seen = scopes.of(after);
    for (const assertion of asserted) {
      const right = renderRightSide(assertion, seen, execution);
      if (right.ok) continue;
      pushAll(found, judge(right.diagnostic, after, scopes));
    }
  }
  const names = () => [
    ...visible.names(),
    ...scopes.options.rowNames ?? [],
    ...namesSetFor(place, scopes.order),
  ];
  let texts: ReadonlyMap<string, string> | undefined;
  const textAt = ({ location }: Diagnostic) => {
    texts ??= textsAround(place, scopes);
    return texts.get(keyOf(location?.file, location?.keys));
  };
  pushAll(found, inCopies(request, found));
  const fixed = found.map((one) => {
    const it = withNearest(one, names, scopes.order);
    const fix = fixOf(it, () => textAt(it), names);
    return fix === undefined ? it : { ...it, fix };
  });
  const before = () => scopes.of(place, "keep", undefined, false);
  const declared = value !== undefined && scopes.order.settings.size === 0
    ? value.url
    : renderText(request.url, before(), execution).value;
  const host = declared === undefined ? undefined : hostInUrl(declared);
  const tokenHosts = tokenUrls(inherited.auth).flatMap((url) => {
    const { value } = renderText(url, before(), execution);
    return (value && hostInUrl(value)) ?? [];
  });
  const call = callOf(request, collection, { scopes: visible, execution });
  return {
    diagnostics: fixed,
    ...(call && { call }),
    files: namedFiles(request, inherited.auth, { scopes: visible, execution }),
    writesBody: written.has("body"),
    host,
    ...(tokenHosts.length > 0 && { tokenHosts }),
    ...(host === undefined && value && !written.has("url") &&
      { scriptUrl: value.url }),
  };
}

/** The same placeholders in query parameters that the URL has already: they are not sent, but files say them twice. */
function inCopies(
  { url, params }: Request,
  found: readonly Diagnostic[],
): Diagnostic[] {
  const isInUrl = writtenQuery(url.text);
  const copies = params.filter((one) =>
    one.type === "query" && !one.disabled && isInUrl(one)
  ).map(({ value }) => value);
  const whole = keyOf(url.at.file, url.at.path);
  return found.flatMap((one) => {
    const { code, location } = one;
    const { offset, length } = location ?? {};
    const isOfUrl = code === "UNDEFINED_VARIABLE" && offset !== undefined &&
      length !== undefined && keyOf(location?.file, location?.keys) === whole;
    const placeholder = isOfUrl ? url.text.slice(offset, offset + length) : "";
    if (placeholder === "") return [];
    return copies.flatMap(({ text, at }) => {
      const offset = text.indexOf(placeholder);
      const place = "query parameter" as const;
      return offset < 0
        ? []
        : [{ ...one, location: locationOf(at, { offset, length, place }) }];
    });
  });
}

/** The names that the run sets for a request, before it or later. */
function namesSetFor(place: RequestPlace, { settings }: SetOrder): string[] {
  return [...settings].filter(([, all]) =>
    all.some((one) => isForPlace(one, place))
  ).map(([name]) => name);
}

/** The texts that a diagnostic of a request can be about, by where they stand. */
function textsAround(
  { request, folders }: RequestPlace,
  { collection, chain }: CheckScopes,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (
    const level of [request, ...levelsAround(collection, folders), ...chain]
  ) {
    for (const { text, at } of textsIn(level)) {
      const key = keyOf(at.file, at.path);
      if (!texts.has(key)) texts.set(key, text);
    }
  }
  return texts;
}

function keyOf(
  file: string | undefined,
  path: readonly (string | number)[] = [],
): string {
  return `${file ?? ""}\n${formatYamlPath(path)}`;
}

/**
 * With the nearest of all names: those that rows have or scripts set have no
 * value here, so that rendering suggests none of them. Where a script sets the
 * very name, no other one is meant.
 */
function withNearest(
  diagnostic: Diagnostic,
  names: () => readonly string[],
  { settings }: SetOrder,
): Diagnostic {
  const { code, expression = "", suggestion, message } = diagnostic;
  if (code !== "UNDEFINED_VARIABLE") return diagnostic;
  const name = rootName(expression);
  const undefinedName = `no scope defines "${name}"${didYouMean(suggestion)}`;
  if (name === undefined || !message.endsWith(undefinedName)) {
    return diagnostic;
  }
  if (settings.has(name)) return withMeant(diagnostic, undefined);
  const all = names();
  return all.length > MAX_CANDIDATES_COMPARED
    ? diagnostic
    : withMeant(diagnostic, nearest(name, all));
}

/** What makes a JSON body none, whatever its placeholders stand for that have no value yet. */
function bodyFlaws(
  place: RequestPlace,
  scopes: CheckScopes,
  execution: Execution,
): Diagnostic[] {
  const { body } = place.request;
  if (!body?.interpolate) return [];
  const text = body.type === "json"
    ? body.data
    : body.type === "graphql"
    ? body.variables
    : undefined;
  const isBlank = text === undefined || text.text.trim() === "";
  const flaw = isBlank
    ? undefined
    : jsonFlaw(text, scopes.of(place, "keep"), execution);
  return flaw === undefined ? [] : [flaw];
}

const UNKNOWN_SECRET = "a-secret";

const GUARD = hostGuard(new SecretIndex(), isAmongHosts);

/** A secret for certain hosts that would go to another one. */
function leaks(
  { url: { text, at } }: Request,
  sent: Pick<RenderedRequest, "url" | "headers" | "insertions">,
): Diagnostic[] {
  const to = splitUrl(sent.url);
  const leak = to && GUARD.check({
    url: sent.url,
    headers: sent.headers,
    ...(sent.insertions && { insertions: sent.insertions }),
  }, to);
  if (!to || !leak) return [];
  const hosts = leak.hosts.map((host) => `"${host}"`).join(", ") || "no host";
  return [{
    code: "PERMISSION",
    severity: "error",
    message: `Cannot send the secret "${leak.name}" to "${
      formatHost(to.hostname, to.port)
    }": it may only go to ${hosts} (add the host to the variable's hosts)`,
    location: locationOf(at, { length: text.length, place: "url" }),
  }];
}

/** A length that is written, and is not the body's: the server would wait, or take the rest for another request. */
function lengthFlaws(
  { headers: own, url }: Request,
  { headers, body }: RenderedRequest,
  written: ReadonlySet<ScriptedPart>,
): Diagnostic[] {
  if (body !== undefined && body.type !== "text") return [];
  const length = new TextEncoder().encode(body?.text ?? "").length;
  const wrong = wrongLength(headers, length);
  if (wrong === undefined) return [];
  const { value } =
    own.findLast(({ name, disabled }) =>
      !disabled && name.text.toLowerCase() === "content-length"
    ) ?? { value: url };
  return [{
    code: "INVALID_HEADER",
    severity: written.has("body") ? "warning" : "error",
    message:
      `Cannot send the header Content-Length: it says "${wrong}", and the body's length is ${length} (leave the header out, Brace writes it)`,
    location: locationOf(value.at, {
      length: value.text.length,
      place: "header",
    }),
  }];
}

/** The part that a diagnostic is about, if a script writes it before it is sent. */
function writtenPart(
  { location }: Diagnostic,
  written: ReadonlySet<ScriptedPart>,
  { request, folders }: RequestPlace,
  collection: Collection,
): RequestPart | undefined {
  const part = location?.place && TEXT_PARTS[location.place];
  if (part === undefined || written.has(part)) return part;
  if (part !== "headers" || written.size === 0) return undefined;
  const at = keyOf(location?.file, location?.keys?.slice(0, -1));
  const header = [
    ...request.headers,
    ...inheritedHeaders(collection, folders, request),
  ].find(({ value }) =>
    keyOf(value.at.file, value.at.path.slice(0, -1)) === at
  );
  const name = header?.name.text.toLowerCase();
  const isIt = name === undefined || name.includes("{{")
    ? writesSomeHeader(written)
    : written.has(`header ${name}`);
  return isIt ? part : undefined;
}

/** What the run may find otherwise. */
function perhaps(diagnostic: Diagnostic, part: RequestPart): Diagnostic {
  const { severity, notes = [] } = diagnostic;
  if (severity === "warning") return diagnostic;
  const what = part === "url" ? "URL" : part;
  return {
    ...diagnostic,
    severity: "warning",
    notes: [
      ...notes,
      `a before-request script writes the ${what}: only the run shows whether this is still wrong`,
    ],
  };
}
