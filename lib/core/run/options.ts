import type { Environment } from "../collection/types.ts";
import type { UndefinedMode } from "../scope/undefined_mode.ts";
import type { Value } from "../scope/value/value.ts";
import type { Generators } from "../scope/execution.ts";
import type { Descriptors } from "../http/grpc/descriptors.ts";
import type { StreamMessage } from "../http/stream.ts";
import type { Earlier } from "./earlier.ts";
import type { SelectedFiles } from "./selected_files.ts";
import type { RunPorts } from "./ports.ts";
import type { Restrain } from "./restraint.ts";

/** The settings of a run, apart from its plan. */
export interface RunSettings extends SelectedFiles {
  readonly ports: RunPorts;
  /** The collection's name, for a plan without steps. Default: that of the first step's. */
  readonly name?: string;
  /** Name of the selected environment. */
  readonly environment?: string;
  /** The environment whose changes are told; default: the first one. */
  readonly savedEnvironment?: Environment;
  /** First values of the runtime scope, from the command line or a program. */
  readonly vars?: readonly (readonly [name: string, value: Value])[];
  /** Values that replace those of the environment, from the command line or a program. */
  readonly envVars?: readonly (readonly [name: string, value: Value])[];
  /** What earlier runs left, for one that goes on with them; absent: it begins with what files and options say. */
  readonly earlier?: Earlier;
  /** Generators besides the built-in ones. */
  readonly generators?: Generators;
  /** Default `"error"`. */
  readonly undefined?: UndefinedMode;
  /** Ends the run after the first request that does not pass. Default false. */
  readonly bail?: boolean;
  /** Pause between two requests in milliseconds. Default 0. */
  readonly delay?: number;
  /** How many groups run side by side, where the plan keeps them apart. Default 1. */
  readonly jobs?: number;
  /** How often a group in which something failed runs again, at the end. Default 0. */
  readonly reruns?: number;
  /** Milliseconds above which a request is marked slow; absent: none is. */
  readonly slow?: number;
  readonly retry?: RetrySettings;
  /** File that the content of the last planned request's response is written to. */
  readonly output?: string;
  /** How often scripts may say which request comes next, so that a circle ends. Default 10,000. */
  readonly mostJumps?: number;
  readonly signal?: AbortSignal;
  /** Tells which requests get no secrets; absent: all get what their texts name. */
  readonly restrain?: Restrain;
  /** Told each message of a stream as it passes. */
  readonly onMessage?: (message: StreamMessage) => void;
  /** Texts that are sent over the stream of a request once its own messages are; idle time counts from its end on. */
  readonly input?: AsyncIterable<string>;
  /** Told what a gRPC server offers; no call is made then. */
  readonly describe?: (descriptors: Descriptors) => void;
}

/** What of a run's settings explains a variable without a value. */
export type ExplainedSettings =
  & Pick<RunSettings, "environments" | "globals" | "earlier">
  & {
    readonly ports?:
      & Pick<RunPorts, "lackedPermission" | "isEmptySecret" | "hasSecretsFile">
      & Partial<Pick<RunPorts, "readFile" | "givenSecret">>;
  };

/** When and how often a request is sent again. */
export interface RetrySettings {
  /** Attempts after the first one. */
  readonly count: number;
  /** First pause in milliseconds; it doubles each time. */
  readonly delay: number;
  /** Methods that are not idempotent too. */
  readonly all: boolean;
}
