import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import {
  hasText,
  noFileChosen,
  partOfText,
  partsInText,
} from "../multipart_text.ts";
import type {
  FileBody,
  FilePart,
  FileRequest,
  FileRow,
} from "../open_collection.ts";
import { asLiteral, FORM_TYPE, textBody } from "../text_body.ts";
import type { ImportNote } from "../types.ts";
import { harExample, textOfBase64 } from "./har_example.ts";

/** Something to say of an entry, and where in it. */
export type HarNote = Pick<ImportNote, "kind" | "message" | "lost"> & {
  readonly at?: string;
};

/** An entry as a request. */
export interface HarRequest {
  readonly request: FileRequest;
  readonly notes: readonly HarNote[];
  /** What came is not in the example. */
  readonly leavesBody: boolean;
}

/** Headers that the client makes anew: of the connection, not of the request. */
const OF_THE_CONNECTION =
  /^(?::.*|host|content-length|connection|keep-alive|proxy-connection|transfer-encoding|te|upgrade|accept-encoding)$/i;

/**
 * Reads an entry of HTTP.
 *
 * @param shared The origin of all entries, which `baseUrl` stands for.
 */
export function harRequest(
  entry: Record<string, RawJson>,
  shared: string | undefined,
): HarRequest {
  const request = members(entry.request);
  const method = jsonTextOf(request.method)?.toUpperCase() || "GET";
  const written = harUrl(request);
  const url = shared === undefined
    ? asLiteral(written)
    : `{{baseUrl}}${asLiteral(written.slice(shared.length))}`;
  const headers = harHeaders(request);
  const notes: HarNote[] = [];
  if (!written.includes("?") && elements(request.queryString).length > 0) {
    notes.push({
      kind: "person",
      message:
        'The URL lacks the query that "queryString" lists: write it into the URL',
      at: "request.queryString",
    });
  }
  const lost = lostBody(request, method);
  if (lost !== undefined) {
    notes.push({
      kind: "person",
      message: `The archive ${
        lost.isSure ? "lacks" : "may lack"
      } the body (${lost.why}): ${
        lost.isForm
          ? "write its parts under http.body as multipart-form"
          : "put it into a file and name it under http.body as file"
      }`,
      at: isMapping(request.postData) ? "request.postData" : "request",
    });
  }
  const { body, contentType } = bodyOf(members(request.postData), {
    headers,
    notes,
  });
  const hasType = headers.some(isContentType);
  const kept = body?.type === "multipart-form"
    ? headers.filter((header) => !isContentType(header))
    : lost
    ? headers.map(withoutBoundary)
    : contentType !== undefined && !hasType
    ? [...headers, { name: "Content-Type", value: contentType }]
    : headers;
  const { example, leavesBody } = harExample(entry);
  const docs = commentOf(entry) ?? commentOf(request);
  const { status } = members(entry.response);
  // Where it led to is the next entry.
  const isRedirect = [301, 302, 303, 307, 308].includes(Number(status));
  return {
    request: {
      info: {
        name: harName(method, written),
        type: "http",
        ...(isAsset(entry) && { tags: [ASSET_TAG] }),
      },
      http: {
        method,
        url,
        ...(kept.length > 0 && { headers: kept }),
        ...(body && { body }),
      },
      ...(isRedirect && { settings: { followRedirects: false } }),
      ...(docs !== undefined && { docs }),
      ...(example && { examples: [example] }),
    },
    notes,
    leavesBody,
  };
}

/** A body that an archive does not hold. */
interface LostBody {
  /** What shows it. */
  readonly why: string;
  readonly isForm: boolean;
  /** False where the request may have had none. */
  readonly isSure: boolean;
}

const SEE_TYPE = "see Content-Type";

/** How an archive shows that a request had a body that it does not hold; undefined where it holds all. */
function lostBody(
  request: Record<string, RawJson>,
  method: string,
): LostBody | undefined {
  const data = members(request.postData);
  if (data.text || elements(data.params).length > 0) return undefined;
  const size = Number(request.bodySize ?? -1);
  const headers = rows(request.headers);
  const valueOf = (header: RegExp) =>
    headers.find(({ name }) => header.test(name))?.value;
  const length = valueOf(/^content-length$/i);
  const coding = valueOf(/^transfer-encoding$/i);
  const type = valueOf(CONTENT_TYPE) ?? jsonTextOf(data.mimeType) ?? "";
  const isForm = /^multipart\//i.test(type);
  const why = commentOf(data) ??
    (size > 0
      ? "see bodySize"
      : Number(length) > 0
      ? "see Content-Length"
      : coding !== undefined
      ? "see Transfer-Encoding"
      // A form without parts has bytes, too. Archives of HTTP/2 have no sizes.
      : isForm
      ? SEE_TYPE
      : undefined);
  if (why !== undefined) return { why, isForm, isSure: true };
  const isUnknown = type !== "" && !(size >= 0) && length === undefined &&
    data.text !== "" && !/^(?:GET|HEAD)$/.test(method);
  return isUnknown ? { why: SEE_TYPE, isForm, isSure: false } : undefined;
}

/** A header whose boundary does not name that of a body that is not there. */
function withoutBoundary(header: FileRow): FileRow {
  return isContentType(header)
    ? {
      ...header,
      value: header.value.replace(
        /\s*;\s*boundary\s*=\s*(?:"[^"]*"|[^;\s]*)/i,
        "",
      ),
    }
    : header;
}

const CONTENT_TYPE = /^content-type$/i;

function isContentType({ name }: FileRow): boolean {
  return CONTENT_TYPE.test(name);
}

/** The tag of a request that loads a part of a page. */
export const ASSET_TAG = "asset";

/**
 * Whether a browser loaded a picture, a style, a script or a font: by its own
 * word, or by the content where that word names neither a part of a page nor
 * what a person or a script asked for. Chrome calls a favicon "other".
 */
function isAsset(entry: Record<string, RawJson>): boolean {
  const kind = jsonTextOf(entry._resourceType) ?? "";
  if (ASSETS.test(kind)) return true;
  const { mimeType } = members(members(entry.response).content);
  return !ASKED.test(kind) && ASSET_TYPES.test(jsonTextOf(mimeType) ?? "");
}

const ASSETS = /^(?:image|stylesheet|script|font|media|manifest|texttrack)$/;
const ASKED =
  /^(?:document|xhr|fetch|eventsource|websocket|ping|beacon|preflight)$/;
const ASSET_TYPES =
  /^(?:(?:image|font|audio|video)\/|text\/css|(?:text|application)\/(?:x-)?javascript|application\/wasm)/i;

/** The URL that was requested; a fragment is not sent. */
export function harUrl(request: Record<string, RawJson>): string {
  return (jsonTextOf(request.url) ?? "").replace(/#.*$/s, "");
}

/** What a request is called. */
export function harName(method: string, url: string): string {
  const path = url.replace(/^(?:https?|wss?):\/\/[^/?#]*/i, "")
    .split("?", 1)[0];
  return `${method} ${path === "" ? "/" : path}`.slice(0, 80);
}

/** What somebody wrote to a part of an archive. */
export function commentOf(part: Record<string, RawJson>): string | undefined {
  const comment = jsonTextOf(part.comment);
  return comment?.trim() ? comment : undefined;
}

/** The headers of the request itself; cookies may stand beside them. */
export function harHeaders(request: Record<string, RawJson>): FileRow[] {
  const headers = rows(request.headers).filter(({ name }) =>
    !OF_THE_CONNECTION.test(name)
  );
  const cookies = rows(request.cookies);
  return cookies.length === 0 ||
      headers.some(({ name }) => /^cookie$/i.test(name))
    ? headers
    : [...headers, {
      name: "Cookie",
      value: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    }];
}

function bodyOf(
  data: Record<string, RawJson>,
  { headers, notes }: { headers: readonly FileRow[]; notes: HarNote[] },
): { body?: FileBody; contentType?: string } {
  const type = jsonTextOf(data.mimeType) ?? "";
  const params = elements(data.params).filter(isMapping);
  const written = jsonTextOf(data.text) ?? "";
  const text = data.encoding === "base64" ? textOfBase64(written) : written;
  if (/^multipart\/form-data/i.test(type)) {
    const parts = partsInText(text ?? "", type) ?? [];
    // Chrome names a file in the text alone.
    const data = parts.length > 0 && parts.length >= params.length
      ? parts.map((text) => {
        const { part, said } = partOfText(text, {
          source: "The archive",
          template: asLiteral,
        });
        const at = "request.postData.text";
        for (const message of said) notes.push({ kind: "person", message, at });
        return part;
      })
      : params.map((param) => partOf(param, notes));
    if (data.length > 0) return { body: { type: "multipart-form", data } };
  }
  if (text === undefined) {
    notes.push({
      kind: "person",
      message:
        "The body is binary: put it into a file and name it under http.body as file",
      at: "request.postData",
    });
  }
  if (!text) {
    const form = rows(data.params);
    return form.length > 0
      ? { body: { type: "form-urlencoded", data: form } }
      : {};
  }
  const header = headers.find(isContentType);
  const contentType = header?.value ?? type;
  const { body } = textBody(asLiteral(text), contentType);
  const implied = IMPLIED[body.type];
  return contentType.trim() === "" || contentType === implied
    ? { body }
    : { body, contentType };
}

/** Content types that bodies imply. */
const IMPLIED: Readonly<Record<string, string>> = {
  json: "application/json",
  "form-urlencoded": FORM_TYPE,
};

function partOf(param: Record<string, RawJson>, notes: HarNote[]): FilePart {
  const file = jsonTextOf(param.fileName);
  const value = jsonTextOf(param.value) ?? "";
  const contentType = jsonTextOf(param.contentType);
  const name = jsonTextOf(param.name) ?? "";
  const message = file && value
    ? hasText("The archive", file)
    // Some programs write an empty name for a part that is a text.
    : file === "" && contentType
    ? noFileChosen(name)
    : undefined;
  if (message !== undefined) {
    notes.push({ kind: "person", message, at: "request.postData.params" });
  }
  return {
    name: asLiteral(name),
    type: file ? "file" : "text",
    value: file ? [file] : asLiteral(value),
    ...(contentType && { contentType }),
  };
}

function rows(value: RawJson): FileRow[] {
  return elements(value).filter(isMapping).map((row) => ({
    name: jsonTextOf(row.name) ?? "",
    value: asLiteral(jsonTextOf(row.value) ?? ""),
  })).filter(({ name }) => name !== "");
}
