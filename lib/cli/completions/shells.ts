/** The shells that completions are written for. */
export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** The name of such a shell. */
export type Shell = typeof SHELLS[number];
