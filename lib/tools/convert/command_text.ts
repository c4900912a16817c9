/** A line of curl, grpcurl, websocat or wscat; a text may be piped into it. */
export const COMMAND =
  /^[ \t]*(?:\$[ \t]+)?(?:(?:echo|printf)[ \t][^\n|]*\|[ \t]*)?(?:(?:grp)?curl|websocat|wscat)(?:\.exe)?\s/im;

/** Such a command behind another one, an assignment or `sudo`, or in `$(…)`, as scripts have it. */
export const IN_SCRIPT =
  /(?:[;&|(`]|^[ \t]*(?:sudo|time|(?:export[ \t]+)?\w+=\S*)[ \t])[ \t]*(?:(?:grp)?curl|websocat|wscat)(?:\.exe)?\s/im;

/** Lines that a command may have above it: comments, assignments, and options of the shell. */
const ABOVE = /^[ \t]*(?:#.*|set[ \t].*|(?:export[ \t]+)?\w+=.*)?$/;

/** Whether a text begins with a command that is imported, as documentation shows it. */
export function isCommand(text: string): boolean {
  return COMMAND.test(text.trimStart().split("\n", 1)[0] + "\n");
}

/** Whether a text that is pasted is a command, maybe below comments and assignments: prose that has one is none. */
export function isPastedCommand(text: string): boolean {
  const lines = text.split(/\r\n?|\n/);
  const line = lines.find((one) =>
    !ABOVE.test(one) || IN_SCRIPT.test(`${one}\n`)
  );
  if (line === undefined) return false;
  return isCommand(line) || IN_SCRIPT.test(`${line}\n`);
}
