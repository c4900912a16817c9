import type { DiagnosticCode } from "../../../core/source/diagnostic.ts";
import type { Page } from "./page.ts";

/** Pages on what goes wrong while a collection is read. */
export const LOADING = {
  USAGE: {
    what: "The command line is wrong.",
    more: "The message says what; brace COMMAND --help lists the flags.",
  },
  MISSING_PATH: {
    what: "A file or folder is not there.",
    more:
      "The path given, or one that a file of the collection names: a body, an upload, a certificate, a key, what runs before all else. The first are as seen from the current folder, the others from the collection's.",
  },
  NOT_A_COLLECTION: {
    what: "No collection is found.",
    more:
      "A collection is a folder with opencollection.yml or bruno.json, or one file with everything in it. It is looked for upwards from the path. brace init writes one, brace import makes one of another program's files.",
  },
  YAML_SYNTAX: {
    what: "A file is not YAML.",
    more:
      "Often a placeholder without quotes is the cause: {{ begins a mapping in YAML.",
    wrong: "url: {{baseUrl}}/users",
    right: 'url: "{{baseUrl}}/users"',
  },
  BRU_SYNTAX: {
    what: "A .bru file cannot be read.",
    more: "A block is not closed, or a line stands where none may.",
  },
  INVALID_FIELD: {
    what: "A field has a value that it cannot have, or is missing.",
    more:
      "The message names the field and what it takes. The page on the format lists all of them.",
  },
  UNKNOWN_KEY: {
    what: "A file has a key that Brace does not know, and ignores.",
    more: "Most often it is misspelt, or stands one level too high or too low.",
    wrong: "http: { methd: GET }",
    right: "http: { method: GET }",
  },
  UNKNOWN_ENVIRONMENT: {
    what: "There is no environment of this name.",
    more:
      "Environments are the files in environments/, by the name in them or the file's own, or those of config.environments.",
  },
  UNKNOWN_OPERATOR: {
    what: "An assertion compares with an operator that does not exist.",
    more: "Operators are eq, neq, gt, contains, matches, isDefined and others.",
    wrong: "operator: equals",
    right: "operator: eq",
  },
  UNSUPPORTED: {
    what: "The collection has something that Brace does not do.",
    more:
      "It is left out, or the request cannot be sent. The message says which, and what to do instead.",
  },
  EMPTY_SELECTION: {
    what: "Nothing is there to run.",
    more:
      "No request matches paths and tags. --allow-empty lets such a run pass.",
  },
} as const satisfies { readonly [code in DiagnosticCode]?: Page };
