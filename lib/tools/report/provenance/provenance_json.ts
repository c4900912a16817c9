import type { Insertion } from "../../../core/http/insertion.ts";
import type { ValueOrigin } from "../../../core/scope/provenance.ts";
import type { Location } from "../../../core/source/diagnostic.ts";
import type { MaskedPart, MaskedRequest } from "./masked_request.ts";

/** A value in a request, for programs; offsets are those in the masked text. */
export interface JsonInsertion {
  readonly place: Insertion["place"];
  readonly name?: string;
  readonly nth?: number;
  /** In the text of its place as the report has it; absent for a field of auth. */
  readonly start?: number;
  readonly end?: number;
  readonly expression: string;
  readonly scope?: string;
  readonly label?: string;
  readonly origin: JsonOrigin;
  readonly via: readonly string[];
  readonly secret: boolean;
  readonly hosts?: readonly string[];
}

/** What gave a value, for programs. */
export type JsonOrigin =
  | Exclude<ValueOrigin, { readonly kind: "file" }>
  | {
    readonly kind: "file";
    readonly file?: string;
    readonly line?: number;
    readonly column?: number;
    readonly yamlPath?: string;
  };

/** A request, for programs. */
export interface JsonRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  readonly body?: string;
  readonly parts?: readonly { readonly name: string; readonly value: string }[];
  readonly file?: string;
  readonly insertions: readonly JsonInsertion[];
}

/** Makes the JSON of a request and of the values in it; secrets are masked. */
export function provenanceJson(
  request: MaskedRequest,
  locate: (insertion: Insertion) => Location | undefined,
): JsonRequest {
  const { method, url, headers, body, parts, file, auth } = request;
  const insertions: JsonInsertion[] = [];
  const text = (part: MaskedPart): string => {
    for (const one of part.insertions) {
      insertions.push(insertionJson(one, part, locate));
    }
    return part.text?.text ?? "";
  };
  const pair = (
    one: { readonly name: MaskedPart; readonly value: MaskedPart },
  ) => ({ name: text(one.name), value: text(one.value) });
  const texts = {
    method: text(method),
    url: text(url),
    headers: headers.map((header) => {
      const { name, value } = pair(header);
      text({ insertions: header.auth });
      return { name, value };
    }),
    ...body && { body: text(body) },
    ...parts.length > 0 && { parts: parts.map(pair) },
    ...file && { file: text(file) },
  };
  text({ insertions: auth });
  return { ...texts, insertions };
}

/** The JSON of a message and of the values in it. */
export function messageJson(
  part: MaskedPart,
  locate: (insertion: Insertion) => Location | undefined,
): { data: string; insertions: JsonInsertion[] } {
  return {
    data: part.text?.text ?? "",
    insertions: part.insertions.map((one) => insertionJson(one, part, locate)),
  };
}

function insertionJson(
  insertion: Insertion,
  { text }: MaskedPart,
  locate: (insertion: Insertion) => Location | undefined,
): JsonInsertion {
  const { start, end, origin, ...rest } = insertion;
  const { file, line, column, yamlPath } = locate(insertion) ?? {};
  return {
    ...rest,
    ...text?.place(start, end),
    origin: origin.kind === "file"
      ? { kind: "file", file, line, column, yamlPath }
      : origin,
  };
}
