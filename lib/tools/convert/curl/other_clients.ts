import type { ScriptCommand } from "./commands_in.ts";

/** Programs that send requests, and whose commands are not read. */
const CLIENT =
  /^(?:.*[/\\])?(?:invoke-restmethod|invoke-webrequest|irm|iwr|wget|https?|xhs?)(?:\.exe)?$/i;
const POWERSHELL = /^i/i;

/** The program of a command that sends a request which is not read; undefined for all others. */
export function otherClient({ words }: ScriptCommand): string | undefined {
  // PowerShell: `$answer = irm URL`; POSIX shells: `A=b wget URL`.
  const start = words[1] === "="
    ? 2
    : words.findIndex((word) => !/^\w+=/.test(word));
  const [name = "", ...rest] = words.slice(Math.max(start, 0));
  return CLIENT.test(name) && rest.length > 0 ? name : undefined;
}

/** Whether a command makes or fills the session of a request of PowerShell, which is left out itself. */
export function fillsSession(
  { words: [first = "", ...rest] }: ScriptCommand,
): boolean {
  return /^(?:\$\w+|\{\{\w+\}\})\.(?:UserAgent$|Cookies\.Add\()/i.test(first) ||
    rest[0] === "=" && /^New-Object$/i.test(rest[1] ?? "") &&
      /\bWebRequestSession\b/i.test(rest[2] ?? "");
}

/** How its request can come along. */
export function clientMessage(name: string): string {
  const way = POWERSHELL.test(name) ? ' (browsers have "Copy as cURL")' : "";
  return `Left out a request of "${name}": write it as a command of curl${way}`;
}

/**
 * Tells of one command after the other whether it is the rest of one of
 * PowerShell, whose `@{` or `(` is still open: other shells end it at the line.
 */
export function openBlocks(): (command: ScriptCommand) => boolean {
  let depth = 0;
  return (command) => {
    const name = otherClient(command);
    const isNew = command.program !== undefined || name !== undefined;
    if (isNew) depth = 0;
    const isInside = depth > 0;
    if (isInside || name !== undefined && POWERSHELL.test(name)) {
      const text = command.words.join(" ");
      depth += text.replace(/[^{(]/g, "").length -
        text.replace(/[^})]/g, "").length;
    }
    return isInside;
  };
}
