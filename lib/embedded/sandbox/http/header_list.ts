import type { HeaderPair } from "../../../core/script/border/bridge.ts";
import type { DisabledRow } from "../../../core/script/border/types.ts";
import { fieldText } from "../../../core/script/headers.ts";
import {
  createLiveList,
  createPropertyList,
  type LiveList,
  named,
  type Property,
  switchedOn,
  switchOf,
} from "./property_list.ts";

interface HeaderItem extends Property {
  /** The name, as collections know it. */
  readonly key: string;
}

/** Headers by name; those of a response may have several values. */
type Pairs = readonly (readonly [name: string, value: HeaderItem["value"]])[];

/** Where the headers that are switched off are read and written. */
interface DisabledHeaders {
  read(): readonly DisabledRow[];
  write(rows: readonly DisabledRow[]): void;
}

/** Makes `headerList` over headers; one without `write` cannot be changed. */
export function createHeaderList(
  read: () => Pairs,
  write?: (pairs: readonly HeaderPair[]) => void,
  disabled?: DisabledHeaders,
): Record<string, unknown> {
  // The innermost of a name counts.
  const readDisabled = () =>
    [
      ...new Map(
        (disabled?.read() ?? []).map(({ name, value }) => [name, value]),
      ),
    ]
      .map(([name, value]) => header(name, `${value}`, { disabled: true }));
  return createPropertyList<HeaderItem>({
    read: () => [
      ...readDisabled(),
      ...read().map(([name, value]) => header(name, value)),
    ],
    ...write === undefined ? {} : {
      write: (items: HeaderItem[]) => {
        write(pairsOf(switchedOn(items)));
        const off = items.filter((item) => item.disabled === true);
        if (off.length === readDisabled().length) return;
        disabled?.write(off.map(({ name, value }) => ({
          name,
          value,
          at: 0,
        })));
      },
    },
    ...HEADERS,
  });
}

/** Makes a list of headers that scripts also change in place. */
export function createLiveHeaders(
  read: () => readonly HeaderPair[],
  write: (pairs: readonly HeaderPair[]) => void,
  disabled: DisabledHeaders,
): LiveList {
  return createLiveList<HeaderItem>({
    read: () => read().map(([name, value]) => header(name, value)),
    write: (items) => write(pairsOf(items)),
    disabled,
    ...HEADERS,
    ...HEADERS_AS_OBJECT,
  });
}

/** Headers in an object, for Postman's scripts. */
export const HEADERS_AS_OBJECT = { anyCase: true, several: true };

const HEADERS = {
  same: (a: string, b: string) => a.toLowerCase() === b.toLowerCase(),
  item: headerItem,
  text: (items: readonly HeaderItem[]) =>
    items.map(({ name, value }) => `${name}: ${value}`).join("\n"),
};

/** A header from what a script gives. */
export function headerItem(value: unknown): HeaderItem {
  if (typeof value === "string") {
    const [name = "", ...rest] = value.split(":");
    return headerItem({ key: name.trim(), value: rest.join(":").trim() });
  }
  if (typeof value !== "object" || value === null) {
    throw new TypeError("Cannot set the header: give { key, value }");
  }
  const { name, key = name, value: text } = value as Record<string, unknown>;
  if (key === undefined || key === null || key === "") {
    throw new TypeError("Cannot set the header: it has no name");
  }
  return header(`${key}`, fieldText(`"${key}"`, text), switchOf(value));
}

function header(
  name: string,
  value: HeaderItem["value"],
  more: Pick<Property, "disabled"> = {},
): HeaderItem {
  return named<HeaderItem>({ key: name, value, ...more });
}

function pairsOf(items: readonly HeaderItem[]): HeaderPair[] {
  return items.map(({ name, value }) => [name, `${value}`]);
}
