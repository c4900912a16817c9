import { isApart, type RunOptions } from "./options.ts";

/** What speaks against saving an environment. */
export interface CannotSave {
  readonly how: "with" | "without";
  /** The option that is missing, or that stands in the way. */
  readonly option: "env" | "jobs" | "shard";
  readonly why: string;
}

/** Why a run cannot save its environment, for programs and the command line alike. */
export function cannotSave(
  { saveEnv, env, jobs, shard }: Pick<
    RunOptions,
    "saveEnv" | "env" | "jobs" | "shard"
  >,
): CannotSave | undefined {
  if (!saveEnv) return undefined;
  if (env.length === 0) {
    return {
      how: "without",
      option: "env",
      why: "no environment is there to be saved",
    };
  }
  if (!isApart({ jobs, shard })) return undefined;
  return {
    how: "with",
    option: shard ? "shard" : "jobs",
    why: "groups that run apart keep what they set to themselves",
  };
}
