import type { DocRow } from "./script_docs.ts";

/** What is said of the generators that need no library. */
export const GENERATOR_DOCS: readonly DocRow[] = [
  { members: ["$uuid", "$guid", "$randomUUID"], about: "a version 4 UUID" },
  { members: ["$timestamp"], about: "seconds since 1970" },
  {
    members: ["$isoTimestamp"],
    about: "such as `2026-01-31T12:00:00.000Z`",
  },
  {
    members: ["$date('YYYY-MM-DD', '+1d')"],
    about: "now, moved and formatted; `iso`, `unix` and `ms` are formats too",
  },
  {
    members: ["$randomInt(1, 6)"],
    about: "a whole number, both ends included; 0 to 1000",
  },
  { members: ["$randomFloat(0, 1)"], about: "a number" },
  {
    members: ["$randomString(16)", "$randomHex(16)"],
    about: "letters and digits; hexadecimal digits",
  },
];

/** What is said of generators with fake data, by their names. */
export function aboutFakeData(name: string): string {
  const words = name.replace(/^random/, "").replace(
    /[A-Z]+(?![a-z])|[A-Z]/g,
    (letters) => ` ${letters.length > 1 ? letters : letters.toLowerCase()}`,
  ).trim();
  return `fake data: ${words}`;
}
