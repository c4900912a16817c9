import { type AccountCounts, addCounts } from "../counts.ts";
import {
  cannotImport,
  elements,
  jsonTextOf,
  members,
  parseJsonFile,
  type RawJson,
} from "../json.ts";
import { fileNotes, namedIn } from "../named_files.ts";
import type {
  ImportedItem,
  ImportedRequest,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";
import { listedNames } from "../export/notes/listed_names.ts";
import { requestCount } from "../words.ts";
import { withoutReceivedCookies } from "./har_cookies.ts";
import { hasResponse, MAX_EXAMPLE } from "./har_example.ts";
import { ASSET_TAG, harRequest } from "./har_request.ts";
import { harWebSocket } from "./har_websocket.ts";

/**
 * Imports an HTTP archive (HAR 1.2), as browsers save what they sent: a request
 * an entry, in folders by host where there are several.
 */
export function importHar(
  { name, files, main, hasFile }: ImportSource,
): ImportResult {
  const file = main ?? name;
  const { value, diagnostic } = parseJsonFile(file, files.get(file) ?? "");
  if (diagnostic) return { diagnostics: [diagnostic] };
  const log = members(members(value).log);
  if (!Array.isArray(log.entries)) {
    return { diagnostics: [cannotImport(file, 'it has no "log.entries"')] };
  }
  const recorded = log.entries.map(members);
  const notes: ImportNote[] = [];
  const groups = Map.groupBy(recorded.keys(), (at) => originOf(recorded[at]));
  const origins = new Set(groups.keys().filter((origin) => origin !== ""));
  const [single] = origins;
  const shared = origins.size === 1 ? single : undefined;
  const { entries, names, requests } = withoutReceivedCookies(
    recorded,
    // Each origin is a folder.
    [...groups.values()].flat(),
  );
  if (requests > 0) {
    const [cookies, them] = names.length === 1
      ? ["cookie", "it"]
      : ["cookies", "them"];
    notes.push({
      kind: "changed",
      message: `Left out the ${cookies} ${listedNames(names)} from ${
        requestCount(requests)
      }: earlier responses set ${them}, and a run sends what it receives`,
      source: { file },
    });
  }
  const byOrigin = new Map<string, ImportedItem[]>();
  let bodies = 0;
  let assets = 0;
  for (const [index, entry] of entries.entries()) {
    const request = members(entry.request);
    const path = `log.entries[${index}]`;
    if (originOf(entry) === "") {
      notes.push({
        kind: "changed",
        message:
          "Left out an entry that is neither an HTTP request nor a WebSocket",
        source: { file, path },
        lost: { requests: 1, examples: hasResponse(entry) ? 1 : 0 },
      });
      continue;
    }
    const origin = originOf(entry);
    const list = byOrigin.get(origin) ?? [];
    byOrigin.set(origin, list);
    const read = /^ws/i.test(jsonTextOf(request.url)!)
      ? harWebSocket(entry)
      : harRequest(entry, shared);
    if (read.leavesBody) bodies++;
    if (read.request.info.tags?.includes(ASSET_TAG)) assets++;
    const item: ImportedRequest = { kind: "request", request: read.request };
    list.push(item);
    const named = namedIn(read.request.http?.body);
    for (const note of fileNotes(named, hasFile)) {
      notes.push({ ...note, source: { file, path }, item });
    }
    for (const { at, ...note } of read.notes) {
      const source = { file, path: at === undefined ? path : `${path}.${at}` };
      notes.push({ ...note, source, item });
    }
  }
  if (bodies > 0) {
    notes.push({
      kind: "changed",
      message: `Left out the ${
        bodies === 1
          ? "body of 1 saved example"
          : `bodies of ${bodies} saved examples`
      }: ${
        bodies === 1 ? "it is" : "they are"
      } binary, or longer than ${MAX_EXAMPLE} characters`,
      source: { file },
    });
  }
  if (assets > 0) {
    notes.push({
      kind: "person",
      message: `${
        assets === 1
          ? "1 request loads a part of a page, such as a picture or a script: leave it"
          : `${assets} requests load parts of a page, such as pictures and scripts: leave them`
      } out of a run with --exclude-tags ${ASSET_TAG}`,
      source: { file },
    });
  }
  const items = shared !== undefined
    ? byOrigin.get(shared) ?? []
    : [...byOrigin].map(([origin, list]): ImportedItem => ({
      kind: "folder",
      name: origin.replace(/^https?:\/\/(?:[^@]*@)?/i, ""),
      items: list,
    }));
  if (items.length === 0) {
    return { diagnostics: [cannotImport(file, "it contains no request")] };
  }
  const title = jsonTextOf(members(elements(log.pages)[0]).title);
  return {
    value: {
      name: title && !/^https?:/.test(title)
        ? title
        : file.replace(/\.\w+$/, ""),
      defaults: {
        ...(shared !== undefined &&
          { variables: [{ name: "baseUrl", value: shared }] }),
      },
      items,
      environments: [],
      secrets: [],
      notes,
      counts: countHar(value),
      added: { variables: shared === undefined ? 0 : 1 },
    },
    diagnostics: [],
  };
}

/** The origin of an entry, that of the handshake for a WebSocket; "" for what is neither. */
function originOf(entry: Record<string, RawJson>): string {
  const url = jsonTextOf(members(entry.request).url) ?? "";
  const [, scheme, host] = /^(https?|wss?)(:\/\/[^/?#]*)/i.exec(url) ?? [];
  return scheme === undefined ? "" : scheme.replace(/^ws/i, "http") + host;
}

/** Counts what an archive holds: a request an entry, an example a response that came. */
function countHar(document: RawJson): AccountCounts {
  const entries = elements(members(members(document).log).entries);
  return addCounts({
    requests: entries.length,
    examples: entries.filter((entry) => hasResponse(members(entry))).length,
  });
}
