import { counted } from "../../core/source/counted.ts";
import type {
  Answered,
  Asked,
  FilePlace,
} from "../../embedded/page/workbench/api.ts";
import { filesBefore } from "../../core/collection/inherit.ts";
import type { Collection } from "../../core/collection/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { VERSION } from "../../core/source/version.ts";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import {
  omittedHeaders,
  omitting,
  withJarCookies,
} from "../../core/http/wire_headers.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import { InsertionPlaces } from "../../host/locate/insertion_places.ts";
import { Locator } from "../../host/locate/locator.ts";
import type { RunConnections } from "../../host/run/open_engine.ts";
import { writtenRequest } from "../../host/run/written_request.ts";
import { formsOf } from "../../tools/convert/as/types.ts";
import { placesOf } from "../../tools/check/places/reach.ts";
import { writeAs } from "../../tools/convert/as/write_as.ts";
import { collectSent } from "../../tools/report/collect/collect_sent.ts";
import { Refused } from "../answers.ts";
import { pageCollection } from "../drafts.ts";
import { placeOf, shownProblems } from "../problems.ts";
import { withTypedEntries } from "../sending/typed_entries.ts";
import type { Workbench } from "../workbench.ts";

/** Bytes of a body that are shown before it is sent. */
const BODY_LIMIT = 1024 * 1024;

/** A request rendered for the page. */
async function rendered(
  bench: Workbench,
  { id, draft }: Asked<"resolve">,
  { connects }: Pick<
    Parameters<Workbench["opened"]["renderFor"]>[1],
    "connects"
  > = {},
) {
  const { kind, path } = bench.ids.ref(id);
  await bench.catchUp(path);
  if (kind !== "request" || !bench.items.places.has(path)) {
    throw new Refused(
      `Cannot resolve "${path}": it is not a request that Brace can send`,
    );
  }
  const collection = await pageCollection(
    bench,
    [path],
    { edited: draft && { id, draft } },
  );
  const masker = createMasker(bench.hidden.masker.secrets);
  bench.kept.teach(masker);
  const { environments, earlier, cookies, secrets } = await bench.kept.begin(
    bench,
  );
  const options = bench.runOptions(environments);
  const [item] = await bench.opened.renderFor(options, {
    ...collection,
    loaded: withTypedEntries(collection.loaded, { secrets }),
    ...(earlier && { earlier }),
    terminal: {
      ask: (_, { secret = "" }) => secrets.get(secret),
    },
    masker,
    ...(connects && { connects }),
  });
  const { request } = item;
  const omit = request?.settings.omitHeaders;
  const isOmitted = omitting(omit);
  const headers = request &&
    withJarCookies(request.headers, cookies.header(request.url), { omit })
      .filter(([name]) => !isOmitted(name));
  return {
    item: { ...item, ...(headers && { request: { ...request, headers } }) },
    omitted: omittedHeaders(omit),
    masker,
    ...collection,
  };
}

/** Where the scripts stand that a send of a request runs first, by files. */
function scriptsBefore(
  bench: Workbench,
  collection: Collection | undefined,
  path: string,
): FilePlace[] {
  const place = placesOf(collection?.items ?? [])
    .find(({ request }) => request.path === path);
  if (collection === undefined || place === undefined) return [];
  const { folders, request } = place;
  return filesBefore(collection, folders, request)
    .map((file) => placeOf(bench, { file }));
}

/** What would be sent, with each inserted value marked. */
export async function resolved(
  bench: Workbench,
  asked: Asked<"resolve">,
): Promise<Answered<"resolve">> {
  const { item, omitted, masker, texts, loaded } = await rendered(bench, asked);
  const { path, request, messages, diagnostics } = item;
  const scripts = scriptsBefore(bench, loaded.collection, path);
  const places = new InsertionPlaces(new Locator(texts));
  await places.find(request?.insertions ?? []);
  return {
    ...(request && {
      request: collectSent(withBodyType(request), undefined, {
        masker,
        limit: BODY_LIMIT,
        locate: (insertion) => places.locate(insertion),
      }),
    }),
    ...(omitted.length > 0 &&
      { omitted: omitted.map((name) => masker.mask(name)) }),
    ...(messages && {
      messages: messages.map(({ title, data }) => ({
        title,
        text: typeof data === "string"
          ? masker.maskText(data)
          : counted(data.length, "byte"),
      })),
    }),
    ...(scripts.length > 0 && { scripts }),
    problems: await shownProblems(bench, diagnostics.map(withoutBlame)),
  };
}

/** A variable that a script sets which runs before the request itself is no error: only here it has no value. */
function withoutBlame(diagnostic: Diagnostic): Diagnostic {
  const { code, waysOut = [] } = diagnostic;
  const isOwn = code === "UNDEFINED_VARIABLE" &&
    waysOut.some(({ kind, names }) =>
      kind === "give-variable" && names[1] === "own"
    );
  return isOwn ? { ...diagnostic, severity: "hint" } : diagnostic;
}

/** With the type of its body, which goes out unless the headers have one. */
function withBodyType(request: RenderedRequest): RenderedRequest {
  const { headers, body, settings } = request;
  const type = body?.type === "multipart"
    ? "multipart/form-data"
    : body?.contentType;
  const isType = (name: string) => name.toLowerCase() === "content-type";
  return type === undefined || headers.some(([name]) => isType(name)) ||
      settings.omitHeaders?.some(isType)
    ? request
    : { ...request, headers: [...headers, ["Content-Type", type]] };
}

/** The request for use elsewhere. */
export async function copied(
  bench: Workbench,
  { as, reveal = false, ...asked }: Asked<"copy">,
): Promise<Answered<"copy">> {
  let connections: RunConnections = { certificates: [] };
  const wrong: Diagnostic[] = [];
  const { item: { request, diagnostics }, masker } = await rendered(
    bench,
    asked,
    {
      connects: (how) => {
        connections = how;
        wrong.push(...how.diagnostics);
      },
    },
  );
  const isWrong = wrong.some(({ severity }) => severity === "error");
  if (request === undefined || isWrong) {
    const problems = await shownProblems(bench, [...diagnostics, ...wrong]);
    throw new Refused(problems[0]?.message ?? "Cannot resolve it", problems);
  }
  if (!formsOf(request.stream).includes(as)) {
    throw new Refused(`Cannot copy it as ${as}: it is a stream`);
  }
  const written = await writtenRequest(request, {
    masker,
    reveal,
    root: bench.session.root,
    connections,
  });
  const text = writeAs(as, [written], {
    version: VERSION,
    startedAt: new Date().toISOString(),
  });
  return { text };
}
