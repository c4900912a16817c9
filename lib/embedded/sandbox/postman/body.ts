import type {
  Bridge,
  RequestField,
} from "../../../core/script/border/bridge.ts";
import { bytesOf } from "../../../core/script/border/encode.ts";
import { formFields } from "../../../core/script/headers.ts";
import { encodeFormText } from "../../../core/render/encode.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { jsonText } from "../../../core/scope/value/value_text.ts";
import { fieldText } from "../../../core/script/headers.ts";
import {
  createPropertyList,
  named,
  type Property,
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

/** Makes `pm.request.body`: the body as written, from the response on as it was sent. */
export function createPostmanBody(bridge: Bridge): Record<string, unknown> {
  const mode = (): Mode => {
    const { bodyType, isForm } = bridge.call("request.get");
    return isForm ? "urlencoded" : MODES[bodyType] ?? "raw";
  };
  const value = () => bridge.call("request.body", false);
  const set = (field: RequestField, body: unknown) =>
    bridge.call("request.set", field, body);
  const raw = () => mode() === "raw" ? rawText(value()) : undefined;
  const list = (own: "urlencoded" | "formdata") => {
    const items = createPropertyList<FormItem>({
      read: () => formItems(value()),
      write: (all) =>
        own === "urlencoded"
          ? set("form", fields(all))
          : set("body", fields(all)),
      same: (a, b) => a === b,
      item: formItem,
      text: formText,
    });
    return () => mode() === own ? items : undefined;
  };
  const body: Record<string, unknown> = {
    isEmpty: () => {
      const content = value();
      return content === undefined || content === "" ||
        Array.isArray(content) && content.length === 0;
    },
    update: (wanted: unknown) => setPostmanBody(bridge, wanted),
    toString: () => {
      const content = value();
      return mode() === "urlencoded"
        ? formText(formItems(content))
        : rawText(content) ?? "";
    },
    toJSON: () => ({ mode: mode(), [mode()]: body[mode()] }),
  };
  property(body, "mode", mode);
  property(body, "raw", raw, (text) => setPostmanBody(bridge, text));
  property(
    body,
    "urlencoded",
    list("urlencoded"),
    (all) => setPostmanBody(bridge, { mode: "urlencoded", urlencoded: all }),
  );
  property(
    body,
    "formdata",
    list("formdata"),
    (all) => setPostmanBody(bridge, { mode: "formdata", formdata: all }),
  );
  property(
    body,
    "graphql",
    () => mode() === "graphql" ? value() : undefined,
    (it) => setPostmanBody(bridge, { mode: "graphql", graphql: it }),
  );
  return body;
}

/** Sets the body to a text, or to what `{ mode, raw | urlencoded | formdata | graphql }` says. */
export function setPostmanBody(bridge: Bridge, wanted: unknown): void {
  const set = (field: RequestField, body: unknown) =>
    bridge.call("request.set", field, body);
  if (wanted === undefined || wanted === null) return set("body", undefined);
  if (typeof wanted !== "object" || bytesOf(wanted) !== undefined) {
    return set("body", bytesOf(wanted) ?? fieldText("the body", wanted));
  }
  const { mode, raw, urlencoded, formdata, graphql } = wanted as Record<
    string,
    unknown
  >;
  switch (mode) {
    case "raw":
      return set("body", raw === undefined ? "" : textOf(raw));
    case "urlencoded":
      return set("form", formFields(itemsOf(urlencoded)));
    case "formdata":
      return set("body", fields(formItems(itemsOf(formdata))));
    case "graphql":
      return set("body", graphql);
    default:
      throw new TypeError(
        `Cannot set the body: its mode is ${
          typeof mode === "string" ? `"${mode}"` : "missing"
        }; known are raw, urlencoded, formdata and graphql`,
      );
  }
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
  const { name, key = name, value: content, src, file = src, type } =
    value as Record<string, unknown>;
  if (key === undefined || key === null) {
    throw new TypeError("Cannot set the field: it has no name");
  }
  const isFile = type === "file" || file !== undefined;
  return named<FormItem>({
    key: `${key}`,
    value: isFile
      ? (content ?? file ?? "") as string
      : fieldText(`"${key}"`, content ?? ""),
    ...type === undefined && !isFile
      ? {}
      : { type: isFile ? "file" : `${type}` },
  }, `${key}`);
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
