import type { Apart } from "../entry.ts";
import type { Problem } from "./problem.ts";

/** Says that a variable is set where it cannot be seen from here, and how to set it for all. */
export function setApart(
  text: string,
  name: string,
  { label }: Apart,
): Problem {
  return {
    code: "SET_APART",
    message: `Cannot resolve "{{${text}}}": ${setElsewhere(name, label)}`,
  };
}

/** What a reader is to know who wants such a variable. */
export function setElsewhere(name: string, label: string): string {
  return `"${name}" is set in another group, by the ${label}, and groups that run side by side or in shards do not share variables (move the request that sets it to extensions.brace.setup of the collection)`;
}

/** Says that a placeholder gets no value, as it is kept from who reads it. */
export function withheldValue(text: string, why: string): Problem {
  return {
    code: "PERMISSION",
    message: `Cannot resolve "{{${text}}}": it is secret, and ${why}`,
  };
}
