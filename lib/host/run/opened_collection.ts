import type { RunEvent } from "../../core/run/types.ts";
import type { Diagnostic, Location } from "../../core/source/diagnostic.ts";
import type { RunCollectionOptions } from "./collection_options.ts";
import type { Listing } from "./list_requests.ts";
import type { RenderedItem } from "./render_requests.ts";
import type { RunOutcome, RunResult } from "./run_result.ts";

/** What a collection is checked with, and which of its requests. */
export type CheckCollectionOptions = Pick<
  RunCollectionOptions,
  | "paths"
  | "environment"
  | "envFile"
  | "secretsFile"
  | "globalEnv"
  | "variables"
  | "envVariables"
  | "data"
  | "allowEnv"
  | "allowRead"
  | "allowNet"
>;

/** What `brace vars` tells. */
export interface VariableListing {
  /** The variables by name. */
  readonly variables: readonly {
    /** The variable's name. */
    readonly name: string;
    /** Where it comes from, the one that wins first. */
    readonly definitions: readonly VariableSource[];
  }[];
  /** What is asked while running, and where. */
  readonly prompts: readonly {
    /** The text of the prompt. */
    readonly question: string;
    /** Where it stands. */
    readonly locations: readonly Location[];
  }[];
  /** What uses the variable that was asked about. */
  readonly uses: readonly {
    /** What reads it. */
    readonly by: string;
    /** The expression in a placeholder. */
    readonly expression?: string;
    /** Where it stands. */
    readonly location: Location;
  }[];
}

/** One definition of a variable, or a place that sets it. */
export interface VariableSource {
  /** The scope that it is in. */
  readonly scope: string;
  /** Name of the folder, the environment or the request. */
  readonly label?: string;
  /** What brings it. */
  readonly by: "file" | "flag" | "script" | "action";
  /** Whether its value is a secret. */
  readonly secret: boolean;
  /** Its value as text, masked; absent where only a run brings it. */
  readonly text?: string;
  /** Where it stands; absent for an option. */
  readonly location?: Location;
  /** What sets it, such as `after-response script of login.yml`. */
  readonly setBy?: string;
  /** Whether the request that was asked about finds it set. */
  readonly isSet?: boolean;
}

/** What `brace check` tells. */
export interface CheckFindings {
  /** Problems in the order of the files, secrets masked. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many requests were checked. */
  readonly requests: number;
  /** The environments that each of them was checked with. */
  readonly environments: readonly string[];
  /** The hosts that a run contacts, as far as they are known. */
  readonly hosts: readonly string[];
}

/**
 * A collection that stays open: read once, and again only where a file has
 * changed. Its calls may overlap; each run has variables, cookies and a sandbox
 * of its own.
 */
export interface OpenedCollection extends AsyncDisposable {
  /** The collection's name. */
  readonly name: string;
  /** Runs it: the options and the result of {@linkcode runCollection}. */
  run(options?: RunCollectionOptions): Promise<RunResult>;
  /** Runs it, and gives what happens as it happens: {@linkcode openRun}. */
  events(
    options?: RunCollectionOptions,
  ): AsyncGenerator<RunEvent, RunOutcome>;
  /**
   * Renders a request, or all of a folder, as it would go out, and sends
   * nothing. Scripts do not run. Values of secrets are in it.
   *
   * @param path Path inside the collection.
   */
  render(
    path: string,
    options?: RunCollectionOptions,
  ): Promise<readonly RenderedItem[]>;
  /** Finds what is wrong with it, without sending anything. */
  check(options?: CheckCollectionOptions): Promise<CheckFindings>;
  /**
   * Finds its variables, where they come from and where they are used; values
   * of secrets are masked.
   *
   * @param options.name Only this variable, and every use of it.
   */
  vars(
    options?: CheckCollectionOptions & { readonly name?: string },
  ): Promise<VariableListing>;
  /** Lists the requests that a run sends, in its order, and its environments. */
  list(
    options?: Pick<RunCollectionOptions, "paths" | "tags" | "excludeTags">,
  ): Promise<Listing>;
  /**
   * Reads what has changed on the disk. Every call does so by itself.
   *
   * @returns Whether anything had changed.
   */
  refresh(): Promise<boolean>;
  /** Ends what runs, and lets go of everything. Every later call is an error. */
  close(): Promise<void>;
}
