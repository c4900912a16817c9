import { originInside } from "../../source/origin.ts";
import type { Auth, Header, Param, Request } from "../../collection/types.ts";
import type { Message, MessageType } from "../../collection/stream_types.ts";
import { selectedMessages } from "../../request/render_message.ts";
import type { Inherited } from "../../collection/inherit.ts";
import { deepEqual } from "../../assertion/deep_equal.ts";
import { writtenQuery } from "../../request/written_query.ts";
import {
  isLanguageType,
  replacedByForm,
  V3_BODILESS,
} from "../../collection/v3/wire_rules.ts";
import type {
  MessageView,
  RequestDraft,
  ScriptAuth,
} from "../../script/border/types.ts";
import type { Origin, Text } from "../../source/origin.ts";
import { applyBody } from "./apply_body.ts";
import {
  bodyAsWritten,
  draftOf,
  impliedHeaders,
  isEmpty,
} from "./request_draft.ts";

/** A request with the changes of its scripts. */
export interface ChangedRequest {
  readonly request: Request;
  readonly inherited: Inherited;
  /** A body of bytes that a script set; it takes the place of the rendered one. */
  readonly bytes?: Uint8Array;
  /** Why the body that a script set cannot be sent. */
  readonly problem?: string;
  /** The texts that scripts wrote, less those of a body that is sent as written. */
  readonly written?: readonly Text[];
}

/**
 * Makes the request that a draft describes. What the scripts left alone keeps
 * its text and place; what they wrote is a template only for the expressions
 * in `known`, which stand in the request's files or scripts.
 */
export function applyDraft(
  request: Request,
  inherited: Inherited,
  changes: { draft: RequestDraft; known: () => ReadonlySet<string> },
): ChangedRequest {
  const { draft } = changes;
  const before = draftOf(request, inherited);
  const texts: Text[] = [];
  const write = (text: string, at: Origin): Text => {
    const known = { only: changes.known() };
    const one = { text, at: { ...at, scripted: true as const }, ...known };
    texts.push(one);
    return one;
  };
  const rewrite = (text: string, original: Text): Text =>
    text === original.text ? original : write(text, original.at);

  const implied = impliedHeaders(request, inherited);
  const said = without(draft.headers, implied);
  const written = draft.postman === undefined
    ? said
    : asPostmanSends(said, draft, request);
  const headers = sameHeaders(draft.headers, before.headers) && written === said
    ? { own: [...request.headers], inherited: inherited.headers }
    : applyHeaders(request, inherited, { headers: written, write });
  const beforeBody = texts.length;
  const isBodiless = isSentBodiless(request, draft);
  const bytes = draft.body instanceof Uint8Array && !isBodiless
    ? draft.body
    : undefined;
  const { body, contentType, problem } = bytes !== undefined || isBodiless
    ? {}
    : applyBody(request, { draft, headers: written, write });
  const ofBody = new Set(texts.slice(beforeBody));
  if (contentType !== undefined) headers.own.push(contentType);
  const { body: _, ...rest } = request;
  const { timeoutFile, ...settings } = request.settings;
  return {
    request: {
      ...rest,
      method: rewrite(draft.method, request.method),
      url: rewrite(draft.url, request.url),
      params: applyPathParams(
        draft.url === request.url.text
          ? request.params
          : withoutWritten(request),
        { draft, before, write, at: request.at },
      ),
      headers: headers.own,
      ...(body !== undefined && { body }),
      ...(draft.messages &&
        { messages: applyMessages(request, draft.messages, write) }),
      settings: {
        ...settings,
        ...(draft.timeout !== undefined && { timeout: draft.timeout }),
        ...(draft.timeout === before.timeout && timeoutFile !== undefined &&
          { timeoutFile }),
        ...(draft.maxRedirects !== undefined &&
          { maxRedirects: draft.maxRedirects }),
        ...(draft.omitHeaders.length > 0 && {
          omitHeaders: [
            ...request.settings.omitHeaders ?? [],
            ...draft.omitHeaders,
          ],
        }),
        // A script that allows none wants the redirect itself, as everywhere in scripts.
        ...(draft.maxRedirects === 0 && before.maxRedirects !== 0 &&
          { followRedirects: false }),
      },
    },
    inherited: {
      ...inherited,
      headers: headers.inherited,
      ...authAfter(request, inherited, { draft, headers: headers.own, write }),
    },
    ...(bytes !== undefined && { bytes }),
    ...(problem !== undefined && { problem }),
    written: body?.interpolate === false
      ? texts.filter((it) => !ofBody.has(it))
      : texts,
  };
}

/**
 * The auth that the request has now. In a `.bru` file a script's header stays
 * where auth would write one of its name, and is the credential.
 */
function authAfter(
  request: Request,
  { auth, headers: above }: Inherited,
  { draft, headers, write }: {
    draft: RequestDraft;
    headers: readonly Header[];
    write: Write;
  },
): Pick<Inherited, "auth"> {
  if (draft.auth) return { auth: authOf(request, draft.auth, write) };
  if (auth === undefined || !request.path.endsWith(".bru")) return {};
  const wanted = headerOfAuth(auth)?.toLowerCase();
  const own = headers.filter((it) =>
    !it.disabled && it.name.text.toLowerCase() === wanted
  );
  const isWritten = (it: Header) =>
    request.headers.includes(it) || above.includes(it);
  if (own.length !== 1 || isWritten(own[0])) return {};
  const [{ name: key, value }] = own;
  const fields = new Map([["key", key], ["value", value]]);
  return { auth: { type: "apikey", at: auth.at, fields } };
}

/** The header that auth adds before a script of Bruno's runs. */
function headerOfAuth({ type, fields }: Auth): string | undefined {
  const text = (name: string) => {
    const field = fields.get(name);
    return typeof field === "object" ? field.text : undefined;
  };
  if (type === "bearer") return "Authorization";
  if (type === "wsse") return "X-WSSE";
  return type === "apikey" && text("placement") !== "query"
    ? text("key")
    : undefined;
}

/** The auth that a script sets takes the place of the file's. */
function authOf(
  { at: top, type: kind }: Request,
  { type, fields }: ScriptAuth,
  write: Write,
): Auth {
  const at = originInside(top, kind, "auth");
  const texts = fields.map(([name, text]) =>
    [name, write(text, originInside(at, name))] as const
  );
  return { type, at, fields: new Map(texts) };
}

/** The path parameters that a script leaves alone keep their place. */
function applyPathParams(
  params: Request["params"],
  { draft, before, write, at }: {
    draft: RequestDraft;
    before: RequestDraft;
    write: Write;
    at: Origin;
  },
): Request["params"] {
  if (deepEqual(draft.pathParams, before.pathParams)) return params;
  const isOwn = ({ type, disabled }: Param) => type === "path" && !disabled;
  const own = params.filter(isOwn);
  const others = params.filter((it) => !isOwn(it));
  const changed = draft.pathParams.map(({ name, value }): Param => {
    const written = own.find((it) => it.name.text === name);
    if (written?.value.text === value) return written;
    const place = originInside(at, "http", "params", name);
    return {
      name: written?.name ?? write(name, place),
      value: write(value, written?.value.at ?? place),
      type: "path",
      disabled: false,
    };
  });
  return [...others, ...changed];
}

/** The messages that a script leaves alone keep their place; all that it gives are sent. */
function applyMessages(
  request: Request,
  drafts: readonly MessageView[],
  write: Write,
): readonly Message[] {
  const { messages = [], at } = request;
  const before = selectedMessages(request);
  const isSame = drafts.length === before.length &&
    drafts.every(({ title, type, data }, index) =>
      before[index].title === title && before[index].type === type &&
      before[index].data.text === data
    );
  if (isSame) return messages;
  const changed = drafts.map(({ title, type, data }, index): Message => {
    const original = before.find((it) => it.title === title);
    if (original?.type === type && original.data.text === data) {
      return { ...original, selected: true };
    }
    const place = original?.data.at ??
      originInside(at, request.type, "message", index);
    return {
      title,
      selected: true,
      type: MESSAGE_TYPES.find((it) => it === type) ?? "text",
      data: write(data, place),
      at: original?.at ?? place,
    };
  });
  // Steps may name one that is not selected.
  const titles = new Set(changed.map(({ title }) => title));
  return [
    ...changed,
    ...messages.filter(({ title, selected }) => !selected && !titles.has(title))
      .filter((it) => !before.includes(it)),
  ];
}

const MESSAGE_TYPES: readonly MessageType[] = ["text", "json", "xml", "binary"];

/** A script that changes the URL decides what its query holds; what the URL did not hold is still added. */
function withoutWritten({ url, params }: Request): Request["params"] {
  const isWritten = writtenQuery(url.text);
  return params.filter((param) => param.type !== "query" || !isWritten(param));
}

/** What a script left as the body implies it, the body that it set implies anew. */
function without(
  headers: RequestDraft["headers"],
  implied: RequestDraft["headers"],
): RequestDraft["headers"] {
  return headers.filter(([name, value]) =>
    !implied.some((it) => it[0] === name && it[1] === value)
  );
}

/**
 * The headers that Postman sends with the body: a form's own Content-Type
 * replaces one that does not fit it, and a script's that of the language, which
 * a file has as a row.
 */
function asPostmanSends(
  headers: RequestDraft["headers"],
  draft: RequestDraft,
  request: Request,
): RequestDraft["headers"] {
  const { body, headers: rows } = request;
  const mode = draft.postman?.mode;
  // A form that is not sent replaces nothing.
  const isSent = !isEmpty(draft.body) && !isSentBodiless(request, draft);
  const isReplaced = isSent ? replacedByForm(mode) : () => false;
  const sent = headers.filter(([name, value]) => !isReplaced({ name, value }));
  const types = sent.filter(([name]) => name.toLowerCase() === "content-type");
  const ofLanguage = types.length > 1 && mode === "raw" && body?.type === "text"
    ? types.find(([name, value]) =>
      isLanguageType(value) &&
      rows.some((row) =>
        !row.disabled && row.name.text === name && row.value.text === value
      )
    )
    : undefined;
  const kept = sent.filter((pair) => pair !== ofLanguage);
  return kept.length === headers.length ? headers : kept;
}

/** Whether Postman sends a request without its body, which the file does not send with such a method. */
function isSentBodiless(
  { method: written, body }: Request,
  { method, postman }: RequestDraft,
): boolean {
  if (postman === undefined || postman.disabled) return postman !== undefined;
  const isPruned = (it: string) => V3_BODILESS.includes(it.toUpperCase());
  const isKept = isPruned(written.text) &&
    !(body !== undefined && isEmpty(bodyAsWritten(body)));
  return isPruned(method) && !isKept;
}

type Write = (text: string, at: Origin) => Text;

function sameHeaders(
  a: RequestDraft["headers"],
  b: RequestDraft["headers"],
): boolean {
  return a.length === b.length &&
    a.every(([name, value], i) => name === b[i][0] && value === b[i][1]);
}

/** A header that stands as it was stays at its level, so that the request's own still replace inherited ones. */
function applyHeaders(
  request: Request,
  inherited: Inherited,
  changes: { headers: RequestDraft["headers"]; write: Write },
): { own: Header[]; inherited: Header[] } {
  const kept = { own: [...request.headers], inherited: [...inherited.headers] };
  const result = { own: [] as Header[], inherited: [] as Header[] };
  const seen = new Map<string, number>();
  for (const [name, value] of changes.headers) {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    const own = take(kept.own, name, value);
    const above = own ? undefined : take(kept.inherited, name, value);
    if (above) result.inherited.push(above);
    else {
      // Each text has a place of its own, so that its generators have their own values.
      const nth = count === 0 ? [] : [count];
      const at = originInside(
        request.at,
        request.type,
        "headers",
        name,
        ...nth,
      );
      result.own.push(
        own ?? {
          name: changes.write(name, originInside(at, "name")),
          value: changes.write(value, at),
          disabled: false,
        },
      );
    }
  }
  return result;
}

function take(
  headers: Header[],
  name: string,
  value: string,
): Header | undefined {
  const index = headers.findIndex((header) =>
    !header.disabled && header.name.text === name &&
    header.value.text === value
  );
  return index === -1 ? undefined : headers.splice(index, 1)[0];
}
