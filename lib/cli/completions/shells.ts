/** The shells that completions are written for. */
export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** The name of such a shell. */
export type Shell = typeof SHELLS[number];

/** What those ask for while a line is written. */
export const ASKED = ["environments", "paths"] as const;

/** What `brace completions` prints: a shell's script, or what may stand for a word. */
export type Completed =
  | { readonly kind: "script"; readonly shell: Shell }
  | { readonly kind: typeof ASKED[number]; readonly word: string };
