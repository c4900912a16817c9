import type { Insertion } from "../../../core/http/insertion.ts";
import type { RenderedBody } from "../../../core/http/rendered_request.ts";
import { MaskedText } from "../../../core/secrets/hidden.ts";
import { type Hidden, mergedHidden } from "../../../core/secrets/hidden.ts";
import type { Masker } from "../../../core/secrets/masker.ts";
import { MASK, maskHeader } from "../../../core/secrets/hidden.ts";

/** A request as it goes out. */
export interface ShownMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: RenderedBody;
  readonly authHeaders: readonly string[];
  readonly insertions: readonly Insertion[];
}

/** A text of a request, masked, and the values in it. */
export interface MaskedPart {
  /** Absent: the text itself is not shown. */
  readonly text?: MaskedText;
  readonly insertions: readonly Insertion[];
}

/** A request whose texts are masked, each with the values in it. */
export interface MaskedRequest {
  readonly method: MaskedPart;
  readonly url: MaskedPart;
  readonly headers: readonly {
    readonly name: MaskedPart;
    readonly value: MaskedPart;
    /** The fields of the auth that the header is made of. */
    readonly auth: readonly Insertion[];
  }[];
  readonly body?: MaskedPart;
  /** Parts of a multipart body, by name. */
  readonly parts: readonly {
    readonly name: MaskedPart;
    readonly value: MaskedPart;
  }[];
  /** Path of the body's file. */
  readonly file?: MaskedPart;
  /** The fields of auth that is not a header. */
  readonly auth: readonly Insertion[];
}

/** Masks a request's texts, also the values that are secret by where they came from, however short. */
export function maskedRequest(
  message: ShownMessage,
  masker: Masker,
  { cut = false }: {
    /** The body's text goes on after its end. */
    readonly cut?: boolean;
  } = {},
): MaskedRequest {
  const { method, url, headers, body, authHeaders, insertions } = message;
  const found = new Map<string, Insertion[]>();
  const keyOf = (...of: (string | number)[]) => of.join(" ").toLowerCase();
  for (const one of insertions) {
    const { place, name, nth = 0 } = one;
    const keys = [keyOf(place, nth)];
    if (name !== undefined) keys.push(keyOf(place, nth, name));
    for (const key of keys) {
      const others = found.get(key);
      if (others) others.push(one);
      else found.set(key, [one]);
    }
  }
  const of = (place: Insertion["place"], name?: string, nth = 0) =>
    found.get(
      name === undefined ? keyOf(place, nth) : keyOf(place, nth, name),
    ) ??
      [];
  const part = (
    text: string,
    inside: readonly Insertion[],
    cut = false,
  ): MaskedPart => maskedPart(text, inside, masker, cut);
  const field = (name: string, value: string, inside: Insertion[]) =>
    masker.secrets.isSecretField(name, value)
      ? {
        text: new MaskedText(value, headerHidden(name, value, masker)),
        insertions: inside,
      }
      : part(value, inside);
  const named = namedIn(part);
  const masked = (inside: readonly Insertion[]) =>
    inside.map((one) => ({
      ...one,
      ...one.name !== undefined && { name: masker.mask(one.name) },
    }));
  const auth = masked(of("auth"));
  const names = new Set(authHeaders);
  const count = counter();
  const shown = counter();
  const isHeader = headers.some(([name]) => names.has(name.toLowerCase()));
  return {
    method: part(method, of("method")),
    url: part(url, of("url")),
    headers: headers.map(([name, value]) => {
      const nth = count(name.toLowerCase());
      const inside = of("header", name, nth);
      return {
        ...named(name, of("header name", name, nth), {
          value: field(name, value, inside),
          count: shown,
        }),
        auth: names.has(name.toLowerCase()) ? auth : [],
      };
    }),
    ...bodyOf(body, { part, field, named, masked, of, cut }),
    auth: isHeader ? [] : auth,
  };
}

/** Masks a text that is sent; `cut`: it goes on after its end. */
export function maskedPart(
  text: string,
  inside: readonly Insertion[],
  masker: Masker,
  cut = false,
): MaskedPart {
  return {
    text: new MaskedText(text, hiddenIn(text, inside, { masker, cut })),
    insertions: inside,
  };
}

function bodyOf(
  body: RenderedBody | undefined,
  { part, field, named, masked, of, cut }: {
    part(
      text: string,
      inside: readonly Insertion[],
      cut?: boolean,
    ): MaskedPart;
    field(name: string, value: string, inside: Insertion[]): MaskedPart;
    readonly named: Named;
    /** With their names masked. */
    masked(inside: readonly Insertion[]): Insertion[];
    of(place: Insertion["place"], name?: string, nth?: number): Insertion[];
    readonly cut: boolean;
  },
): Pick<MaskedRequest, "body" | "parts" | "file"> {
  switch (body?.type) {
    case undefined:
    case "bytes":
      return { parts: [] };
    case "text":
      return {
        body: part(body.text, masked(of("body")), cut),
        parts: [],
      };
    case "file":
      return { file: part(body.path, of("file")), parts: [] };
    case "multipart": {
      const [count, shown] = [counter(), counter()];
      return {
        parts: body.parts.map((one) => {
          const { name } = one;
          const nth = count(name.toLowerCase());
          const inside = of("part", name, nth);
          return named(name, of("part name", name, nth), {
            value: one.type === "file"
              ? part(one.path, inside)
              : field(name, one.value, inside),
            count: shown,
          });
        }),
      };
    }
    default:
      return body satisfies never;
  }
}

/** A name and its value, masked. */
type Named = (
  name: string,
  inside: readonly Insertion[],
  shown: {
    readonly value: MaskedPart;
    /** Counts the names as they are shown. */
    readonly count: (name: string) => number;
  },
) => { readonly name: MaskedPart; readonly value: MaskedPart };

/**
 * Masks a name, also in the values that stand in it and below it: they say in
 * which of the names that are shown they are.
 */
function namedIn(
  part: (text: string, inside: readonly Insertion[]) => MaskedPart,
): Named {
  return (name, inside, { value, count }) => {
    const masked = part(name, inside);
    const shown = masked.text!.text;
    const nth = count(shown.toLowerCase());
    const renamed = (one: MaskedPart): MaskedPart => ({
      ...one,
      insertions: one.insertions.map(({ nth: _, ...insertion }) => ({
        ...insertion,
        ...shown !== name && { name: shown },
        ...nth > 0 && { nth },
      })),
    });
    return { name: renamed(masked), value: renamed(value) };
  };
}

function hiddenIn(
  text: string,
  insertions: readonly Insertion[],
  { masker, cut }: { readonly masker: Masker; readonly cut: boolean },
): Hidden[] {
  // Of an object not all is secret; what is, is known by its value.
  const secrets = insertions.filter(({ secret, start, end }) =>
    secret && start < end && !/^[[{]/.test(text.slice(start, start + 1))
  ).map(({ start, end }) => ({ from: start, to: end, mask: MASK }));
  return mergedHidden([...masker.hidden(text, { cut }), ...secrets]);
}

/** Of a field for secrets all is hidden but what comes before the secret, such as an auth scheme. */
function headerHidden(name: string, value: string, masker: Masker): Hidden[] {
  const masked = maskHeader(name, value);
  if (!masked.endsWith(MASK) || masked.indexOf(MASK) < masked.length - 3) {
    return value === "" ? [] : [{ from: 0, to: value.length, mask: masked }];
  }
  const from = masked.length - MASK.length;
  return mergedHidden([
    ...masker.hidden(value),
    { from, to: value.length, mask: MASK },
  ]);
}

function counter(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count;
  };
}
