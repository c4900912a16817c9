import { type AccountCounts, sumCounts } from "../counts.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import type { HttpEnvironment } from "./http_environments.ts";
import type { ImportNote } from "../types.ts";
import {
  COMMENT,
  FILE_VARIABLE,
  HOLDS_REQUESTS,
  isAssertion,
  isDirective,
  OPTION,
  PROMPT,
  requestFrom,
  SCRIPT_AFTER,
  SCRIPT_BEFORE,
} from "./http_file.ts";

/** What a `.http` file holds, found line by line. */
interface HttpCount {
  readonly requests: number;
  readonly variables: number;
  readonly scripts: number;
  /** The lines, from 1, that name a saved response: `<> file`. */
  readonly saved: readonly number[];
  /** The lines of scripts that no request follows. */
  readonly alone: readonly number[];
  /** The lines of prompts that no request follows. */
  readonly asked: readonly number[];
}

/**
 * Counts what `.http` files and the files of environments beside them hold: a
 * request is a request line of any protocol, a variable a line `@name = value`
 * or `# @prompt name`, as often as it is there, or a member of an environment (`$shared` as well), an
 * environment its name; a script is a handler, a block of httpyac or the name
 * of a file with one; an example is a response that `<>` names.
 */
export function countHttp(
  texts: Iterable<string>,
  environments: Iterable<HttpEnvironment>,
): AccountCounts {
  const names = new Set<string>();
  const parts: Partial<AccountCounts>[] = [];
  for (const { name, data } of environments) {
    if (name !== "$shared") names.add(name);
    parts.push({ variables: Object.keys(data).length });
  }
  for (const text of texts) {
    const { saved, requests, variables, scripts } = countFile(text);
    parts.push({ requests, variables, scripts, examples: saved.length });
  }
  return sumCounts([...parts, { environments: names.size }]);
}

/** What of a file is in no request: each line of it named. */
export function httpLosses(file: string, text: string): ImportNote[] {
  const { saved, alone, asked } = countFile(text);
  return [
    ...saved.map((line): ImportNote => ({
      kind: "changed",
      message: "Left out a saved response, which is in a separate file",
      source: { file, line },
      lost: { examples: 1 },
    })),
    ...alone.map((line): ImportNote => ({
      kind: "person",
      message: "Left out a script that no request follows",
      source: { file, line },
      lost: { scripts: 1 },
    })),
    ...asked.map((line): ImportNote => ({
      kind: "person",
      message:
        "Left out a prompt that no request follows: write it before the requests that use it",
      source: { file, line },
      lost: { variables: 1 },
    })),
  ];
}

function countFile(text: string): HttpCount {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const saved: number[] = [];
  const alone: number[] = [];
  const asked: number[] = [];
  let [requests, variables, scripts] = [0, 0, 0];
  // Before the request line of a section, right below it, or further down.
  let place: "head" | "headers" | "body" = "head";
  let [holdsRequests, searched] = [false, 0];
  let [waiting, questions]: number[][] = [[], []];
  const begin = (isFollowed: boolean) => {
    if (!isFollowed) {
      pushAll(alone, waiting);
      pushAll(asked, questions);
    }
    [waiting, questions] = [[], []];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line.startsWith("###")) {
      begin(false);
      [place, holdsRequests] = ["head", false];
      continue;
    }
    if (place !== "body") {
      if (FILE_VARIABLE.test(line)) variables++;
      else if (COMMENT.test(line) && PROMPT.test(line)) {
        variables++;
        if (place === "head") questions.push(at + 1);
      }
      if (FILE_VARIABLE.test(line) || COMMENT.test(line)) continue;
    }
    if (place === "headers") {
      if (HOLDS_REQUESTS.test(line)) holdsRequests = true;
      if (line.trim() !== "" && IN_HEADERS.test(line)) continue;
      place = "body";
    }
    const isHead: boolean = place === "head";
    const [handler, named]: RegExp[] = isHead
      ? [/^\s*<\s*\{%/, SCRIPT_BEFORE]
      : [/^\s*[<>]\s*\{%/, SCRIPT_AFTER];
    if (isHead && /^\s*\/\*/.test(line)) {
      const end = endOf(lines, at, /\*\/\s*$|^###/);
      at = /^###/.test(lines[end] ?? "") ? end - 1 : end;
    } else if (isHead && /^\s*fragment\s+\w+\s+on\s+\w/.test(line)) {
      at = fragmentEnd(lines, at);
    } else if (handler.test(line)) {
      const end = endOf(lines, at, /%\}\s*$/);
      const code = lines.slice(at, end + 1).join("\n")
        .replace(handler, "").replace(/%\}\s*$/, "");
      if (code.trim() !== "") {
        scripts++;
        if (isHead) waiting.push(at + 1);
      }
      at = end;
    } else if (named.test(line)) {
      scripts++;
      if (isHead) waiting.push(at + 1);
    } else if (/^\{\{[@+]?\w*\s*$/.test(line)) {
      const end = endOf(lines, at + 1, /^\}\}\s*$/);
      if (lines.slice(at + 1, end).some((one) => one.trim() !== "")) scripts++;
      at = end;
    } else if (isHead && /^proto\s+</i.test(line)) {
      while (OPTION.test(lines[at + 1] ?? "")) at++;
    } else if (isHead) {
      if (line.trim() === "" || isAssertion(line) || isDirective(line)) {
        continue;
      }
      requests++;
      begin(true);
      place = /^curl(?:\.exe)?\s/i.test(line.trim()) ? "body" : "headers";
    } else if (/^\s*<>\s*\S/.test(line)) saved.push(at + 1);
    else if (
      !holdsRequests && at >= searched && lines[at - 1].trim() === ""
    ) {
      const next = requestFrom(lines, at);
      searched = next.line;
      // Its head is read again, as one.
      if (next.isNext) [place, at] = ["head", at - 1];
    }
  }
  begin(false);
  return { requests, variables, scripts, saved, alone, asked };
}

/** What may stand right below a request line: a header, a part of the URL, an assertion. */
const IN_HEADERS = /^\s*(?:[^:\s]+\s*:|\?|&|\.\.\.)|^\s+[^\s<>]/;

/** The first line from one on that has an end; the last one where none has. */
function endOf(lines: readonly string[], from: number, end: RegExp): number {
  for (let at = from; at < lines.length; at++) {
    if (end.test(lines[at])) return at;
  }
  return lines.length;
}

/** The line that closes the braces of a fragment of GraphQL. */
function fragmentEnd(lines: readonly string[], from: number): number {
  let open = 0;
  let isOpened = false;
  for (let at = from; at < lines.length; at++) {
    if (lines[at].startsWith("###")) return at - 1;
    for (const [brace] of lines[at].replace(/#.*/, "").matchAll(/[{}]/g)) {
      open += brace === "{" ? 1 : -1;
      isOpened = true;
    }
    if (isOpened && open <= 0) return at;
  }
  return lines.length;
}
