import type { Converse, MessageStore } from "../http/stream.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Collection, Script, Variable } from "../collection/types.ts";
import type { PromptUse } from "../scope/execution.ts";
import type { Entry } from "../scope/variables.ts";
import type { StoredSecret } from "../scope/layer.ts";
import type { Value } from "../scope/value/value.ts";
import type { Origin } from "../source/origin.ts";
import type { SendOptions, Signer } from "../http/engine.ts";
import type { Response } from "../http/response.ts";
import type { RenderedRequest } from "../http/rendered_request.ts";
import type { Sandbox, ScriptCookies } from "../script/border/types.ts";
import type { Deletion, LeftVariable } from "./earlier.ts";
import type { LearnedVariable } from "../secrets/secret_index.ts";
import type { ReadingCall } from "../script/reading_call.ts";
import type { WayOutWords } from "../source/way_out.ts";

/** Who else may give a secret that has no value. */
export interface SecretUse {
  /** Whether a request of the collection sets it. */
  readonly isSet: boolean;
  /** Whether requests are only rendered, so that none sets it. */
  readonly isRendering: boolean;
}

/** What a run needs of the outside; `host/` implements it. */
export interface RunPorts {
  /** How ways out are put in the errors that scripts get. Default: as a program has them. */
  readonly words?: WayOutWords;
  /**
   * Sends a request: policy, cookies and redirects included.
   *
   * @throws {NetworkError}
   * @throws {PermissionError}
   * @throws The signal's reason, when it aborts.
   */
  send(request: RenderedRequest, options: PortSendOptions): Promise<Response>;
  /** Makes what signs a request whose auth depends on what goes out, and tells `warn` what does not stop it; undefined for auth without need of it. */
  signer?(
    request: RenderedRequest,
    warn: (diagnostic: Diagnostic) => void,
  ): Promise<Signer | undefined>;
  /** The sandbox, made at the first call. */
  sandbox(): Promise<Sandbox>;
  /** Milliseconds since the epoch, as generators and scripts see them. */
  now(): number;
  /** Milliseconds from any start, never going back. */
  elapsed(): number;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
  /** Answers `{{?question}}`, once a run; undefined where nobody can. `use` is set where the answer should not be seen. */
  prompt(question: string, use?: PromptUse): string | undefined;
  /** The value that was given for a secret from outside of its file. */
  givenSecret?(name: string): GivenSecret | undefined;
  /** Whether a file gives secrets. */
  readonly hasSecretsFile?: boolean;
  /** The permission that the process lacks to read the value that its environment may have for a secret. */
  lackedPermission?(name: string): string | undefined;
  /** Whether the process's environment has an empty value for a secret, which counts as none. */
  isEmptySecret?(name: string): boolean;
  /** Asks for a secret that has no value, once a run; undefined where nobody can, or has to. */
  askSecret?(name: string, use: SecretUse): string | undefined;
  /** What a store gave for a secret; undefined as long as it was not asked. */
  storedSecret?(secret: StoredSecret): Value | undefined;
  /**
   * Asks a store for a secret, once a run. Absent: nothing is sent.
   *
   * @throws {NetworkError} The store is out of reach, or gives none.
   * @throws {PermissionError} Its credentials are not permitted.
   */
  fetchSecret?(secret: StoredSecret, signal?: AbortSignal): Promise<void>;
  /** Reads a variable of the process's environment for a collection; throws PermissionError for one that is not permitted. `"masker"`: only to know what is secret, so that nothing is said about it. */
  processEnv(
    collection: Collection,
    name: string,
    by?: "script" | "masker",
  ): string | undefined;
  /** Text of a file inside the collection; throws PermissionError outside of it. */
  readFile(collection: Collection, path: string): string;
  /** The same for the bytes of a file. */
  readBytes(collection: Collection, path: string): Uint8Array;
  /** Path of a module's file inside the collection, links followed; undefined where there is none; throws PermissionError outside of it. */
  findFile(collection: Collection, path: string): string | undefined;
  /** Path of a module's file inside the collection that is called almost so; undefined where none is. */
  nearFile?(collection: Collection, path: string): string | undefined;
  /** Where a package is that is installed outside of the collection, so that scripts do not get it, and how to install it inside, as a message says it; undefined where it is nowhere. */
  packageOutside?(collection: Collection, name: string): string | undefined;
  /** How many folders above the collection's have packages for its scripts; absent: none. */
  foldersAbove?(collection: Collection): number;
  /** What is wrong with the file of a request, or with one that it inherits from, by the request's path. */
  problemOf?(path: string): Diagnostic | undefined;
  readonly cookies: ScriptCookies;
  /** The same for a group of requests that runs apart from others: its cookies are its own, and its chance does not depend on when others run. */
  apart?(group: string): RunPorts;
  /** Told when what is left is to run even where the run was interrupted. */
  uninterrupted?(): void;
  /** Makes room outside of memory for the messages of a stream; absent: no report has them. */
  messageStore?(): MessageStore;
  /** Waits; ends early when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Where a script uses variables of these names unseen, or fails where they have no value; absent: nobody can tell. */
  usedReads?(
    script: Script,
    names: ReadonlySet<string>,
    collection: Collection,
  ): Promise<readonly UsedRead[]>;
  /** Where scripts of one request read variables of the process of these names, none of them asking whether there is a value; absent: nobody can tell. */
  unseenEntries?(
    scripts: readonly Script[],
    names: ReadonlySet<string>,
  ): Promise<readonly UnseenEntry[]>;
  /** Warnings of the promises that scripts read as if they were their values; absent: nobody can tell. */
  unawaitedReads?(scripts: readonly Script[]): Promise<readonly Diagnostic[]>;
  /** Warns of those of the process's variables that a script read and found empty, where it uses them unseen. */
  readEmpty?(script: Script, names: ReadonlySet<string>): Promise<void>;
  /** Told every variable's value as it becomes known, so that reports can mask it and hosts that it is not meant for never get it. */
  learn?(variable: LearnedVariable): void;
  /** Told at the end of an iteration what scripts made of the selected environment. */
  environmentChanged?(
    collection: Collection,
    changes: EnvironmentChanges,
  ): void;
  /** Told at the same time what scripts made of all variables that outlive a request. */
  variablesLeft?(
    collection: Collection,
    left: readonly LeftVariable[],
    deleted: ReadonlyMap<string, Deletion>,
  ): void;
}

/** A call in a script that reads a variable and goes on with the value. */
export interface UsedRead {
  readonly name: string;
  readonly call: ReadingCall;
  /** Whether a body leaves its field out. */
  readonly omitted: boolean;
  /** Whether it may be what fails where there is no value, instead of going into something. */
  readonly expected: boolean;
  /** Whether scripts or actions of the collection may set it. */
  readonly isSet: boolean;
  /** Offset in UTF-16 code units. */
  readonly offset: number;
  /** Length in UTF-16 code units. */
  readonly length: number;
}

/** Where a script takes the value of a variable of the process. */
export interface UnseenEntry {
  readonly name: string;
  readonly script: Script;
  /** Whether it surely goes into something. */
  readonly used: boolean;
  /** Whether the script goes on where it fails. */
  readonly guarded: boolean;
  /** Offset in UTF-16 code units. */
  readonly offset: number;
  /** Length in UTF-16 code units. */
  readonly length: number;
}

/** What scripts made of an environment. */
export interface EnvironmentChanges {
  /** New values by name, undefined for deleted ones. */
  readonly values: ReadonlyMap<string, Value | undefined>;
  /** Secrets that do not go into the file, and what it has of them. */
  readonly withheld: ReadonlyMap<string, Variable | undefined>;
}

/** A secret's value from outside of the file that names it: data, never parsed. */
export type GivenSecret = Pick<Entry, "value" | "from" | "at">;

/** What a request is sent with. */
export interface PortSendOptions {
  readonly signal?: AbortSignal;
  /** The request's path in the collection, for diagnostics. */
  readonly label: string;
  /** Whether a script of that request sends it, for diagnostics. */
  readonly byScript?: boolean;
  /** Where the request's URL stands, for diagnostics; absent for one from a script. */
  readonly at?: Origin;
  readonly sign?: Signer;
  /** File that the response's content is written to, too. */
  readonly output?: string;
  readonly converse?: Converse;
  readonly describe?: SendOptions["describe"];
  readonly failed?: SendOptions["failed"];
}
