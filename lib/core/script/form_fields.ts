import { fieldText } from "./headers.ts";

/** One field of a form. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

/**
 * The fields of a form as scripts write one: an object's members, pairs,
 * `{ name, value }` items (those with `enabled: false` left out), or
 * `URLSearchParams`. A list as a value gives a field for each; members that
 * are undefined are left out, null is empty.
 *
 * @throws {TypeError} It is something else, or a value has no text.
 */
export function formFields(form: unknown): Field[] {
  if (typeof form !== "object" || form === null || form instanceof Date) {
    throw notForm();
  }
  if (Symbol.iterator in form) {
    return [...form as Iterable<unknown>].flatMap((item) => {
      if (Array.isArray(item) && item.length === 2) {
        return fieldsOf(item[0], item[1]);
      }
      const { name, key = name, value, enabled, disabled } = Object(item);
      if (key === undefined || Array.isArray(item)) throw notForm();
      if (enabled === false || disabled === true) return [];
      return fieldsOf(key, value ?? "");
    });
  }
  return Object.entries(form).flatMap(([name, value]) => fieldsOf(name, value));
}

/** Whether it is `URLSearchParams`, of whichever realm. */
export function isSearchParams(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && "append" in value &&
    "getAll" in value && "sort" in value;
}

function fieldsOf(name: unknown, value: unknown): Field[] {
  const key = fieldText("a form field's name", name);
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => one !== undefined).map((one) => ({
    name: key,
    value: one === null ? "" : fieldText(`the form field "${key}"`, one),
  }));
}

function notForm(): TypeError {
  return new TypeError(
    "Cannot make a form of the body: give an object, pairs such as [name, value], or URLSearchParams",
  );
}
