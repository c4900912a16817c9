import type { Request } from "../../../core/collection/types.ts";
import { type Location, locationOf } from "../../../core/source/diagnostic.ts";
import type { Origin } from "../../../core/source/origin.ts";
import type {
  Members,
  ScriptSetting,
  ScriptStretch,
  WrittenValue,
} from "../types.ts";
import type { Reach } from "./reach.ts";

/** What a script sets. There are thousands, so they hold little. */
export class SettingOfScript {
  readonly scope: Reach["scope"];
  readonly from: number;
  readonly within?: NonNullable<Reach["within"]>;
  readonly early: boolean;
  readonly label: string;
  readonly request?: Request;
  readonly name: string;
  readonly by = "script";
  readonly members?: Members;
  readonly written?: WrittenValue;
  readonly #at: Origin;
  readonly #offset: number;
  readonly #length: number;

  constructor(
    about: Reach & {
      readonly early: boolean;
      readonly label: string;
      readonly request?: Request;
    },
    set: ScriptSetting,
    at: Origin,
  ) {
    const { scope, from, within, early, label, request } = about;
    this.scope = scope;
    this.from = from;
    if (within) this.within = within;
    this.early = early;
    this.label = label;
    if (request) this.request = request;
    this.name = set.name;
    if (set.members) this.members = set.members;
    if (set.written) this.written = set.written;
    this.#at = at;
    this.#offset = set.offset;
    this.#length = set.length;
  }

  /** Few are asked for where they stand. */
  get location(): Location {
    return locationInScript(this.#at, {
      offset: this.#offset,
      length: this.#length,
    });
  }
}

/** Where a stretch of a script stands. */
export function locationInScript(
  at: Origin,
  { offset, length }: ScriptStretch,
): Location {
  return locationOf(at, { offset, length, place: "script" });
}
