/** What is wrong with a JSONPath, and at which offset in it. */
export interface JsonPathFlaw {
  readonly why: string;
  readonly offset: number;
}

/** What the JSONPath library says of a path that it refuses; undefined for any other error. */
export function jsonPathFlaw(
  path: string,
  error: unknown,
): JsonPathFlaw | undefined {
  const { message, token } = error as {
    readonly message: string;
    readonly token?: { readonly index: number };
  };
  if (token === undefined) return undefined;
  return {
    // The library has no words for these.
    why: /(?:^|\.)\s*$/.test(path)
      ? "it ends too early"
      : message.replace(/ \('[^]*':\d+\)$/, "").replace(/ +/g, " "),
    offset: Math.min(token.index, Math.max(0, path.length - 1)),
  };
}

/** The same as text, for a message that points to no place. */
export function jsonPathFlawText(path: string, error: unknown): string {
  const flaw = jsonPathFlaw(path, error);
  return flaw === undefined
    ? (error as Error).message
    : `${flaw.why} (at character ${flaw.offset + 1})`;
}

/** What such a text says, for a message that points to the place. */
export function flawFromText(text: string): {
  readonly why: string;
  readonly offset?: number;
} {
  const [why, character] = text.split(/ \(at character (\d+)\)$/);
  return {
    why,
    ...(character !== undefined && { offset: Number(character) - 1 }),
  };
}
