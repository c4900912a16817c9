/** Percent-encodes all but unreserved characters and `!*'()`, as one segment or value (RFC 3986, section 2). */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Undoes percent-encoding; a text whose escapes are broken stays as it is. */
export function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Encodes a form's name or value (WHATWG URL, application/x-www-form-urlencoded serializing). */
export function encodeFormText(text: string): string {
  return encodeComponent(text)
    .replace(
      /[!'()~]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    .replaceAll("%20", "+");
}
