import { cannotImport } from "./json.ts";
import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "./json.ts";
import type {
  FileBody,
  FileExample,
  FileRequest,
  FileRow,
} from "./open_collection.ts";
import { parseJsonFile } from "./json.ts";
import { asLiteral, textBody } from "./text_body.ts";
import type {
  ImportedItem,
  ImportedRequest,
  ImportNote,
  ImportResult,
  ImportSource,
} from "./types.ts";
import { type AccountCounts, addCounts } from "./counts.ts";

/** Headers that the client makes anew: of the connection, not of the request. */
const OF_THE_CONNECTION =
  /^(?::.*|host|content-length|connection|keep-alive|proxy-connection|transfer-encoding|te|upgrade|accept-encoding)$/i;

/**
 * Imports an HTTP archive (HAR 1.2), as browsers save what they sent: a request
 * an entry, in folders by host where there are several.
 */
export function importHar({ name, files, main }: ImportSource): ImportResult {
  const file = main ?? name;
  const { value, diagnostic } = parseJsonFile(file, files.get(file) ?? "");
  if (diagnostic) return { diagnostics: [diagnostic] };
  const log = members(members(value).log);
  if (!Array.isArray(log.entries)) {
    return { diagnostics: [cannotImport(file, 'it has no "log.entries"')] };
  }
  const entries = log.entries.map(members);
  const notes: ImportNote[] = [];
  const origins = new Set(
    entries.map(originOf).filter((origin) => origin !== ""),
  );
  const [single] = origins;
  const shared = origins.size === 1 ? single : undefined;
  const byOrigin = new Map<string, ImportedItem[]>();
  for (const [index, entry] of entries.entries()) {
    const request = members(entry.request);
    if (!/^https?:/i.test(jsonTextOf(request.url) ?? "")) {
      notes.push({
        kind: "changed",
        message: `Left out an entry that is not an HTTP request`,
        source: { file, path: `log.entries[${index}]` },
        lost: { requests: 1, examples: hasResponse(entry) ? 1 : 0 },
      });
      continue;
    }
    const origin = originOf(entry);
    const list = byOrigin.get(origin) ?? [];
    byOrigin.set(origin, list);
    const item: ImportedRequest = {
      kind: "request",
      request: requestOf(entry, shared),
    };
    list.push(item);
    if (members(request.postData).encoding === "base64") {
      notes.push({
        kind: "person",
        message: "The body is binary: put it into a file and name it",
        source: { file, path: `log.entries[${index}].request.postData` },
        item,
      });
    }
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

function originOf(entry: Record<string, RawJson>): string {
  const url = jsonTextOf(members(entry.request).url) ?? "";
  return /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
}

function requestOf(
  entry: Record<string, RawJson>,
  shared: string | undefined,
): FileRequest {
  const request = members(entry.request);
  const method = jsonTextOf(request.method)?.toUpperCase() || "GET";
  const written = (jsonTextOf(request.url) ?? "").replace(/#.*$/s, "");
  const url = shared === undefined
    ? asLiteral(written)
    : `{{baseUrl}}${asLiteral(written.slice(shared.length))}`;
  const headers = rows(request.headers).filter(({ name }) =>
    !OF_THE_CONNECTION.test(name)
  );
  const body = bodyOf(members(request.postData), headers);
  const example = exampleOf(members(entry.response));
  return {
    info: { name: nameOf(method, written), type: "http" },
    http: {
      method,
      url,
      ...(headers.length > 0 && {
        headers: body?.type === "multipart-form"
          ? headers.filter(({ name }) => !/^content-type$/i.test(name))
          : headers,
      }),
      ...(body && { body }),
    },
    ...(example && { examples: [example] }),
  };
}

function bodyOf(
  data: Record<string, RawJson>,
  headers: readonly FileRow[],
): FileBody | undefined {
  const type = jsonTextOf(data.mimeType) ?? "";
  const text = jsonTextOf(data.text);
  if (/^multipart\/form-data/i.test(type) && elements(data.params).length > 0) {
    return {
      type: "multipart-form",
      data: elements(data.params).map(members).map((param) => {
        const file = jsonTextOf(param.fileName);
        const contentType = jsonTextOf(param.contentType);
        return {
          name: jsonTextOf(param.name) ?? "",
          type: file ? "file" as const : "text" as const,
          value: file ? [file] : asLiteral(jsonTextOf(param.value) ?? ""),
          ...(contentType && { contentType }),
        };
      }),
    };
  }
  if (data.encoding === "base64" || text === undefined || text === "") {
    const params = rows(data.params);
    return params.length > 0
      ? { type: "form-urlencoded", data: params }
      : undefined;
  }
  const header = headers.find(({ name }) => /^content-type$/i.test(name));
  return textBody(asLiteral(text), header?.value ?? type).body;
}

function exampleOf(response: Record<string, RawJson>): FileExample | undefined {
  const status = response.status;
  if (typeof status !== "number" || status === 0) return undefined;
  const content = members(response.content);
  const text = jsonTextOf(content.text);
  const isText = content.encoding !== "base64" && text !== undefined;
  return {
    name: `${status}`,
    response: {
      status,
      ...(jsonTextOf(response.statusText) && {
        statusText: jsonTextOf(response.statusText),
      }),
      ...(isText && text.length <= MAX_EXAMPLE && {
        body: {
          type: /json/i.test(jsonTextOf(content.mimeType) ?? "")
            ? "json"
            : "text",
          data: text,
        },
      }),
    },
  };
}

/** Longer responses would make the files unreadable. */
const MAX_EXAMPLE = 20_000;

function rows(value: RawJson): FileRow[] {
  return elements(value).filter(isMapping).map((row) => ({
    name: jsonTextOf(row.name) ?? "",
    value: asLiteral(jsonTextOf(row.value) ?? ""),
  })).filter(({ name }) => name !== "");
}

function nameOf(method: string, url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "").split("?", 1)[0];
  return `${method} ${path === "" ? "/" : path}`.slice(0, 80);
}

/** Counts what an archive holds: a request an entry, an example a response that came. */
function countHar(document: RawJson): AccountCounts {
  const entries = elements(members(members(document).log).entries);
  return addCounts({
    requests: entries.length,
    examples: entries.filter(hasResponse).length,
  });
}

/** True for an entry whose request was answered. */
function hasResponse(entry: RawJson): boolean {
  const { status } = members(members(entry).response);
  return typeof status === "number" && status !== 0;
}
