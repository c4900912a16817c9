import type { Origin } from "../source/origin.ts";
import type { Value } from "./value/value.ts";

/** A variable in a `Layer`. */
export interface Entry {
  /** The value; text is a template or data, as `template` says. */
  readonly value: Value;
  /**
   * Whether the value is text that a person wrote in the collection's files,
   * so that placeholders in it resolve. What arrives while running is data and
   * never parsed.
   */
  readonly template: boolean;
  /** Where a file defines it. */
  readonly at?: Origin;
  /** The source of a value that is not in the file: for a secret, a variable of the process's environment or an answer. Absent without a file: the program. */
  readonly from?:
    | "script"
    | "flag"
    | "row"
    | { readonly kind: "process"; readonly name: string }
    | { readonly kind: "prompt"; readonly question: string }
    | { readonly kind: "store"; readonly type: string };
  /** Whether reports mask it. */
  readonly secret?: boolean;
  /** Hosts that the value may be sent to; absent: any. */
  readonly hosts?: readonly string[];
  /** Set where what gives the value is kept apart: reading it is an error. */
  readonly apart?: Apart;
  /** Set where the value is kept from who reads it, and why: reading it is an error. */
  readonly withheld?: string;
}

/** A variable that a group of requests sets, and another one, which runs apart from it, reads. */
export interface Apart {
  /** What sets it, such as `tests script of auth/login.yml`. */
  readonly label: string;
  /** What the scope has without that; absent: nothing. */
  readonly instead?: Entry;
}
