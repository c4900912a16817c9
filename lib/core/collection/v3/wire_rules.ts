import { jsonShape } from "../../render/json_shape.ts";
import { parseTemplate } from "../../template/parse_template.ts";

/** Postman takes the body off these, unless it is told not to. */
export const V3_BODILESS: readonly string[] = [
  "GET",
  "HEAD",
  "COPY",
  "PURGE",
  "UNLOCK",
];

/** Content types by the language of a raw body. */
const LANGUAGES: Readonly<Record<string, string>> = {
  json: "application/json",
  xml: "application/xml",
  html: "text/html",
  javascript: "application/javascript",
  text: "text/plain",
};

/** Says whether Postman sends this content type for a language. */
export function isLanguageType(contentType: string): boolean {
  return Object.values(LANGUAGES).includes(contentType);
}

/** A raw body, and the content type that Postman sends with it. */
export interface RawBody {
  readonly type: "json" | "text" | "xml";
  /** The content type, if it is not the one that the body's type implies. */
  readonly contentType?: string;
  /** A remark for the reader of the import, such as something that is sent differently. */
  readonly note?: string;
}

/**
 * How a raw body is sent.
 *
 * @param written The Content-Type that the request has.
 */
export function rawBody(
  data: string,
  { language, written }: { language: string; written: string | undefined },
): RawBody {
  const contentType = written ?? LANGUAGES[language];
  if (language === "json" || /[/+]json\b/i.test(contentType ?? "")) {
    // JSON that can be none whatever stands in its placeholders is sent as text.
    return jsonShape(parseTemplate(data)).flaw === undefined
      ? { type: "json" }
      : {
        type: "text",
        contentType: contentType ?? LANGUAGES.json,
        note: "The body is not valid JSON: it is sent as it is, as text",
      };
  }
  const type = language === "xml" || /[/+]xml\b/i.test(contentType ?? "")
    ? "xml"
    : "text";
  const isImplied = written !== undefined || contentType === undefined ||
    contentType === LANGUAGES[type];
  return { type, ...(!isImplied && { contentType }) };
}

/** A Content-Type that Postman keeps, by the mode of the form that goes with it. */
const FITS: Readonly<Record<string, RegExp>> = {
  formdata: /^multipart\/form-data\b|\{\{/i,
  urlencoded: /^application\/x-www-form-urlencoded\b|\{\{/i,
};

/**
 * Says which headers Postman replaces by that of the form: a Content-Type that
 * does not fit the body (`form` in
 * https://github.com/postmanlabs/postman-request/blob/develop/request.js).
 */
export function replacedByForm(
  mode: unknown,
): (row: { name: string; value: string; disabled?: boolean }) => boolean {
  const fits = typeof mode === "string" && Object.hasOwn(FITS, mode)
    ? FITS[mode]
    : undefined;
  return ({ name, value, disabled }) =>
    fits !== undefined && !disabled && /^content-type$/i.test(name) &&
    !fits.test(value.trim());
}

/** What ends the name and the value of a query parameter. */
export const QUERY_ENDS = { name: /[&#=]/g, value: /[&#]/g };

/**
 * Encodes the characters that would end a query parameter, as Postman does.
 * Placeholders stay as written.
 */
export function encodedQuery(text: string, ends: RegExp): string {
  return inLiterals(text, (part) => part.replace(ends, encodeURIComponent));
}

/**
 * A path variable's value without its percent-encoding: Postman sends an
 * encoded value as it is, where other clients encode each value.
 */
export function decodedPath(text: string): string {
  return inLiterals(
    text,
    (part) =>
      part.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
        try {
          return decodeURIComponent(codes);
        } catch {
          return codes; // No UTF-8.
        }
      }),
  );
}

/** The reverse: Postman itself encodes none of these. */
export function encodedPath(text: string): string {
  return inLiterals(
    text,
    (part) => part.replace(/[%/?#]/g, encodeURIComponent),
  );
}

/** Changes a text between its placeholders. */
function inLiterals(text: string, change: (part: string) => string): string {
  return text.split(/(\{\{[^{}]*\}\})/).map((part, index) =>
    index % 2 === 1 ? part : change(part)
  ).join("");
}
