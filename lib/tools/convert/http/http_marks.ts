import type { FileScript, FileVariable } from "../open_collection.ts";
import type { ImportNote } from "../types.ts";
import type { HttpFileRequest, HttpMark } from "./http_file.ts";

/** What the comments before a request say of it. */
export interface HttpMarked {
  title?: string;
  docs?: string;
  readonly tags: string[];
  readonly settings: { timeout?: number; followRedirects?: false };
  readonly variables: FileVariable[];
  readonly scripts: FileScript[];
}

/** Says what a mark has no place for: before a number of times, and behind it. */
export type NameMark = (
  kind: ImportNote["kind"],
  what: readonly [what: string, why: string],
  mark: HttpMark,
) => void;

const UNENCODED = ["noautoencoding", "noencoding"];
/** Marks that ask for what Brace does anyway. */
const SAME = new Set([
  ...UNENCODED,
  "injectvariables",
  "grpcreflection",
]);
const SHOWN = ["changed", "it is about what the client shows"] as const;
/** Marks that Brace has no place for, and what to do instead. */
const NAMED: Readonly<Record<string, readonly [ImportNote["kind"], string]>> = {
  nolog: SHOWN,
  noresponseview: SHOWN,
  nostreaminglog: SHOWN,
  debug: SHOWN,
  verbose: SHOWN,
  openwith: SHOWN,
  extension: SHOWN,
  save: [
    "person",
    "write the last response to a file with --output FILE, or all with --reporter har=FILE",
  ],
  keepstreaming: [
    "person",
    "write under extensions.brace.stream when the stream ends",
  ],
  connectiontimeout: [
    "person",
    "write settings.timeout, which limits the whole request",
  ],
  nocookiejar: ["person", "run it with --no-cookies"],
  norejectunauthorized: ["person", "run it with --insecure=HOST"],
  noclientcert: [
    "person",
    "name the hosts that get one under config.clientCertificates",
  ],
  useoscredentials: ["person", "write auth of the type ntlm"],
  proxy: ["person", "run it with --proxy"],
  noproxy: ["person", "name the host under config.proxy as bypassProxy"],
  ratelimit: ["person", "run with --delay MS"],
  loop: [
    "person",
    "run with --data or --iterations, or write extensions.brace.repeatUntil",
  ],
  jwt: ["person", "decode the token in a script"],
  note: ["person", "Brace asks nothing before it sends the request"],
  ref: ["person", ""],
  forceref: ["person", ""],
  import: ["person", ""],
  sleep: ["person", "write client.sleep(ms) into a script"],
  timeout: ["person", "write settings.timeout in milliseconds"],
  prompt: ["person", "write a variable with the value {{?Your question}}"],
  disabled: ["person", ""],
  noredirect: ["changed", ""],
  tag: ["changed", ""],
  title: ["changed", ""],
  description: ["changed", ""],
};
const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** The name of a mark as the clients read it, in one spelling. */
function keyOf({ name }: HttpMark): string {
  return name.replace(/-/g, "").toLowerCase();
}

/** Whether a client gives a mark a meaning; all others are words for the reader. */
export function isKnownMark(mark: HttpMark): boolean {
  const key = keyOf(mark);
  return SAME.has(key) || Object.hasOwn(NAMED, key);
}

/** Whether a request goes out as it is written. */
export function isUnencoded(
  { marks }: Pick<HttpFileRequest, "marks">,
): boolean {
  return marks.some((mark) => UNENCODED.includes(keyOf(mark)));
}

/** Reads the marks and comments of a request. */
export function marked(
  { marks, comments, line }: HttpFileRequest,
  { name, reference, imported }: {
    name: NameMark;
    /** Where the request is that a mark refers to, from this one. */
    reference: (name: string) => "before" | "after" | undefined;
    /** Whether a file that a mark names is among those that are imported. */
    imported: (path: string) => boolean;
  },
): HttpMarked {
  const found: HttpMarked = {
    tags: [],
    settings: {},
    variables: [],
    scripts: [],
  };
  const words = comments.filter((one) => one.line < line);
  for (const mark of marks) {
    const { text } = mark;
    const key = keyOf(mark);
    const shown = `"@${mark.name}${text === "" ? "" : ` ${text}`}"`;
    const leave = () => {
      const [kind, why] = NAMED[key];
      name(kind, [`Left out "@${mark.name}"`, why], mark);
    };
    switch (key) {
      case "noredirect":
        found.settings.followRedirects = false;
        break;
      case "timeout": {
        const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(text) ??
          [];
        if (amount === undefined) {
          leave();
          break;
        }
        found.settings.timeout = Math.round(
          Number(amount) * UNITS[unit ?? "s"],
        );
        if (unit === undefined && Number(amount) >= 1_000) {
          name("person", [
            `"@timeout ${amount}" is in seconds`,
            "correct settings.timeout where milliseconds are meant",
          ], mark);
        }
        break;
      }
      case "title":
        found.title = text;
        break;
      case "description":
        words.push(mark);
        break;
      case "tag":
        found.tags.push(...text.split(/[\s,]+/).filter((tag) => tag !== ""));
        break;
      case "disabled":
        found.tags.push("disabled");
        name("person", [
          `"@${mark.name}" is the tag "disabled" here`,
          "leave the request out of a run with --exclude-tags disabled",
        ], mark);
        break;
      case "prompt":
        if (!promptOf(mark, found.variables)) leave();
        break;
      case "sleep":
        if (!/^\d+$/.test(text)) leave();
        else {
          found.scripts.push({
            type: "before-request",
            code: `await client.sleep(${text});`,
          });
        }
        break;
      case "ref":
      case "forceref":
        referTo(shown, reference(text), (kind, what) => name(kind, what, mark));
        break;
      case "import":
        nameImport(
          shown,
          imported(text),
          (kind, what) => name(kind, what, mark),
        );
        break;
      default:
        if (Object.hasOwn(NAMED, key)) leave();
        else if (!SAME.has(key)) {
          words.push({ ...mark, text: `@${mark.name} ${text}`.trim() });
        }
    }
  }
  const docs = words.toSorted((a, b) => a.line - b.line)
    .map(({ text }) => text)
    .filter((text) => /[\p{L}\d]/u.test(text)).join("\n");
  return { ...found, ...(docs !== "" && { docs }) };
}

/** `@prompt name question`: a variable of the request whose value is the answer. */
function promptOf({ text }: HttpMark, variables: FileVariable[]): boolean {
  const [, name, question] = /^([A-Za-z_][\w-]*)\s*(.*)$/.exec(text) ?? [];
  if (name === undefined) return false;
  const asked = question.replace(/[{}]/g, "").trim() || name;
  variables.push({ name, value: `{{?${asked}}}` });
  return true;
}

function referTo(
  shown: string,
  place: "before" | "after" | undefined,
  say: (kind: ImportNote["kind"], what: readonly [string, string]) => void,
): void {
  if (place === "before") {
    say("changed", [
      `${shown} is the order of the requests here`,
      "run the request alone with --with-needed",
    ]);
  } else {
    say("person", [
      `Left out ${shown}`,
      place === "after"
        ? "that request runs later here, give it a smaller info.seq"
        : "no request has that name",
    ]);
  }
}

/** Says what becomes of another file's requests. */
export function nameImport(
  shown: string,
  isThere: boolean,
  say: (kind: ImportNote["kind"], what: readonly [string, string]) => void,
): void {
  say(isThere ? "changed" : "person", [
    `Left out ${shown}`,
    isThere
      ? "all files of the folder are one collection"
      : "import the folder that has that file, too",
  ]);
}
