import { jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileParam, FileRequest } from "../open_collection.ts";
import { asLiteral } from "../text_body.ts";
import { insomniaAuthOf } from "./insomnia_auth.ts";
import {
  insomniaBody,
  insomniaGraphql,
  isInsomniaGraphql,
} from "./insomnia_body.ts";
import {
  insomniaRows,
  type InsomniaTemplate,
  namedRows,
  queryRows,
} from "./insomnia_rows.ts";
import { scriptsOf } from "./insomnia_scripts.ts";
import { insomniaSettings } from "./insomnia_settings.ts";
import { type InsomniaProtocol, insomniaStream } from "./insomnia_stream.ts";

/** A request as version 4 and 5 have it. */
export function insomniaRequest(
  request: Record<string, RawJson>,
  { template, hasAuth, protoPath, protocol }: {
    template: InsomniaTemplate;
    hasAuth: boolean;
    protoPath: (id: string) => string | undefined;
    protocol?: InsomniaProtocol;
  },
): { request: FileRequest; notes: string[]; changes: string[] } {
  const notes: string[] = [];
  const changes: string[] = [];
  const body = members(request.body);
  const headers = namedRows(insomniaRows(request.headers, template), {
    what: "header",
    notes,
  });
  const header = (name: RegExp) =>
    headers.find((row) => !row.disabled && name.test(row.name))?.value;
  const type = jsonTextOf(body.mimeType);
  const written = header(/^content-type$/i);
  const { settings, encodesUrl: encodes, rendersBody, notes: said } =
    insomniaSettings(request, { hasCookieHeader: !!header(/^cookie$/i) });
  notes.push(...said);
  const inBody = rendersBody ? template : asLiteral;
  const params: FileParam[] = [
    ...namedRows(queryRows(request.parameters, { template, encodes }), {
      what: "parameter",
      notes,
    }).map((row) => ({ ...row, type: "query" as const })),
    ...insomniaRows(request.pathParameters, template).map((row) => ({
      ...row,
      type: "path" as const,
    })),
  ];
  const auth = insomniaAuthOf(members(request.authentication), {
    template,
    hasAuth,
    notes,
  });
  const scripts = scriptsOf(request, notes);
  const docs = jsonTextOf(request.description);
  const info = { name: jsonTextOf(request.name) || "request" };
  const isGraphql = protocol === undefined && isInsomniaGraphql(body);
  const details = {
    method: jsonTextOf(request.method)?.toUpperCase() || "GET",
    url: template(jsonTextOf(request.url) ?? ""),
    ...(params.length > 0 && { params }),
    ...(headers.length > 0 && { headers }),
    ...(auth && { auth }),
  };
  const read = isGraphql || protocol !== undefined
    ? undefined
    : insomniaBody(body, { type, written, template: inBody, notes });
  if (read?.contentType !== undefined && written === undefined) {
    headers.push({ name: "Content-Type", value: read.contentType });
    Object.assign(details, { headers });
  }
  return {
    notes,
    changes,
    request: {
      info: { ...info, type: protocol ?? (isGraphql ? "graphql" : "http") },
      ...(protocol !== undefined
        ? insomniaStream(protocol, request, {
          url: details.url,
          headers,
          params,
          metadata: insomniaRows(request.metadata, template),
          auth,
          template,
          protoPath,
          notes,
        })
        : isGraphql
        ? {
          graphql: {
            ...details,
            body: insomniaGraphql(body, { template: inBody, notes, changes }),
          },
        }
        : { http: { ...details, ...(read?.body && { body: read.body }) } }),
      ...(scripts.length > 0 && { runtime: { scripts } }),
      ...(Object.keys(settings).length > 0 && { settings }),
      ...(docs?.trim() && { docs }),
    },
  };
}
