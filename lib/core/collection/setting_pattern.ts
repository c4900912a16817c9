import { literalPattern } from "../source/literal_pattern.ts";

/** How a text that cannot be parsed names what it sets: in quotes, which may be escaped, as a name, as a line of `vars`. */
export function settingPattern(name: string): RegExp {
  const word = literalPattern(name);
  return new RegExp(
    `["'\`]${word}\\\\?["'\`]|\\bname:[ \\t]*${word}(?![\\w-])|^[ \\t]*${word}[ \\t]*:`,
    "m",
  );
}
