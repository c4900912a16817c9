/** Ways in which a secret is written on its way to a report. */
export const encodings: readonly {
  readonly name: string;
  readonly encode: (text: string) => string;
}[] = [
  { name: "itself", encode: (text) => text },
  { name: "base64", encode: (text) => bytes(text).toBase64() },
  {
    name: "base64url",
    encode: (text) =>
      bytes(text).toBase64({ alphabet: "base64url", omitPadding: true }),
  },
  { name: "hex", encode: (text) => bytes(text).toHex() },
  {
    name: "hex in upper case",
    encode: (text) => bytes(text).toHex().toUpperCase(),
  },
  { name: "percent", encode: encodeURIComponent },
  {
    name: "percent in lower case",
    encode: (text) =>
      encodeURIComponent(text).replace(
        /%../g,
        (escape) => escape.toLowerCase(),
      ),
  },
  {
    name: "percent of every byte",
    encode: (text) =>
      [...bytes(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
        .join(""),
  },
  {
    name: "form",
    encode: (text) => new URLSearchParams([["", text]]).toString().slice(1),
  },
  { name: "JSON", encode: (text) => JSON.stringify(text).slice(1, -1) },
  {
    name: "JSON in ASCII",
    encode: (text) =>
      JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/").replace(
        /[\u007f-\uffff<>&'+]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      ),
  },
  {
    name: "HTML",
    encode: (text) =>
      text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(
        ">",
        "&gt;",
      ).replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
  },
  {
    name: "XML",
    encode: (text) =>
      text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(
        ">",
        "&gt;",
      ).replaceAll('"', "&quot;").replaceAll("'", "&apos;"),
  },
  {
    name: "HTML in hexadecimal",
    encode: (text) =>
      text.replace(
        /[^a-zA-Z0-9]/gu,
        (character) => `&#x${character.codePointAt(0)!.toString(16)};`,
      ),
  },
];

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
