import { type Counts, sumCounts } from "../counts.ts";
import { isMapping, members } from "../json.ts";

/** What a `.http` file holds, found line by line. */
interface HttpCount {
  readonly requests: number;
  readonly variables: number;
  readonly scripts: number;
  /** The lines, from 1, that name a saved response: `<> file`. */
  readonly saved: readonly number[];
}

/**
 * Counts what `.http` files and the files of environments beside them hold: a
 * request is a request line of any protocol, a variable a line `@name = value`,
 * as often as it is there, or a member of an environment (`$shared` as well), an
 * environment its name; a script is a handler, a block of httpyac or the name
 * of a file with one; an example is a response that `<>` names.
 */
export function countHttp(
  texts: Iterable<string>,
  environmentFiles: Iterable<string>,
): Counts {
  const names = new Set<string>();
  const parts: Partial<Counts>[] = [];
  for (const text of environmentFiles) {
    for (const [name, data] of Object.entries(members(parseJson(text)))) {
      if (!isMapping(data)) continue;
      if (name !== "$shared") names.add(name);
      parts.push({ variables: Object.keys(data).length });
    }
  }
  for (const text of texts) {
    const { saved, ...counts } = countFile(text);
    parts.push({ ...counts, examples: saved.length });
  }
  return sumCounts([...parts, { environments: names.size }]);
}

/** The lines that name saved responses. */
export function savedResponses(text: string): readonly number[] {
  return countFile(text).saved;
}

function countFile(text: string): HttpCount {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const saved: number[] = [];
  let [requests, variables, scripts] = [0, 0, 0];
  let isHead = true;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line.startsWith("###")) {
      isHead = true;
      continue;
    }
    const opens = isHead ? /^\s*<\s*\{%/ : /^\s*[<>]\s*\{%/;
    const names = isHead ? /^\s*<\s+\S+\.js\s*$/ : /^\s*[<>]\s+\S+\.js\s*$/;
    if (isHead && /^@[^\s=]+\s*=/.test(line)) variables++;
    else if (isHead && /^\s*(?:#|\/\/)/.test(line)) continue;
    else if (opens.test(line)) {
      const end = endOf(lines, at, /%\}\s*$/);
      const code = lines.slice(at, end + 1).join("\n")
        .replace(opens, "").replace(/%\}\s*$/, "");
      if (code.trim() !== "") scripts++;
      at = end;
    } else if (names.test(line) && !/^\s*<\s+\S+\.js\s*$/.test(line)) scripts++;
    else if (isHead && names.test(line)) scripts++;
    else if (/^\{\{[@+]?\w*\s*$/.test(line)) {
      const end = endOf(lines, at + 1, /^\}\}\s*$/);
      if (lines.slice(at + 1, end).some((one) => one.trim() !== "")) scripts++;
      at = end;
    } else if (!isHead && /^\s*<>\s*\S/.test(line)) saved.push(at + 1);
    else if (isHead && line.trim() !== "") {
      requests++;
      isHead = false;
    }
  }
  return { requests, variables, scripts, saved };
}

/** The first line from one on that has an end; the last one where none has. */
function endOf(lines: readonly string[], from: number, end: RegExp): number {
  for (let at = from; at < lines.length; at++) {
    if (end.test(lines[at])) return at;
  }
  return lines.length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}
