/** Makes node's `querystring`: a name that occurs twice has a list. */
export function createQueryString(): Record<string, unknown> {
  const parse = (
    text: unknown,
    separator = "&",
    equals = "=",
  ): Record<string, string | string[]> => {
    const out: Record<string, string | string[]> = Object.create(null);
    for (const part of `${text ?? ""}`.split(separator)) {
      if (part === "") continue;
      const at = part.indexOf(equals);
      const name = unescape(at < 0 ? part : part.slice(0, at));
      const value = at < 0 ? "" : unescape(part.slice(at + equals.length));
      const before = out[name];
      if (before === undefined) out[name] = value;
      else if (Array.isArray(before)) before.push(value);
      else out[name] = [before, value];
    }
    return out;
  };
  const stringify = (value: unknown, separator = "&", equals = "="): string =>
    Object.entries(value ?? {}).flatMap(([name, inner]) =>
      [inner].flat().map((one) =>
        `${escape(name)}${equals}${escape(primitive(one))}`
      )
    ).join(separator);
  return {
    parse,
    stringify,
    decode: parse,
    encode: stringify,
    escape,
    unescape,
  };
}

/** Node writes nothing for what is not text, number, bigint or boolean. */
function primitive(value: unknown): string {
  return ["string", "number", "bigint", "boolean"].includes(typeof value)
    ? `${value}`
    : "";
}

function escape(text: unknown): string {
  return encodeURIComponent(`${text}`);
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
