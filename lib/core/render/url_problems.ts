import type { Problem } from "../scope/problems/problem.ts";
import type { PlaceholderPart } from "../template/types.ts";

/** What is wrong with a value in a URL. */
function problem({ text }: PlaceholderPart, why: string): Problem {
  return { code: "INVALID_URL", message: `Cannot write "{{${text}}}" ${why}` };
}

/** A `#` in a value. */
export function cutsOff(part: PlaceholderPart): Problem {
  return problem(
    part,
    'into the URL: its value holds "#", which would cut the URL off (set "encodeUrl: true" in the request\'s settings)',
  );
}

/** A value holds what no value may hold in a host. */
export function notInHost(part: PlaceholderPart, character: string): Problem {
  return problem(
    part,
    `into the host of the URL: its value holds "${character}" (write "${character}" in the URL itself)`,
  );
}

/** A value ends the host, where a file goes on with it. */
export function cutsHost(part: PlaceholderPart): Problem {
  return problem(
    part,
    'into the host of the URL: its value ends the host, and text of the host follows (write "/" in the URL itself)',
  );
}

/** A value ends the host, where user name and password stand. */
export function notBeforeAt(part: PlaceholderPart): Problem {
  return problem(
    part,
    'before the "@" of the URL: its value holds "/", "?" or "#", which ends the host (percent-encode it)',
  );
}

/** A run-time value goes on with the host that another value opened. */
export function changesHost(part: PlaceholderPart): Problem {
  return problem(
    part,
    'behind the host of the URL: its value does not begin with "/", "?" or "#" and would change the host (write "/" before the placeholder)',
  );
}
