/** An argument of a tag: a text, another literal, or what only Insomnia evaluates. */
export type TagArgument =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "expression"; readonly text: string };

/** The arguments of a tag, which stand between commas. */
export function tagArguments(source: string): TagArgument[] {
  const found: TagArgument[] = [];
  const argument =
    /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^,]*))\s*(?:,|$)/sy;
  while (argument.lastIndex < source.length) {
    const { lastIndex } = argument;
    const match = argument.exec(source);
    if (match === null) {
      return [...found, { kind: "expression", text: source.slice(lastIndex) }];
    }
    found.push(read(match));
  }
  return found;
}

function read([, single, double, word]: RegExpExecArray): TagArgument {
  if (word !== undefined) {
    const text = word.trim();
    return /^(?:-?\d+(?:\.\d+)?|true|false|null|none|)$/i.test(text)
      ? { kind: "word", text }
      : { kind: "expression", text };
  }
  const text = (single ?? double).replace(/\\(.)/gs, "$1");
  const encoded = /^b64::([A-Za-z\d+/_=-]*)::46b$/.exec(text)?.[1];
  return {
    kind: "text",
    text: encoded === undefined ? text : decoded(encoded),
  };
}

/** Insomnia writes what could end a tag in base64. */
function decoded(text: string): string {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(
      Uint8Array.from(binary, (char) => char.charCodeAt(0)),
    );
  } catch {
    return text;
  }
}
