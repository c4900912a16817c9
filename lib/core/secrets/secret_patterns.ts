import type { SecretPattern } from "./automaton.ts";

/**
 * Every form of a secret that is found as it stands, without decoding the text:
 * itself, its UTF-8 read as Latin-1 (what header values look like), hex, and
 * base64 and base64url at each of the three places that it can have in a longer
 * content. Together with the decoders this is the list of encodings.
 */
export function patternsOf(secret: string): SecretPattern[] {
  const utf8 = new TextEncoder().encode(secret);
  const mojibake = latin1(utf8);
  const patterns: SecretPattern[] = [{ text: secret }];
  const contents: Uint8Array[] = [utf8];
  if (mojibake !== secret) {
    patterns.push({ text: mojibake });
    // btoa() in scripts encodes Latin-1.
    if (/^[\0-\xff]*$/.test(secret)) contents.push(bytesOf(secret));
  }
  // A content that is encoded as a whole holds the secret in its own escapes.
  for (const form of escaped(secret)) {
    if (form !== secret) contents.push(new TextEncoder().encode(form));
  }
  for (const content of contents) {
    patterns.push(...base64Patterns(content));
    const hex = Array.from(content, hexOf).join("");
    patterns.push({ text: hex }, { text: hex.toUpperCase() });
  }
  return patterns;
}

function escaped(secret: string): string[] {
  return [
    JSON.stringify(secret).slice(1, -1),
    percent(secret),
    html(secret, "&#39;"),
    html(secret, "&apos;"),
  ];
}

function html(text: string, apostrophe: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;").replaceAll('"', "&quot;")
    .replaceAll("'", apostrophe);
}

/** Base64 as it stands in a content that has 0, 1 or 2 bytes before it in the group of three. */
function base64Patterns(content: Uint8Array): SecretPattern[] {
  const patterns: SecretPattern[] = [];
  for (const lead of [0, 1, 2]) {
    const bytes = new Uint8Array(lead + content.length);
    bytes.set(content, lead);
    const encoded = btoa(latin1(bytes)).replace(/=+$/, "");
    // The first and the last character can hold bits of the neighbours.
    const from = lead === 0 ? 0 : lead + 1;
    const open = bytes.length % 3 !== 0;
    const text = encoded.slice(from, open ? -1 : undefined);
    const edges = { before: lead !== 0, after: open };
    patterns.push({ text, edges });
    const url = text.replaceAll("+", "-").replaceAll("/", "_");
    if (url !== text) patterns.push({ text: url, edges });
  }
  return patterns;
}

// Uint8Array has its own way, in Node from version 25.
function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

function percent(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
