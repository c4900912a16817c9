import type { Origin } from "../source/origin.ts";
import type { Expression } from "../template/types.ts";
import type { Entry } from "./variables.ts";
import type { Layer } from "./layer.ts";
import type { ScopeName } from "./names.ts";

/** What gave a value. */
export type ValueOrigin =
  /** A file of the collection: the YAML path to the value. */
  | { readonly kind: "file"; readonly at: Origin }
  /** A script or an action, with `setVar` and the like. */
  | { readonly kind: "script" }
  /** `--var` or `--env-var`. */
  | { readonly kind: "flag" }
  /** The row of a data-driven run. */
  | { readonly kind: "row" }
  /** The program that uses the library. */
  | { readonly kind: "program" }
  /** The person who answered `{{?question}}`. */
  | { readonly kind: "prompt"; readonly question: string }
  /** `{{$uuid}}` and the like. */
  | { readonly kind: "generator"; readonly name: string }
  /** The process's environment, or a `.env` file. */
  | { readonly kind: "process"; readonly name: string }
  | { readonly kind: "store"; readonly type: string };

/** Where a variable's value came from; made once for each expression, and read where somebody asks. */
export class Provenance {
  /** Whether it is text between the braces. */
  readonly isLiteral: boolean;

  /** Made by whoever resolves placeholders. */
  constructor(
    /** Absent: made, not found. */
    private readonly entry: Entry | undefined,
    private readonly layer: Layer | undefined,
    private readonly keys: readonly (string | number)[],
    private readonly made: Expression | undefined,
    /** Names of the variables that a file's text led through. */
    readonly via: readonly string[],
    /** Whether a variable on the way is secret. */
    readonly secret: boolean,
    /** Where the value may go; absent: anywhere. */
    readonly hosts: readonly string[] | undefined,
  ) {
    this.isLiteral = entry === undefined && made?.kind === "literal";
  }

  /** The scope whose variable it is; absent for what is made. */
  get scope(): ScopeName | undefined {
    return this.layer?.scope;
  }

  /** Name of the folder or environment. */
  get label(): string | undefined {
    return this.layer?.label;
  }

  /** What gave the value. */
  get origin(): ValueOrigin {
    return this.entry === undefined ? this.#made() : this.#found(this.entry);
  }

  #made(): ValueOrigin {
    const { made } = this;
    switch (made?.kind) {
      case "prompt":
        return { kind: "prompt", question: made.text };
      case "generator":
        return { kind: "generator", name: made.name };
      case "process-env":
        return { kind: "process", name: made.name };
      case "reference":
      case "literal":
      case undefined:
        return { kind: "program" };
      default:
        return made satisfies never;
    }
  }

  #found({ at, from }: Entry): ValueOrigin {
    if (typeof from === "object") return from;
    if (from !== undefined) return { kind: from };
    if (at === undefined) return { kind: "program" };
    const { keys } = this;
    return {
      kind: "file",
      at: keys.length === 0 ? at : { ...at, path: [...at.path, ...keys] },
    };
  }
}

/** A value in a rendered text. */
export interface Inserted {
  /** Offset of its first character. */
  start: number;
  /** Offset behind its last one. */
  end: number;
  /** What the braces say. */
  readonly expression: string;
  readonly source: Provenance;
  /** The placeholders in whose variables it stands, the outer ones first. */
  readonly within: readonly string[];
}
