/**
 * Reads an IPv4 or IPv6 address as 16 bytes; IPv4 in its mapped form
 * (`::ffff:a.b.c.d`), so that one comparison serves both. Undefined for any
 * other text; brackets are not part of an address.
 *
 * @example
 * ```ts
 * import { parseAddress } from "./ip_address.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseAddress("10.0.0.1"), parseAddress("::ffff:a00:1"));
 * ```
 */
export function parseAddress(text: string): Uint8Array | undefined {
  if (!text.includes(":")) {
    const four = parseIpv4(text);
    if (four === undefined) return undefined;
    const bytes = new Uint8Array(16);
    bytes[10] = bytes[11] = 255;
    bytes.set(four, 12);
    return bytes;
  }
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0], halves.length === 1);
  const tail = halves.length === 2 ? parseGroups(halves[1], true) : [];
  if (head === undefined || tail === undefined) return undefined;
  const length = head.length + tail.length;
  if (halves.length === 1 ? length !== 16 : length > 14) return undefined;
  const bytes = new Uint8Array(16);
  bytes.set(head);
  bytes.set(tail, 16 - tail.length);
  return bytes;
}

function parseGroups(text: string, last: boolean): number[] | undefined {
  if (text === "") return [];
  const groups = text.split(":");
  const bytes: number[] = [];
  for (const [i, group] of groups.entries()) {
    if (last && i === groups.length - 1 && group.includes(".")) {
      const four = parseIpv4(group);
      if (four === undefined) return undefined;
      bytes.push(...four);
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(group)) return undefined;
      const n = parseInt(group, 16);
      bytes.push(n >> 8, n & 255);
    }
  }
  return bytes;
}

function parseIpv4(text: string): number[] | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return undefined;
  const bytes = text.split(".").map(Number);
  return bytes.every((n) => n < 256) ? bytes : undefined;
}

/** The host that was asked about last: most requests go where the one before went. */
let asked = { host: "", isAddress: false };

/** Whether a host is an address rather than a name. */
export function isAddress(host: string): boolean {
  if (asked.host !== host) {
    asked = { host, isAddress: parseAddress(host) !== undefined };
  }
  return asked.isAddress;
}
