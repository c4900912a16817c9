/** How a text that cannot be parsed names what it sets: in quotes, which may be escaped, as a name, as a line of `vars`. */
export function settingPattern(name: string): RegExp {
  // Node 20 has no `RegExp.escape`.
  const word = name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(
    `["'\`]${word}\\\\?["'\`]|\\bname:[ \\t]*${word}(?![\\w-])|^[ \\t]*${word}[ \\t]*:`,
    "m",
  );
}
