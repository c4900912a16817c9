import type { DiagnosticCode } from "../../../core/source/diagnostic.ts";
import type { Page } from "./page.ts";

/** Pages on what goes wrong with placeholders. */
export const RESOLVING = {
  UNDEFINED_VARIABLE: {
    what: "A placeholder names a variable that no scope defines.",
    more:
      "The request is not sent: a text with the placeholder left in it would reach the server. Define the variable in the environment, the collection, a folder or the request, correct its name, or let a request set it that runs before. Where only some environments lack it, they are named. After a script that computes the names it sets, this is a warning.",
    wrong: 'url: "{{baseUrl}}/users"    # the environment has base_url',
    right: 'url: "{{base_url}}/users"',
  },
  USED_BEFORE_SET: {
    what:
      "A variable is used before the request whose script or action sets it.",
    more:
      "In the order of the run its value is not there yet. Run the named request first (by seq, or by extensions.brace.order of the folder), or give the variable a first value in the environment.",
  },
  SET_APART: {
    what: "A variable is set in a group of requests that runs apart.",
    more:
      "Groups that run side by side, or in shards, keep what their scripts set to themselves. What all need is set by a request under extensions.brace.setup of the collection.",
  },
  UNSET_SECRET: {
    what: "A secret variable is used whose value its file leaves out.",
    more:
      "Secrets are kept out of files on purpose. Give the value when the collection runs, with --env-var NAME=VALUE; checking with it makes the warning go away.",
    wrong: "- { name: apiKey, secret: true }",
    right: "brace run --env-var apiKey=…",
  },
  INVALID_PATH: {
    what: "A placeholder's path leads into a value that does not have it.",
    more:
      "The variable is there, but not the property or index. Texts, numbers, booleans, null and dates have no members; a list has [0], [1] … and .length.",
    wrong: "{{user.nmae}}    # user is { id: 7, name: Ada }",
    right: "{{user.name}}",
  },
  CYCLE: {
    what: "Variables are defined by each other in a circle.",
    more:
      "No value can come of it. The trail shows which: break it at one of them. Environments that extend each other are the same mistake.",
    wrong: 'a: "{{b}}"\nb: "{{a}}"',
    right: 'a: "{{b}}"\nb: text',
  },
  LIMIT: {
    what: "Something is larger or deeper than Brace takes.",
    more:
      "Variables nest at most 32 deep, a rendered text has at most 64 MiB, a file a limited number of nodes. Such sizes come of mistakes, or of files made to do harm.",
  },
  UNSERIALIZABLE: {
    what: "A value cannot be written where its placeholder stands.",
    more:
      "NaN, infinities, invalid dates and functions have no text; null has none in a URL or a header.",
  },
  INVALID_SYNTAX: {
    what: "Two braces open what is not a placeholder.",
    more:
      "It is never closed, or what stands inside is not an expression. Text that is to hold two braces is written {{'{{'}}.",
    wrong: 'url: "{{baseUrl}/users"',
    right: 'url: "{{baseUrl}}/users"',
  },
  INVALID_BODY: {
    what: "A body of type json is not JSON.",
    more:
      "Either the text itself is not, or a value put into it breaks it: a text outside of quotes. Put quotes around the placeholder (brace check --fix does); numbers, booleans, lists and objects go without. A body that is not to be JSON has type text.",
    wrong: '{ "name": {{name}} }',
    right: '{ "name": "{{name}}" }',
  },
  INVALID_HEADER: {
    what: "A header cannot be sent.",
    more:
      "Its name is empty or not a word, its value holds a line break, NUL or a character above U+00FF, or it is a Content-Length that is not the body's (leave that out, Brace writes it).",
    wrong: "- { name: X Trace, value: a }",
    right: "- { name: X-Trace, value: a }",
  },
  INVALID_URL: {
    what: "A URL cannot be sent to.",
    more:
      "It has no host, an invalid port, or a value in it would change which host it goes to. Path parameters may not be . or ..",
  },
  INVALID_ARGUMENT: {
    what: "A generator is given arguments that it does not take.",
    more: "The message says which it takes.",
    wrong: "{{$randomInt(6, 1)}}",
    right: "{{$randomInt(1, 6)}}",
  },
  UNKNOWN_GENERATOR: {
    what: "There is no generator of this name.",
    more:
      "Names with a dollar sign make values: $uuid, $timestamp, $randomInt … The page on placeholders lists them.",
    wrong: "{{$uuidd}}",
    right: "{{$uuid}}",
  },
  UNAVAILABLE_KIND: {
    what: "The pinned client version does not have this kind of value.",
    more:
      "Objects, lists and dates are there from 2.2.0. Raise extensions.brace.clientVersion, or use a plain value.",
  },
  UNANSWERED_PROMPT: {
    what: "A placeholder asks a person, and nobody answered.",
    more:
      'Without a terminal give the answer with --prompt "TEXT=value". A check takes every prompt as answered.',
  },
  OPAQUE_PLACEHOLDER: {
    what:
      "A value that came while running holds braces that would be a placeholder.",
    more:
      "What responses, rows and scripts bring is data: it is never parsed, so that a server cannot read your variables. A script resolves it with client.interpolate(text).",
  },
  PERMISSION: {
    what: "Something is refused that was not permitted.",
    more:
      "A host that no request declares, a file outside of the collection, a variable of the process. The message names the flag or line that permits it. A check warns of what a run can be permitted: give it the same --allow-env and --allow-read. BRACE_SECRET_… is never read by a text: use the secret variable.",
  },
} as const satisfies { readonly [code in DiagnosticCode]?: Page };
