import type { HeaderPair } from "../../border/bridge.ts";
import { fieldText } from "./headers.ts";
import { createPropertyList, named, type Property } from "./property_list.ts";

interface HeaderItem extends Property {
  /** The name, as collections know it. */
  readonly key: string;
}

/** Makes `headerList` over headers; one without `write` cannot be changed. */
export function createHeaderList(
  read: () => readonly HeaderPair[],
  write?: (pairs: readonly HeaderPair[]) => void,
): Record<string, unknown> {
  return createPropertyList<HeaderItem>({
    read: () => read().map(([name, value]) => header(name, value)),
    ...write === undefined ? {} : {
      write: (items: HeaderItem[]) =>
        write(items.map(({ name, value }) => [name, value])),
    },
    same: (a, b) => a.toLowerCase() === b.toLowerCase(),
    item: headerItem,
    text: (items) =>
      items.map(({ name, value }) => `${name}: ${value}`).join("\n"),
  });
}

function headerItem(value: unknown): HeaderItem {
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
  return header(`${key}`, fieldText(`"${key}"`, text));
}

function header(name: string, value: string): HeaderItem {
  return named<HeaderItem>({ key: name, value }, name);
}
