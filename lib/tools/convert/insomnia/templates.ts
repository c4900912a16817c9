/**
 * A text of Insomnia as a template of Brace's: `{{ _.name }}` loses its prefix,
 * tags that have a generator become it. Tags that nothing stands for stay, and
 * are given to `onTag`.
 */
export function toTemplate(text: string, onTag: (tag: string) => void): string {
  return text
    .replace(/\{\{\s*_(?:\.([\w$.-]+)|\[\s*(['"])(.*?)\2\s*\])\s*\}\}/g, (
      _,
      path?: string,
      _quote?: string,
      name?: string,
    ) => `{{${path ?? name}}}`)
    .replace(/\{\{\s*([\w.-]+)\s*\}\}/g, "{{$1}}")
    .replace(/\{%\s*([\w.]+)(.*?)%\}/gs, (tag, name: string, rest: string) => {
      const made = generator(name, rest);
      if (made === undefined) onTag(tag);
      return made ?? tag;
    });
}

/** What the tag `now` writes, by its first argument. */
const NOW: Readonly<Record<string, string>> = {
  "iso-8601": "{{$isoTimestamp}}",
  unix: "{{$timestamp}}",
};

function generator(name: string, rest: string): string | undefined {
  const [first] = /['"](.*?)['"]/.exec(rest)?.slice(1) ?? [];
  switch (name) {
    case "uuid":
      return "{{$uuid}}";
    case "timestamp":
      return "{{$timestamp}}";
    case "now":
      return NOW[first ?? "iso-8601"];
    case "prompt":
      return first ? `{{?${first}}}` : undefined;
    default:
      return undefined;
  }
}
