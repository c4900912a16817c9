import type { CollectedEvent } from "../tools/report/collect/collect_event.ts";

/** Flags of `brace open` itself: who wants them starts it anew. */
const OWN = "allow-env|allow-net|deny-net|insecure|ca|secrets-file";

/**
 * Ways out of messages, and what they are at the page: a flag that has a button
 * there is that button, and one that the page does not have is `brace run`'s.
 */
const WORDS: readonly (readonly [flags: RegExp, words: string])[] = [
  [/: --env (\S+)$/, ': choose "$1" in Environment'],
  [/: --env (\S+(?: or --env \S+)+)$/, ": choose one in Environment: $1"],
  [/ or --env /g, " or "],
  [
    / has not run: --with-needed runs it first/,
    ' has not run: send it first, or send this again and answer "Yes"',
  ],
  [/, or --undefined keep sends the placeholder as written/, ""],
  [
    /: with --undefined keep it is sent as it is written, as Bruno and Postman do/,
    "",
  ],
  [
    / has not run: give the value with --var \S+/,
    ' has not run: send it first, or send this and answer "Yes"',
  ],
  [/define it, or give it with --var .*/, 'define it in "Variables"'],
  [/give the answer with --prompt "[^"]*"/, '"Send" asks for it'],
  [
    /set BRACE_SECRET_\S+, give --secrets-file FILE, or run .*(?=\))/,
    '"Send" asks for it',
  ],
  [
    /allow it with --allow-net=\S+, or add it to extensions\.brace\.hosts in the collection file/,
    'send it again and answer "Once" or "For this session", or add it to extensions.brace.hosts in the collection\'s Source',
  ],
  [
    /that is the default, raise it with --timeout or settings\.timeout/,
    "that is the default, raise Timeout in Settings",
  ],
  [/raise settings\.timeout in "[^"]*"/, "raise Timeout in Settings"],
  [/--allow-empty passes/, 'change "Tags" or "What"'],
  [/matches --tags /, "matches the tags "],
  [/ --exclude-tags (\S+)/, " without the tags $1"],
  [
    new RegExp(`\\((--(?:${OWN})[= ]?\\S*) (accepts|gives) (it|any[^)]*)\\)`),
    "(start brace open with $1, which $2 $3)",
  ],
  [
    new RegExp(`(?<!brace open )with (--(?:${OWN})\\b)`, "g"),
    "with brace open $1",
  ],
  [
    /raise (?:the limit with )?(--(?:timeout|connect-timeout|idle-timeout|max-response-size|script-timeout|script-memory))/g,
    "brace run raises the limit with $1",
  ],
  [/run with --trust-scripts/, "use brace run --trust-scripts"],
];

/** A message or a note, with the ways out that a person has at the page. */
export function pageWords(text: string): string {
  if (!text.includes("--") && !text.includes("settings.timeout")) return text;
  return WORDS.reduce(
    (now, [flags, words]) => now.replace(flags, words),
    text,
  );
}

/** Something with a message, such as a diagnostic. */
interface Told {
  readonly code: string;
  readonly message: string;
  readonly notes?: readonly string[];
  readonly suggestion?: string;
}

/** A diagnostic with the ways out that a person has at the page. */
export function inPageWords<T extends Told>(told: T): T {
  const { code, message, suggestion } = told;
  const isBare = code === "UNDEFINED_VARIABLE" && suggestion === undefined;
  const notes = told.notes ??
    (isBare ? ['define it in "Variables"'] : undefined);
  return {
    ...told,
    // A flag that is meant for a command line.
    ...(suggestion?.startsWith("--") && { suggestion: undefined }),
    message: pageWords(message),
    ...(notes && { notes: notes.map(pageWords) }),
  };
}

/** What happens in a run, with the ways out that a person has at the page. */
export function eventInPageWords(event: CollectedEvent): CollectedEvent {
  switch (event.type) {
    case "warning":
      return { ...event, warning: inPageWords(event.warning) };
    case "request-end": {
      const { request } = event;
      const inWords = <T extends { readonly diagnostic?: Told }>(check: T): T =>
        check.diagnostic === undefined
          ? check
          : { ...check, diagnostic: inPageWords(check.diagnostic) };
      return {
        ...event,
        request: {
          ...request,
          diagnostics: request.diagnostics.map(inPageWords),
          assertions: request.assertions.map(inWords),
          tests: request.tests.map(inWords),
        },
      };
    }
    default:
      return event;
  }
}
