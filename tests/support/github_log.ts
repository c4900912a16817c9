/** A command of a log, with its properties. */
export type Annotation = Record<string, string | undefined> & {
  readonly level: string;
  readonly message: string;
};

/**
 * The commands in a log, read as GitHub's runner does it (`ActionCommand.cs`):
 * a line that begins with `::`, or that has `##[` anywhere. Between
 * `::stop-commands::TOKEN` and `::TOKEN::` there are none.
 */
export function commandsIn(log: string): Annotation[] {
  const commands: Annotation[] = [];
  let token: string | undefined;
  for (const line of log.split(/\r\n|\r|\n/)) {
    const command = commandOf(line);
    if (command === undefined) continue;
    if (token !== undefined) {
      if (command.level === token) token = undefined;
      continue;
    }
    if (command.level === "stop-commands") token = command.message;
    else commands.push(command);
  }
  if (token !== undefined) throw new Error("Commands stay stopped");
  return commands;
}

/** {@linkcode commandsIn} of a text that is nothing but commands. */
export function annotationsIn(text: string): Annotation[] {
  const lines = text.split("\n").length - 1;
  const commands = commandsIn(text);
  if (commands.length !== lines) throw new Error(`No commands only: ${text}`);
  return commands;
}

function commandOf(line: string): Annotation | undefined {
  const old = /##\[([^\]]+)\](.*)/s.exec(line);
  const match = /^\s*::([^ :]+)(?: ([^]*?))?::(.*)$/s.exec(line);
  if (match === null) {
    return old === null ? undefined : { level: old[1], message: old[2] };
  }
  const [, level, properties = "", message] = match;
  const pairs = properties.split(",").filter((it) => it.includes("="))
    .map((pair) => {
      const equals = pair.indexOf("=");
      return [pair.slice(0, equals).trim(), unescaped(pair.slice(equals + 1))];
    });
  return { ...Object.fromEntries(pairs), level, message: unescaped(message) };
}

function unescaped(text: string): string {
  return text.replaceAll("%0D", "\r").replaceAll("%0A", "\n")
    .replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%25", "%");
}
