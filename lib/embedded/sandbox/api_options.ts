/** How the script's side is made. */
export interface ApiOptions {
  /** Whether scripts run in the sandbox. */
  readonly safeMode: boolean;
  /** Watches a promise that a script may drop; gives it back. */
  watch<T>(promise: T): T;
  /** Loads one of Brace's bundles. */
  load(name: string): unknown;
}
