import type { HeaderPair } from "../bridge.ts";
import { fieldText } from "./headers.ts";
import { createPropertyList, type Property } from "./property_list.ts";

interface HeaderItem extends Property {
  /** The name, as some collections call it. */
  readonly key: string;
}

/** Makes `headerList` over headers; one without `write` cannot be changed. */
export function createHeaderList(
  read: () => readonly HeaderPair[],
  write?: (pairs: readonly HeaderPair[]) => void,
): Record<string, unknown> {
  return createPropertyList<HeaderItem>({
    read: () => read().map(([name, value]) => ({ name, key: name, value })),
    ...write === undefined ? {} : {
      write: (items: HeaderItem[]) =>
        write(items.map(({ name, value }) => [name, value])),
    },
    same: (a, b) => a.toLowerCase() === b.toLowerCase(),
    item: headerItem,
  });
}

function headerItem(value: unknown): HeaderItem {
  if (typeof value === "string") {
    const [name = "", ...rest] = value.split(":");
    return named(name.trim(), rest.join(":").trim());
  }
  const { name, key, value: text } = value as Record<string, unknown>;
  return named(`${name ?? key}`, fieldText(`"${name ?? key}"`, text));
}

function named(name: string, value: string): HeaderItem {
  return { name, key: name, value };
}
