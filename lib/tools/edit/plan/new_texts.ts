import {
  BRU_FORMAT,
  type CollectionFormat,
  type FileKind,
  YAML_FORMAT,
} from "../../../core/collection/format.ts";
import { bruEnvironment } from "../../convert/export/export_bru.ts";
import { rowsOfQuery } from "../../convert/export/bru_query.ts";
import { bruLevel, bruRequest } from "../../convert/export/bru_request.ts";
import { sayToEditor } from "../../convert/export/bru_text.ts";
import { jsonTextOf, members, type RawJson } from "../../convert/json.ts";
import type { FileRequest } from "../../convert/open_collection.ts";
import { yaml } from "../../convert/yaml.ts";
import type { EditData } from "../types.ts";

/** How the new files of a collection are written. */
export interface NewStyle {
  readonly extension: string;
  readonly isBru: boolean;
  /** Whether a line for editors stands at the top. */
  readonly hasSchema: boolean;
  readonly eol: string;
}

/** As the collection's other files. */
export function newStyle(
  files: ReadonlyMap<string, string>,
  { main, format }: { main: string; format: CollectionFormat },
): NewStyle {
  const isBru = format === BRU_FORMAT;
  const own = [...files].filter(([path]) =>
    format.extensions.some((extension) => path.endsWith(extension))
  );
  const extension = isBru
    ? ".bru"
    : own.filter(([path]) => path !== main).at(-1)?.[0].endsWith(".yaml")
    ? ".yaml"
    : ".yml";
  const sample = own.at(-1)?.[1] ?? files.get(main) ?? "";
  return {
    extension,
    isBru,
    hasSchema: own.some(([, text]) =>
      text.startsWith("# yaml-language-server:")
    ),
    eol: sample.includes("\r\n") ? "\r\n" : "\n",
  };
}

/** The text of a new request's file. */
export function newRequestText(
  { name, seq, data }: {
    name: string;
    seq: number;
    data: EditData | undefined;
  },
  style: NewStyle,
): string {
  const request = requestData(name, seq, data);
  return style.isBru
    ? withEnds(
      bruRequest(
        withQueryRows(request) as unknown as FileRequest,
        sayToEditor(() => {}),
      ),
      style,
    )
    : text(request, "request", style);
}

/** The data of a new request. */
export function requestData(
  name: string,
  seq: number | undefined,
  data: EditData = { http: { method: "GET", url: "" } },
): Record<string, unknown> {
  const { info, ...rest } = members(data);
  const type = ["graphql", "websocket", "grpc"].find((one) => one in rest) ??
    "http";
  return {
    info: { ...members(info), name, type, ...(seq !== undefined && { seq }) },
    ...rest,
  };
}

/** With a row for each parameter of the URL, as Bruno's window has them. */
function withQueryRows(
  request: Record<string, unknown>,
): Record<string, unknown> {
  const rest = Object.entries(request).map(([key, value]) => {
    if (!["http", "graphql", "websocket"].includes(key)) return [key, value];
    const { url, params, ...section } = members(value as RawJson);
    const rows = rowsOfQuery((jsonTextOf(url) ?? "").trim(), params);
    return [key, { url, ...section, ...(rows.length > 0 && { params: rows }) }];
  });
  return Object.fromEntries(rest);
}

/** The text of a new folder's file. */
export function newFolderText(
  { name, seq }: { name: string; seq: number | undefined },
  style: NewStyle,
): string {
  return style.isBru
    ? withEnds(
      bruLevel(
        undefined,
        { name, ...(seq !== undefined && { seq }) },
        () => {},
      ),
      style,
    )
    : text({ info: { name, type: "folder", seq } }, "folder", style);
}

/** The text of a new environment's file. */
export function newEnvironmentText(name: string, style: NewStyle): string {
  return style.isBru
    ? withEnds(
      bruEnvironment({ variables: [] }, { withSecrets: false }, () => {}),
      style,
    )
    : text({ name, variables: [] }, "environment", style);
}

/** The files of a new collection. */
export function newCollection(
  name: string,
  format: "yaml" | "bru" = "yaml",
): Map<string, string> {
  if (format === "bru") {
    const json = { version: "1", name, type: "collection" };
    return new Map([[
      BRU_FORMAT.mains[0],
      `${JSON.stringify(json, null, 2)}\n`,
    ]]);
  }
  const data = { opencollection: "1.0.0", info: { name } };
  return new Map([[YAML_FORMAT.mains[0], yaml(data, "collection")]]);
}

function text(data: object, kind: FileKind, style: NewStyle): string {
  const written = yaml(data, kind);
  return withEnds(
    style.hasSchema
      ? written
      : written.replace(/^# yaml-language-server:.*\n\n?/, ""),
    style,
  );
}

function withEnds(text: string, { eol }: NewStyle): string {
  return eol === "\n" ? text : text.replaceAll("\n", eol);
}
