import type { DiagnosticCode } from "../../../core/source/diagnostic.ts";
import type { Page } from "./page.ts";

/** Pages on what only a check finds. */
export const CHECKING = {
  UNUSED_VARIABLE: {
    what: "A variable is defined that nothing uses.",
    more:
      "No placeholder, script or assertion names it. A hint: remove it, or correct the name of the one that was meant. Where a script reads names that it computes, nothing is said.",
  },
  SHADOWED_VARIABLE: {
    what:
      "A request's or folder's variable hides an environment's of another value.",
    more:
      "Request and folder come before the environment: whatever value the environment has, it has no effect here. A hint, since this may be intended; a default for all environments belongs to the collection.",
  },
  PLAIN_SECRET: {
    what: "A text looks like a token, in plain sight.",
    more:
      "Whoever has the file has the token, and a repository keeps it for good. Revoke it, and give the new one as a secret variable (--env-var), or with {{process.env.NAME}} from .env, which is not committed.",
    wrong: 'value: "Bearer ghp_…"',
    right: 'value: "Bearer {{token}}"',
  },
  AUTH_NOT_INHERITED: {
    what: "A request is sent without the auth that stands above it.",
    more:
      "A request that names no auth is sent without, whatever its folder or collection has. A hint: write auth: inherit to use theirs, auth: none to say that this is intended. No check changes this by itself, as that would send credentials where none went.",
    wrong: "http: { method: GET, url: … }",
    right: "http: { method: GET, url: …, auth: inherit }",
  },
  UNKNOWN_MEMBER: {
    what:
      "A script or an assertion asks for what the script API does not have.",
    more:
      "The call would fail when the script gets there. The page on scripts lists what there is. Where a condition stands before it, or an assertion only reads it, this is a warning.",
    wrong: 'client.setVariable("id", 7);',
    right: 'client.setVar("id", 7);',
  },
  MISSING_MODULE: {
    what: "A script requires a module or file that is not there.",
    more:
      "Files are looked for in the collection's folder, from its root; packages are those that Brace brings along. Modules of Node that reach outside need --trust-scripts.",
    wrong: 'const { sign } = require("./lib/sing");',
    right: 'const { sign } = require("./lib/sign");',
  },
  UNKNOWN_CODE: {
    what: "A brace-ignore comment names a code that does not exist.",
    more: "It has no effect. The message names the nearest code.",
    wrong: "# brace-ignore UNDEFINED: set by hand",
    right: "# brace-ignore UNDEFINED_VARIABLE: set by hand",
  },
} as const satisfies { readonly [code in DiagnosticCode]?: Page };
