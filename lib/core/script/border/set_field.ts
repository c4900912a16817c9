import type { Value } from "../../scope/value/value.ts";
import type { RequestField } from "./bridge.ts";
import { messageViews } from "./message_views.ts";
import {
  type DisabledRow,
  type DisabledRows,
  type PostmanBodyView,
  SCRIPT_AUTH_TYPES,
  type ScriptAuth,
  type ScriptContext,
} from "./types.ts";

/** Sets what a script changes of its request; the value comes from the script's side. */
export function setField(
  { request }: ScriptContext,
  field: RequestField,
  value: unknown,
): void {
  switch (field) {
    case "method":
      request.method = `${value}`;
      return;
    case "url":
      request.url = `${value}`;
      return;
    case "pathParams":
      request.pathParams = textPairs(value).map(([name, value]) => ({
        name,
        value,
      }));
      return;
    case "headers":
      request.headers = textPairs(value);
      return;
    case "disabled":
      request.disabled = { ...request.disabled, ...disabledRows(value) };
      return;
    case "omitHeaders":
      request.omitHeaders = Array.isArray(value) ? value.map(String) : [];
      return;
    case "body":
    case "form":
      request.body = value as Value | Uint8Array | undefined;
      if (field === "form") request.isForm = true;
      else delete request.isForm;
      request.disabled = { ...request.disabled, fields: [] };
      // What is set without a mode goes by the Content-Type again.
      delete request.postman;
      return;
    case "postman":
      request.postman = postmanBody(value);
      return;
    case "auth":
      request.auth = scriptAuth(value);
      return;
    case "timeout":
      request.timeout = Number(value);
      return;
    case "maxRedirects":
      request.maxRedirects = Number(value);
      return;
    case "rawResponse":
      request.rawResponse = value === true;
      return;
    case "onFail":
      request.onFail = `${value}`;
      return;
    case "messages":
      request.messages = messageViews(value);
      return;
    default:
      field satisfies never;
  }
}

function postmanBody(value: unknown): PostmanBodyView {
  const { mode, language, disabled } = Object(value) as Record<string, unknown>;
  return {
    mode: `${mode}`,
    ...(language !== undefined && { language: `${language}` }),
    ...(disabled === true && { disabled }),
  };
}

function scriptAuth(value: unknown): ScriptAuth {
  const { type: wanted, fields } = Object(value) as Record<string, unknown>;
  const type = SCRIPT_AUTH_TYPES.find((it) => it === wanted);
  if (type === undefined) {
    throw new TypeError(
      `Cannot set auth of type "${wanted}": a script sets ${
        SCRIPT_AUTH_TYPES.join(", ")
      } (write others in the request's file)`,
    );
  }
  return { type, fields: textPairs(fields) };
}

function disabledRows(value: unknown): Partial<DisabledRows> {
  return Object.fromEntries(
    Object.entries(Object(value)).map(([kind, rows]) => [
      kind,
      Array.isArray(rows) ? rows.map(disabledRow) : [],
    ]),
  );
}

function disabledRow(row: unknown): DisabledRow {
  const { name, value, type, at } = Object(row) as Record<string, unknown>;
  return {
    name: `${name}`,
    value: Array.isArray(value)
      ? value.map(String)
      : value === null
      ? null
      : `${value}`,
    ...(type !== undefined && { type: `${type}` }),
    at: Number(at),
  };
}

/** Names and values of a list of pairs, as texts. */
export function textPairs(value: unknown): [name: string, value: string][] {
  if (!Array.isArray(value)) return [];
  return value.map((pair) => [`${pair?.[0]}`, `${pair?.[1]}`]);
}
