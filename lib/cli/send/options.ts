import type { RunCommandOptions } from "../run/options.ts";

/** What `brace send` was asked to do. */
export interface SendCommandOptions extends RunCommandOptions {
  /** Absent: GET, or POST with a body. */
  readonly method?: string;
  /** A template. */
  readonly url: string;
  /** `--header 'NAME: VALUE'`: templates. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `--body`: a template; `@FILE` and `-` are data. */
  readonly body?: string;
  /** `--include`: status and headers are written where the response is piped, too. */
  readonly include: boolean;
  /** `--fail`: statuses from 400 on are failures. */
  readonly fail: boolean;
}
