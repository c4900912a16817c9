import api from "protobufjs/google/protobuf/api.json" with { type: "json" };
import descriptor from "protobufjs/google/protobuf/descriptor.json" with {
  type: "json",
};
import sourceContext from "protobufjs/google/protobuf/source_context.json" with {
  type: "json",
};
import type from "protobufjs/google/protobuf/type.json" with { type: "json" };
import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";
import { DESCRIPTOR_SET } from "../../collection/stream_types.ts";
import type { Origin } from "../../source/origin.ts";
import { wayOut } from "../../source/way_out.ts";
import { Descriptors } from "./descriptors.ts";
import { protobuf } from "./protobuf.ts";
import { readDescriptorSet } from "./reflection_types.ts";
import { ERROR_DETAILS, HTTP_ANNOTATIONS } from "./bundled_protos.ts";

/** A `.proto` file, read. */
export interface ProtoText {
  /** Tells files apart, whichever way they were found. */
  readonly key: string;
  readonly text: string;
}

/** Reads a file by its path below the collection; undefined where there is none, a diagnostic where it cannot be read. */
export type ReadProto = (path: string) => ProtoText | Diagnostic | undefined;

/** Which `.proto` files are loaded. */
export interface ProtoFiles {
  /** Paths below the collection. */
  readonly files: readonly { readonly path: string; readonly at?: Origin }[];
  /** Folders that imports are looked up in, in order. */
  readonly importPaths: readonly string[];
  readonly read: ReadProto;
}

/** What was loaded; with problems, not all of it is there. */
export interface LoadedProtos {
  readonly descriptors: Descriptors;
  readonly problems: readonly Diagnostic[];
}

/** Files that Brace brings along, where the collection has none of the name. */
const BUNDLED: ReadonlyMap<string, string> = new Map([
  ["google/rpc/status.proto", ERROR_DETAILS],
  ["google/rpc/error_details.proto", ERROR_DETAILS],
  ["google/api/annotations.proto", HTTP_ANNOTATIONS],
  ["google/api/http.proto", HTTP_ANNOTATIONS],
]);

/** Well-known files beside those that protobufjs always has. */
const LESS_COMMON: ReadonlyMap<string, protobuf.INamespace> = new Map(
  Object.entries({
    "google/protobuf/descriptor.proto": descriptor,
    "google/protobuf/api.proto": api,
    "google/protobuf/type.proto": type,
    "google/protobuf/source_context.proto": sourceContext,
  }),
);

/** Files that a set can have at most; large APIs have some thousands. */
const MAX_FILES = 20_000;
/** Its types leave out the file that errors and types are told to come from (no upstream issue known). */
const parser = protobuf.parse as typeof protobuf.parse & {
  filename: string | null;
};
const PARSING = { keepCase: true, alternateCommentMode: true };

/** Loads `.proto` files and what they import. Files may import each other. */
export function loadProtos(files: ProtoFiles): LoadedProtos {
  return new Loading(files).load();
}

interface Nested {
  readonly google: {
    readonly nested: {
      readonly protobuf: {
        readonly nested: Record<string, protobuf.AnyNestedObject>;
      };
    };
  };
}

class Loading {
  #root = new protobuf.Root();
  readonly #problems: Diagnostic[] = [];
  /** Texts by path, for the places of problems. */
  readonly #texts = new Map<string, string>();
  readonly #seen = new Set<string>();
  readonly #open: { path: string; text: string }[] = [];

  constructor(readonly task: ProtoFiles) {}

  load(): LoadedProtos {
    for (const { path, at } of this.task.files) this.#add(path, at);
    for (const { path, text } of this.#open) {
      for (const { target, weak, line } of this.#parse(path, text)) {
        const refused = this.#import(target, path);
        if (refused) {
          // It stands in this file, whichever could not be read.
          const location = { file: path, line, column: 1 };
          this.#problems.push({ ...refused, location });
        } else if (refused === undefined && !weak) {
          this.#problems.push(this.#missing(target, path, line));
        }
      }
      if (this.#open.length > MAX_FILES) {
        this.#problems.push(problem(
          "LIMIT",
          `Cannot load "${path}": its imports lead to more than ${MAX_FILES} files`,
          path,
        ));
        break;
      }
    }
    // Types that are missing follow from that.
    if (this.#problems.length === 0) this.#resolve();
    const descriptors = new Descriptors(this.#root);
    return { descriptors, problems: this.#problems };
  }

  #add(written: string, at: Origin | undefined): void {
    if (written.startsWith(DESCRIPTOR_SET)) {
      this.#addSet(written.slice(DESCRIPTOR_SET.length), at);
      return;
    }
    const path = normalized(written);
    const found = this.task.read(path);
    if (found === undefined) {
      const missing: Diagnostic = {
        ...problem(
          "MISSING_PATH",
          `Cannot read "${written}": no such file`,
          path,
        ),
        waysOut: [wayOut("write-from-folder")],
      };
      this.#problems.push(at ? located(missing, at) : missing);
    } else if ("code" in found) {
      this.#problems.push(at ? located(found, at) : found);
    } else this.#take(path, found);
  }

  /** Types that a file brings along, compiled. */
  #addSet(base64: string, at: Origin | undefined): void {
    try {
      this.#root = readDescriptorSet(Uint8Array.fromBase64(base64));
    } catch (error) {
      const broken = problem(
        "INVALID_FIELD",
        `Cannot read the descriptor of the method: it is not a FileDescriptorSet in base64: ${
          (error as Error).message.replaceAll("'", '"')
        } (remove it: the server's reflection may have the method)`,
        "",
      );
      this.#problems.push(at ? located(broken, at) : broken);
    }
  }

  #take(path: string, { key, text }: ProtoText): void {
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#texts.set(path, text);
    this.#open.push({ path, text });
  }

  #parse(path: string, text: string) {
    try {
      parser.filename = path;
      const parsed = protobuf.parse(text, this.#root, PARSING);
      const found = (targets: readonly string[] | undefined, weak: boolean) =>
        (targets ?? []).map((target) => ({
          target,
          weak,
          line: lineOf(text, `"${target}"`) ?? lineOf(text, `'${target}'`) ?? 1,
        }));
      return [
        ...found(parsed.imports, false),
        ...found(parsed.weakImports, true),
      ];
    } catch (error) {
      this.#problems.push(syntax(error as Error, path, text));
      return [];
    } finally {
      parser.filename = null;
    }
  }

  /** Null where an import was found, what keeps it from being read, undefined where there is none. */
  #import(target: string, from: string): Diagnostic | null | undefined {
    const common = protobuf.common.get(target) ?? LESS_COMMON.get(target);
    if (common?.nested) {
      this.#addCommon(common);
      return null;
    }
    let refused: Diagnostic | undefined;
    for (const path of this.#candidates(target, from)) {
      const found = this.task.read(path);
      if (found === undefined) continue;
      if ("code" in found) {
        refused ??= found;
        continue;
      }
      this.#take(path, found);
      return null;
    }
    if (refused) return refused;
    const text = BUNDLED.get(target);
    if (text === undefined) return undefined;
    this.#take(target, { key: text, text });
    return null;
  }

  /** Some of these hold the types of others, too. */
  #addCommon({ nested }: protobuf.INamespace): void {
    const types = (nested as unknown as Nested).google.nested.protobuf.nested;
    const place = this.#root.define("google.protobuf");
    for (const [name, type] of Object.entries(types)) {
      if (!place.get(name)) place.addJSON({ [name]: type });
    }
  }

  /** Where an import may lie: below the import paths, then below the file's folder and those around it. */
  #candidates(target: string, from: string): Set<string> {
    const folders = [...this.task.importPaths];
    const parts = from.split("/").slice(0, -1);
    for (; parts.length > 0; parts.pop()) folders.push(parts.join("/"));
    folders.push("");
    return new Set(
      folders.map((folder) =>
        normalized(folder === "" ? target : `${folder}/${target}`)
      ),
    );
  }

  #missing(target: string, from: string, line: number): Diagnostic {
    const folders = this.task.importPaths.map((it) => `"${it}"`).join(", ");
    const looked = folders === "" ? "" : `, ${folders}`;
    return problem(
      "MISSING_PATH",
      `Cannot import "${target}": no such file beside "${from}"${looked} or in the collection (add its folder to config.protobuf.importPaths)`,
      from,
      line,
    );
  }

  #resolve(): void {
    try {
      this.#root.resolveAll();
      return;
    } catch (error) {
      this.#findUnresolved();
      if (this.#problems.length > 0) return;
      const { message } = error as Error;
      const path = [...this.#texts.keys()][0];
      this.#problems.push(
        problem("PROTO_SYNTAX", `Cannot load "${path}": ${message}`, path),
      );
    }
  }

  /** Names the fields and methods whose types nobody has. */
  #findUnresolved(): void {
    const open: protobuf.ReflectionObject[] = [this.#root];
    for (const object of open) {
      if (object instanceof protobuf.Namespace) {
        open.push(...object.nestedArray);
      }
      const parts = object instanceof protobuf.Type
        ? object.fieldsArray
        : object instanceof protobuf.Service
        ? object.methodsArray
        : [];
      for (const part of parts) {
        try {
          part.resolve();
        } catch (error) {
          const { message } = error as Error;
          const [, name = ""] = /(?:'|: )([\w.]+)/.exec(message) ?? [];
          const path = part.filename ?? object.filename ?? "";
          const text = this.#texts.get(path) ?? "";
          this.#problems.push(problem(
            "PROTO_SYNTAX",
            `Cannot load "${path}": no type "${name}" is known (import the file that has it)`,
            path,
            lineOf(text, name),
          ));
        }
      }
    }
  }
}

function syntax(error: Error, path: string, text: string): Diagnostic {
  const { message } = error;
  const line = /\(.*\bline (\d+)\)$/.exec(message)?.[1];
  const name = /(?:name '|in Type )(\w+)/.exec(message)?.[1];
  const why = message === "max depth exceeded"
    ? "it is nested too deeply"
    : shortened(message.replace(/ \([^(]*\bline \d+\)$/, ""));
  return problem(
    "PROTO_SYNTAX",
    `Cannot read "${path}": ${why}`,
    path,
    line !== undefined ? Number(line) : name && lineOf(text, name, true),
  );
}

/** Characters of what protobufjs says that a message shows; it may name half a file. */
const MAX_SHOWN = 100;

function shortened(message: string): string {
  const text = message.slice(0, 2 * MAX_SHOWN).replaceAll("'", '"')
    .replaceAll(/\s+/g, " ");
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function problem(
  code: Diagnostic["code"],
  message: string,
  file: string,
  line: number | string | undefined = undefined,
): Diagnostic {
  const location = line ? { file, line: Number(line), column: 1 } : { file };
  return { code, severity: "error", message, location };
}

function located(diagnostic: Diagnostic, at: Origin): Diagnostic {
  return { ...diagnostic, location: locationOf(at) };
}

/** The line of the first or last place that has a text. */
function lineOf(text: string, part: string, last = false): number | undefined {
  const at = last ? text.lastIndexOf(part) : text.indexOf(part);
  return at === -1 ? undefined : text.slice(0, at).split("\n").length;
}

/** `a//b/../c` → `a/c`; what leads out of the collection keeps its `..`. */
function normalized(path: string): string {
  const out: string[] = [];
  for (const part of path.replaceAll("\\", "/").split("/")) {
    if (part === "" && out.length > 0 || part === ".") continue;
    if (part === ".." && out.length > 0 && out.at(-1) !== "..") out.pop();
    else out.push(part);
  }
  const [first] = out;
  // Of a path that begins with a slash, not of an empty folder.
  if (first === "" && !path.startsWith("/")) out.shift();
  return out.join("/");
}
