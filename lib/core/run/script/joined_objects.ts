import { locationOf } from "../../source/diagnostic.ts";
import type { Text } from "../../source/origin.ts";
import { type RunState, warn } from "../run_state.ts";
import type { ChangedRequest } from "./apply_draft.ts";

const PROMISE = "[object Promise]";
const OBJECT = "[object Object]";

const WHY = new Map([
  [PROMISE, 'a promise became text (write "await" before what gives it)'],
  [
    OBJECT,
    "an object became text (write the member that you mean, or use JSON.stringify)",
  ],
]);

/** Warns of promises and objects that scripts joined with text and wrote into the request. */
export function warnOfJoined(
  state: RunState,
  { request, written = [] }: ChangedRequest,
): void {
  for (const text of written) {
    const isUrl = text === request.url;
    const found = isUrl
      ? piecesOf(text.text).map(joinedIn).find((it) => it !== undefined)
      : joinedIn(text.text);
    if (found === undefined) continue;
    warn(state, {
      code: "SCRIPT_ERROR",
      severity: "warning",
      message: `Sent "${found}" in ${
        isUrl ? "the URL" : placeOf(text, request)
      }: in a script, ${WHY.get(found)}`,
      location: locationOf(text.at),
    });
  }
}

/** Warns of one that a script gives a variable, which may go out much later. */
export function warnOfJoinedValue(
  state: RunState,
  name: string,
  value: unknown,
): void {
  const found = typeof value === "string" ? joinedIn(value) : undefined;
  const by = state.scripts?.running;
  if (found === undefined || by === undefined) return;
  warn(state, {
    code: "SCRIPT_ERROR",
    severity: "warning",
    message: `Set the variable "${name}" to a text with "${found}": ${
      WHY.get(found)
    }`,
    location: locationOf(by.at, { place: "script", ...callIn(by.code, name) }),
  });
}

/** The name in the last call of a script that sets a variable of that name; the engine does not tell the place. */
function callIn(code: string, name: string) {
  const calls =
    /(?:\bset(?:\w*Var)?|\.set)\s{0,9}\(\s{0,99}(["'`])((?:(?!\1).){1,200})\1/dg;
  const call = [...code.matchAll(calls)].findLast((it) => it[2] === name);
  return call && { offset: call.indices![2]![0], length: name.length };
}

/** Among other words only a promise is a mistake for certain. */
function joinedIn(text: string): string | undefined {
  if (text.includes(PROMISE)) return PROMISE;
  return /^(?:[\w-]+\s+)?\[object Object\]$/.test(text) ? OBJECT : undefined;
}

/** The values in a URL. */
function piecesOf(url: string): string[] {
  return url.split(/[/?&=#]/).map((piece) => {
    try {
      return decodeURIComponent(piece.replaceAll("+", " "));
    } catch {
      return piece;
    }
  });
}

function placeOf(
  text: Text,
  { headers }: ChangedRequest["request"],
): string {
  const header = headers.find(({ value }) => value === text);
  if (header) return `the header "${header.name.text}"`;
  const { path } = text.at;
  if (path.includes("params")) return "a path parameter";
  if (path.includes("message")) return "a message";
  return path.includes("auth") ? "the auth" : "the body";
}
