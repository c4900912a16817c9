import type { PlaceholderProblem } from "../scope/problems/problem.ts";
import type { PlaceholderPart, Template } from "../template/types.ts";

const IN_SETTINGS = 'set "encodeUrl: true" in the request\'s settings';

/** Problems of a text or a request that a program gives, which has no settings: its option is meant. */
export function forProgram<T extends { readonly message: string }>(
  problems: readonly T[],
): T[] {
  return problems.map((one) =>
    one.message.includes(IN_SETTINGS)
      ? {
        ...one,
        message: one.message.replace(IN_SETTINGS, 'give "encodeUrl: true"'),
      }
      : one
  );
}

/** The problem of a value in a URL. */
function problem({ text }: PlaceholderPart, why: string): PlaceholderProblem {
  return { code: "INVALID_URL", message: `Cannot write "{{${text}}}" ${why}` };
}

/** A value that is too long when it is encoded. */
export function tooLongEncoded(
  part: PlaceholderPart,
  { message }: Error,
): PlaceholderProblem {
  return { ...problem(part, `into the URL: ${message}`), code: "LIMIT" };
}

/** A `#` in a value; `encodeUrl` leaves one behind the host as it is. */
export function cutsOff(
  part: PlaceholderPart,
  { encodeUrl, isData }: {
    readonly encodeUrl?: boolean;
    readonly isData: boolean;
  },
): PlaceholderProblem {
  const wayOut = encodeUrl
    ? `write "/" before ${isData ? "the placeholder" : "it"}`
    : IN_SETTINGS;
  return problem(
    part,
    `into the URL: its value holds "#", which would cut the URL off (${wayOut})`,
  );
}

/** An `&` in a value of a parameter that the file writes as one; `encodeUrl` leaves that of a file as it is. */
export function splitsQuery(
  { text }: PlaceholderPart,
  isData: boolean,
): PlaceholderProblem {
  const wayOut = isData ? IN_SETTINGS : "write %26";
  return {
    code: "INVALID_URL",
    severity: "warning",
    message:
      `The "&" in the value of "{{${text}}}" begins another query parameter (${wayOut} to send it in the value)`,
  };
}

/** A value holds what no value may hold in a host. */
export function notInHost(
  part: PlaceholderPart,
  character: string,
): PlaceholderProblem {
  return problem(
    part,
    `into the host of the URL: its value holds "${character}" (write "${character}" in the URL itself)`,
  );
}

/** A value ends the host, where a file goes on with it. */
export function cutsHost(part: PlaceholderPart): PlaceholderProblem {
  return problem(
    part,
    'into the host of the URL: its value ends the host, and text of the host follows (write "/" in the URL itself)',
  );
}

/** A value ends the host, where user name and password stand. */
export function notBeforeAt(part: PlaceholderPart): PlaceholderProblem {
  return problem(
    part,
    'before the "@" of the URL: its value holds "/", "?" or "#", which ends the host (percent-encode it)',
  );
}

/** A run-time value goes on with the host that another value opened. */
export function changesHost(part: PlaceholderPart): PlaceholderProblem {
  return problem(
    part,
    'behind the host of the URL: its value does not begin with "/", "?" or "#" and would change the host (write "/" before the placeholder)',
  );
}

/** All that ends a host, or hides one before it. */
export const NOT_IN_AUTHORITY = /[/?#@\\]/;
/** A scheme with its slashes, or the slashes alone. */
export const OWN_SCHEME = /^\s*(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\//;

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;

/** Text that goes on with a host, a port or a scheme, whatever stands before it. */
const CONTINUES_HOST = /^(?:[.@-]|:(?:$|[/\d]))/;

/** What a run-time value that is the host may not hold where the text `behind` follows it; `isGiven`: the command line has it. */
export function flawOfLeading(
  text: string,
  behind: string,
  isGiven: boolean,
): string | undefined {
  if (/^[/?#]/.test(behind)) return undefined;
  const rest = text.replace(OWN_SCHEME, "");
  if (rest !== text && !CONTINUES_HOST.test(behind)) return undefined;
  const [flaw] = NOT_IN_AUTHORITY.exec(rest) ?? [];
  return isGiven && /[/?#]/.test(flaw ?? "") ? undefined : flaw;
}

/** Where in an authority a value stands that a template's own text opened. */
export interface Standing {
  /** Whether `://` or `//` stands before it; else the host comes first in the URL. */
  readonly hasScheme: boolean;
  /** Whether the host has begun. */
  readonly hasHost: boolean;
  /** The character before the value. */
  readonly last: string;
}

/**
 * What a value may not hold where a template's own text opened the host. A
 * value that is known before the run may end the host: what follows its first
 * `/`, `?` or `#` is path. One that comes while running (`isFree`) may do so
 * with its first character only, behind a host that is there.
 */
export function flawInAuthority(
  text: string,
  { hasScheme, hasHost, last }: Standing,
  isFree: boolean,
): string | undefined {
  const end = text.search(NOT_IN_AUTHORITY);
  if (end === -1) return undefined;
  const unit = text[end];
  if (unit === "@" || unit === "\\") return unit;
  if (isFree && (end > 0 || !hasHost)) return unit;
  // The slashes of a scheme would open another host.
  const opens = hasScheme
    ? SCHEME.test(text)
    : unit === "/" && /[:/]/.test(end === 0 ? last : text[end - 1]);
  return opens ? unit : undefined;
}

/** Whether a value leaves the host before it as it is: it ends the host, is its port, or goes on where `template`'s own text stands. */
export function isAfterHost(
  text: string,
  template: Template,
  last: { readonly text: string; readonly of: Template | undefined },
): boolean {
  if (/^[/?#]/.test(text)) return true;
  if (last.of !== undefined && last.text === ":") return /^\d+$/.test(text);
  return last.of === template && !NOT_IN_AUTHORITY.test(text);
}

/** What stands outside the placeholders of a template. */
export function ownText({ parts }: Template): string {
  return parts.map((it) => it.kind === "text" ? it.text : "").join("");
}
