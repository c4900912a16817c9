/** Commands of the pages that no test of the pages runs: what runs them, or why nothing can. */
export const NOT_RUN: readonly (readonly [command: RegExp, why: string])[] = [
  [/^npx -y deno@2\.9\.6 task (test|demo)$/, ".ci/run runs it"],
  [/^deno task \w+$/, "contributors run it; CI runs most of them"],
  [
    /^deno (run|test) --config \.\.\/brace\/deno\.json /,
    "tests/checkout_library_test.ts",
  ],
  [/^deno bundle /, "tests/checkout_library_test.ts"],
  [/^deno task --quiet --config /, "tests/cli/checkout_test.ts"],
  [/^brace demo( --serve)?$/, "tests/cli/demo_test.ts; its API is up here"],
  [/^BRACE_SECRET_/, "tests/cli/environments_test.ts"],
  [/^(deno|npx jsr|bunx jsr) .*jsr:@brace\//, "needs the published package"],
];

/** Kinds of blocks that nothing runs or reads here. */
export const NOT_READ: ReadonlyMap<string, string> = new Map([
  ["text", "trees, lists and lines with parts to fill in: for the eye"],
  ["ts", "deno test --doc runs it"],
  ["lua", "Neovim's configuration"],
  ["toml", "Helix's and Codex' configuration"],
  ["elisp", "Emacs' configuration"],
]);
