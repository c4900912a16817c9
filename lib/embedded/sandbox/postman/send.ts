import type {
  Bridge,
  FullResponseView,
  HeaderPair,
} from "../../../core/script/border/bridge.ts";
import { bytesOf } from "../../../core/script/border/encode.ts";
import { encodeFormText } from "../../../core/render/encode.ts";
import { headerPairs, headerValue } from "../../../core/script/headers.ts";
import { switchedOn } from "../http/property_list.ts";
import { sendByScript, type SendConfig } from "../http/send.ts";
import { formItems, itemsOf } from "./body.ts";
import type { PostmanResponse } from "./response.ts";
import { urlText } from "./url.ts";

type Callback = (
  error: unknown,
  response?: PostmanResponse,
  history?: unknown,
) => unknown;

/** What sends, and what is still under way. */
export interface PostmanSend {
  readonly sendRequest: (request: unknown, callback?: unknown) => unknown;
  /** Settles when nothing is under way, callbacks included. */
  settled(): Promise<void>;
}

/** Makes `pm.sendRequest`: any status is a response, only what was not sent is an error. */
export function createPostmanSend(
  bridge: Bridge,
  { respond, watch, unresolved }: {
    respond(view: FullResponseView): PostmanResponse;
    watch<T>(promise: T): T;
    /** Placeholders that `pm.variables.replaceIn` left in texts. */
    unresolved: ReadonlySet<string>;
  },
): PostmanSend {
  const running = new Set<Promise<void>>();
  const start = (wanted: unknown) =>
    sendByScript(bridge, configOf(bridge, wanted), {
      raw: true,
      required: true,
      interpolate: "pm.variables.replaceIn(text)",
      unresolved,
    });
  const callBack = async (
    sending: Promise<FullResponseView>,
    callback: Callback,
  ) => {
    let response: PostmanResponse;
    try {
      response = respond(await sending);
    } catch (error) {
      await callback(error);
      return;
    }
    await callback(null, response, { cookies: response.cookies });
  };
  const tracked = async <T>(act: () => Promise<T>): Promise<T> => {
    let over = () => {};
    const ending = new Promise<void>((resolve) => over = resolve);
    running.add(ending);
    try {
      return await act();
    } finally {
      running.delete(ending);
      over();
    }
  };
  return {
    sendRequest: (wanted, callback) => {
      if (typeof callback !== "function") {
        return watch(tracked(async () => respond(await start(wanted))));
      }
      // What cannot be sent at all is the script's mistake, and no response.
      const sending = start(wanted);
      // What the callback throws fails the script; nobody else would tell.
      watch(tracked(() => callBack(sending, callback as Callback)));
      return undefined;
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** A request as Postman writes one, in the words of `client.sendRequest`. */
function configOf(bridge: Bridge, wanted: unknown): SendConfig {
  if (wanted === undefined || wanted === null || wanted === "") {
    throw new TypeError("Cannot send a request: give a URL or { url, method }");
  }
  if (typeof wanted !== "object") return { url: wanted };
  if (!("url" in wanted)) return { url: urlText(wanted) };
  const { url, method, header, headers = header, body, auth, timeout } =
    wanted as Record<string, unknown>;
  const items = headerItems(headers);
  const pairs = headerPairs(Array.isArray(items) ? switchedOn(items) : items);
  const params: [string, unknown][] = [];
  addAuth(bridge, auth, { pairs, params });
  const { data, contentType } = bodyOf(bridge, body);
  if (
    contentType !== undefined &&
    headerValue(pairs, "content-type") === undefined
  ) pairs.push(["Content-Type", contentType]);
  return {
    url: urlText(url),
    method: method ?? "GET",
    headers: pairs,
    ...params.length > 0 ? { params: Object.fromEntries(params) } : {},
    ...data === undefined ? {} : { data },
    ...timeout === undefined ? {} : { timeout },
  };
}

/** Headers as a list, also of lines, an object, a list of the API's own, or lines of text. */
export function headerItems(headers: unknown): unknown {
  const items = itemsOf(
    typeof headers === "string"
      ? headers.split(/\r?\n/).filter((line) => line.includes(":"))
      : headers,
  );
  if (!Array.isArray(items)) return items;
  return items.map((item) => typeof item === "string" ? headerIn(item) : item);
}

function headerIn(line: string): { key: string; value: string } {
  const [name = "", ...rest] = line.split(":");
  return { key: name.trim(), value: rest.join(":").trim() };
}

interface Sent {
  readonly data?: string | Uint8Array;
  readonly contentType?: string;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  json: "application/json",
  xml: "application/xml",
  html: "text/html",
  javascript: "application/javascript",
};

function bodyOf(bridge: Bridge, body: unknown): Sent {
  if (body === undefined || body === null) return {};
  if (typeof body !== "object") {
    return { data: `${body}`, contentType: "text/plain" };
  }
  const { mode, raw, urlencoded, formdata, graphql, options, disabled } =
    body as Record<string, unknown>;
  if (disabled === true) return {};
  switch (mode) {
    case "raw": {
      const { language } = Object(Object(options).raw);
      const bytes = bytesOf(raw);
      const isObject = typeof raw === "object" && raw !== null;
      return {
        data: bytes ?? (isObject ? JSON.stringify(raw) : `${raw ?? ""}`),
        contentType: LANGUAGES[`${language}`] ??
          (isObject && bytes === undefined ? LANGUAGES.json : "text/plain"),
      };
    }
    case "urlencoded":
      return {
        data: formItems(itemsOf(urlencoded)).map(({ key, value }) =>
          `${encodeFormText(key)}=${encodeFormText(value)}`
        ).join("&"),
        contentType: "application/x-www-form-urlencoded",
      };
    case "formdata":
      return multipart(bridge, formItems(itemsOf(formdata)));
    case "graphql":
      return { data: JSON.stringify(graphql), contentType: LANGUAGES.json };
    default:
      throw new TypeError(
        `Cannot send the body: its mode is ${
          typeof mode === "string" ? `"${mode}"` : "missing"
        }; use one of raw, urlencoded, formdata, graphql`,
      );
  }
}

function multipart(
  bridge: Bridge,
  items: readonly { key: string; value: string; type?: string }[],
): Sent {
  const bytes = bridge.call("crypto.random", 12);
  const boundary = `brace-${
    [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  }`;
  const parts = items.map(({ key, value, type }) => {
    if (type === "file") {
      throw new TypeError(
        `Cannot send the field "${key}": a script sends no files; make a request of it and run that`,
      );
    }
    const name = key.replaceAll('"', "%22").replaceAll("\r", "%0D")
      .replaceAll("\n", "%0A");
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  });
  return {
    data: `${parts.join("")}--${boundary}--\r\n`,
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

function addAuth(
  bridge: Bridge,
  auth: unknown,
  { pairs, params }: { pairs: HeaderPair[]; params: [string, unknown][] },
): void {
  if (typeof auth !== "object" || auth === null) return;
  const { type } = auth as { type?: unknown };
  const fields = authFields((auth as Record<string, unknown>)[`${type}`]);
  switch (type) {
    case undefined:
    case null:
    case "noauth":
      return;
    case "basic": {
      const pair = `${fields.username ?? ""}:${fields.password ?? ""}`;
      const bytes = bridge.call("text.encode", pair);
      const text = bridge.call("base64.encode", bytes);
      pairs.push(["Authorization", `Basic ${text}`]);
      return;
    }
    case "bearer":
      pairs.push(["Authorization", `Bearer ${fields.token ?? ""}`]);
      return;
    case "apikey":
      if (fields.in === "query") params.push([`${fields.key}`, fields.value]);
      else pairs.push([`${fields.key}`, `${fields.value ?? ""}`]);
      return;
    default:
      throw new TypeError(
        `Cannot send with auth of type "${type}": use one of basic, bearer, apikey, or set the header Authorization`,
      );
  }
}

/** A list of `{ key, value }`, or an object. */
function authFields(value: unknown): Record<string, unknown> {
  if (!Array.isArray(value)) return Object(value);
  return Object.fromEntries(value.map((row) => [`${row?.key}`, row?.value]));
}
