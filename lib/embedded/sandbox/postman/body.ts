import type {
  Bridge,
  RequestField,
} from "../../../core/script/border/bridge.ts";
import { bytesOf, encode } from "../../../core/script/border/encode.ts";
import { formFields } from "../../../core/script/headers.ts";
import { encodeFormText } from "../../../core/render/encode.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { jsonText } from "../../../core/scope/value/value_text.ts";
import { fieldText } from "../../../core/script/headers.ts";
import { createHeldValue } from "../http/held_value.ts";
import {
  createLiveList,
  disabledRows,
  named,
  type Property,
  switchOf,
} from "../http/property_list.ts";
import { property } from "../http/request.ts";

interface FormItem extends Property {
  readonly key: string;
  readonly value: string;
  readonly type?: string;
}

type Mode = "raw" | "urlencoded" | "formdata" | "graphql" | "file";

const MODES: Readonly<Record<string, Mode>> = {
  "form-urlencoded": "urlencoded",
  "multipart-form": "formdata",
  graphql: "graphql",
  file: "file",
};

/** `pm.request.body`, and what carries over what a script changed in place. */
interface PostmanBody {
  readonly body: Record<string, unknown>;
  flush(): void;
}

/** Makes `pm.request.body`: the body as written, from the response on as it was sent. */
export function createPostmanBody(bridge: Bridge): PostmanBody {
  const mode = () => modeOf(bridge);
  const set = (wanted: unknown) => {
    flush();
    setPostmanBody(bridge, wanted);
  };
  const list = (own: "urlencoded" | "formdata") =>
    createLiveList<FormItem>({
      read: () => mode() === own ? formItems(content()) : [],
      write: (sent) => set({ mode: own, [own]: sent }),
      disabled: {
        read: () =>
          mode() === own ? bridge.call("request.get").disabled.fields : [],
        write: (fields) => bridge.call("request.set", "disabled", { fields }),
      },
      same: (a, b) => a === b,
      item: formItem,
      text: formText,
      several: true,
    });
  const lists = { urlencoded: list("urlencoded"), formdata: list("formdata") };
  const graphql = createHeldValue<unknown>({
    read: () => mode() === "graphql" ? content() : undefined,
    write: (it) => set({ mode: "graphql", graphql: it }),
    text: encode,
  });
  const flush = () => {
    for (const it of [lists.urlencoded, lists.formdata, graphql]) it.flush();
  };
  const content = () => bridge.call("request.body", false);
  const value = () => {
    flush();
    return content();
  };
  const setDisabled = (disabled: unknown) => {
    const { language } = bridge.call("request.get").postman ?? {};
    bridge.call("request.set", "postman", {
      mode: mode(),
      language,
      disabled: Boolean(disabled),
    });
  };
  const raw = () => mode() === "raw" ? rawText(value()) : undefined;
  const body: Record<string, unknown> = {
    isEmpty: () => {
      const content = value();
      return content === undefined || content === "" ||
        Array.isArray(content) && content.length === 0;
    },
    update: (wanted: unknown) => {
      set(wanted);
      if (switchOf(wanted).disabled) setDisabled(true);
    },
    toString: () => {
      const content = value();
      return mode() === "urlencoded"
        ? formText(formItems(content))
        : rawText(content) ?? "";
    },
    toJSON: () => ({
      mode: mode(),
      [mode()]: body[mode()],
      ...mode() === "raw" ? { options: body.options } : {},
    }),
  };
  property(body, "mode", mode);
  property(
    body,
    "disabled",
    () => bridge.call("request.get").postman?.disabled === true,
    setDisabled,
  );
  property(body, "raw", raw, (text) => {
    flush();
    const { language } = bridge.call("request.get").postman ?? {};
    setRaw(bridge, text, language);
  });
  const setLanguage = (language: string) =>
    bridge.call("request.set", "postman", { mode: "raw", language });
  property(
    body,
    "options",
    () =>
      mode() === "raw" ? { raw: rawOptions(bridge, setLanguage) } : undefined,
    (options) => {
      if (mode() === "raw") setLanguage(languageOf(options));
    },
  );
  for (const own of ["urlencoded", "formdata"] as const) {
    property(
      body,
      own,
      () => mode() === own ? lists[own].list : undefined,
      (all) => set({ mode: own, [own]: all }),
    );
  }
  property(
    body,
    "graphql",
    graphql.get,
    (it) => set({ mode: "graphql", graphql: it }),
  );
  return { body, flush };
}

/** Sets the body to a text, or to what `{ mode, raw | urlencoded | formdata | graphql }` says. */
function setPostmanBody(bridge: Bridge, wanted: unknown): void {
  const set = (mode: Mode, field: RequestField, body: unknown) => {
    bridge.call("request.set", field, body);
    bridge.call("request.set", "postman", { mode });
  };
  const setDisabledFields = (form: unknown) => {
    if (!Array.isArray(form)) return;
    const fields = disabledRows(form, formItem);
    bridge.call("request.set", "disabled", { fields });
  };
  if (wanted === undefined || wanted === null) {
    return bridge.call("request.set", "body", undefined);
  }
  if (typeof wanted !== "object" || bytesOf(wanted) !== undefined) {
    return setRaw(bridge, wanted, "");
  }
  const { mode, raw, urlencoded, formdata, graphql, options } =
    wanted as Record<string, unknown>;
  switch (mode) {
    case "raw":
      return setRaw(bridge, raw ?? "", languageOf(options));
    case "urlencoded":
      set(mode, "form", formFields(itemsOf(urlencoded)));
      return setDisabledFields(itemsOf(urlencoded));
    case "formdata":
      set(mode, "body", fields(formItems(itemsOf(formdata))));
      return setDisabledFields(itemsOf(formdata));
    case "graphql":
      return set(mode, "body", graphql);
    default:
      throw new TypeError(
        `Cannot set the body: its mode is ${
          typeof mode === "string" ? `"${mode}"` : "missing"
        }; use one of raw, urlencoded, formdata, graphql`,
      );
  }
}

/** Sets a raw body; without a language, it keeps that of the file. */
function setRaw(
  bridge: Bridge,
  raw: unknown,
  language: string | undefined,
): void {
  bridge.call("request.set", "body", bytesOf(raw) ?? textOf(raw));
  bridge.call("request.set", "postman", {
    mode: "raw",
    ...language === undefined ? {} : { language },
  });
}

/** The language in a body's options, in lower case. */
function languageOf(options: unknown): string {
  const { raw } = Object(options) as Record<string, unknown>;
  const { language } = Object(raw) as Record<string, unknown>;
  return typeof language === "string" ? language.toLowerCase() : "";
}

const LANGUAGES: Readonly<Record<string, string>> = {
  json: "json",
  xml: "xml",
  text: "text",
};

/** The options of a raw body, whose language a script may set in place. */
function rawOptions(bridge: Bridge, set: (language: string) => void): object {
  const options = {};
  property(
    options,
    "language",
    () => {
      const { postman, bodyType } = bridge.call("request.get");
      return postman?.language ?? LANGUAGES[bodyType] ?? "text";
    },
    (language) => set(`${language}`.toLowerCase()),
  );
  return options;
}

/** The mode that a script gave the body, else that of the file. */
export function modeOf(bridge: Bridge): Mode {
  const { bodyType, isForm, postman } = bridge.call("request.get");
  if (postman !== undefined) return postman.mode as Mode;
  return isForm ? "urlencoded" : MODES[bodyType] ?? "raw";
}

/** The text of a raw body; what a script gives as an object is JSON. */
function textOf(raw: unknown): string {
  if (typeof raw !== "object" || raw === null) {
    return fieldText("the body", raw);
  }
  return JSON.stringify(raw);
}

function rawText(content: unknown): string | undefined {
  if (content === undefined || typeof content === "string") return content;
  if (bytesOf(content) !== undefined) return undefined;
  const text = jsonText(content as Value);
  return typeof text === "string" ? text : undefined;
}

/** A form's text, its fields as objects, or a list's own. */
export function itemsOf(form: unknown): unknown {
  const all = typeof form === "object" && form !== null && "all" in form
    ? form.all
    : undefined;
  return typeof all === "function"
    ? all.call(form)
    : typeof form === "string"
    ? formItems(form)
    : form;
}

/** The fields of a form, as written or as the text that was sent. */
export function formItems(content: unknown): FormItem[] {
  if (typeof content === "string") {
    const decode = (text: string) => {
      try {
        return decodeURIComponent(text.replaceAll("+", " "));
      } catch {
        return text;
      }
    };
    return content.split("&").filter((pair) => pair !== "").map((pair) => {
      const [name = "", ...rest] = pair.split("=");
      return formItem({ key: decode(name), value: decode(rest.join("=")) });
    });
  }
  if (!Array.isArray(content)) {
    return typeof content === "object" && content !== null
      ? Object.entries(content).map(([key, value]) => formItem({ key, value }))
      : [];
  }
  return content.filter((item) => Object(item).disabled !== true).map(formItem);
}

function formItem(value: unknown): FormItem {
  if (typeof value !== "object" || value === null) {
    throw new TypeError("Cannot set the field: give { key, value }");
  }
  const { name, key = name, value: written, file, src = file, type } =
    value as Record<string, unknown>;
  if (key === undefined || key === null) {
    throw new TypeError("Cannot set the field: it has no name");
  }
  const isFile = type === "file" || src !== undefined;
  return named<FormItem>({
    key: `${key}`,
    value: isFile
      ? (src ?? written ?? "") as string
      : fieldText(`"${key}"`, written ?? ""),
    ...type === undefined && !isFile
      ? {}
      : { type: isFile ? "file" : `${type}` },
    ...switchOf(value),
  });
}

function fields(items: readonly FormItem[]): unknown[] {
  return items.map(({ key, value, type }) => ({
    name: key,
    value,
    ...type === undefined ? {} : { type },
  }));
}

function formText(items: readonly FormItem[]): string {
  return items.map(({ key, value }) =>
    `${encodeFormText(key)}=${encodeFormText(`${value}`)}`
  ).join("&");
}
