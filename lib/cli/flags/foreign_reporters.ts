/** The reporters of newman and of Postman's command line, and Brace's; "": the console has it anyway. */
const REPORTERS: Readonly<Record<string, string>> = {
  cli: "",
  progress: "",
  emojitrain: "",
  json: "json",
  junit: "junit",
  junitfull: "junit",
  html: "html",
  htmlextra: "html",
};

/**
 * What to write for a list of reporters such as `cli,junit`, or a reporter that
 * only others have; undefined where a word of it is no reporter.
 */
export function reportersInstead(list: string): string | undefined {
  const names = list.split(",").map((name) => name.trim());
  if (!names.every((name) => Object.hasOwn(REPORTERS, name))) return undefined;
  const kinds = new Set(names.map((name) => REPORTERS[name]));
  kinds.delete("");
  return kinds.size === 0
    ? "leave it out: the console shows the run"
    : `write ${[...kinds].map((kind) => `--reporter ${kind}=FILE`).join(" ")}`;
}
