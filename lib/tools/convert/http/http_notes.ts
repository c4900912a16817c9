import type { FileRequest } from "../open_collection.ts";
import { countWritten } from "../counts.ts";
import { pathBeside } from "../path_beside.ts";
import type { ImportedRequest, ImportNote, SourcePlace } from "../types.ts";
import type { HttpFile, HttpFileRequest, HttpLine } from "./http_file.ts";
import { isKnownMark, nameImport } from "./http_marks.ts";
import type { RepeatedNotes } from "./repeated_notes.ts";

/** Takes what has to be said of a source. */
interface Naming {
  readonly notes: ImportNote[];
  readonly repeated: RepeatedNotes;
  readonly files: ReadonlyMap<string, string>;
}

/** What is said of an order to the client, which is no request. */
export function nameDirective(
  file: string,
  { text, line }: HttpLine,
  { notes, files }: Naming,
): void {
  const source = { file, line };
  const shown = `"${text.slice(0, 60)}"`;
  const path = /^import\s+(\S+)/i.exec(text)?.[1];
  if (path !== undefined) {
    const isThere = files.has(pathBeside(file, path));
    nameImport(shown, isThere, (kind, [what, why]) => {
      notes.push({ kind, message: `${what}: ${why}`, source });
    });
    return;
  }
  notes.push({
    kind: "person",
    message: `Left out ${shown}: ${
      /^run\b/i.test(text)
        ? "name the requests behind brace run, or call client.runRequest in a script"
        : /^proto\b/i.test(text)
        ? "write config.protobuf, or protoFilePath into the requests, and copy the file"
        : "it is neither a request nor a variable"
    }`,
    source,
  });
}

/** Marks and assertions of sections without a request: in httpyac they are for all requests. */
export function nameAlone(
  { file, parsed }: { file: string; parsed: HttpFile },
  { notes, repeated, files }: Naming,
): void {
  for (const { marks, asserts } of parsed.alone) {
    for (const mark of marks) {
      // A prompt is a variable, which is named as one.
      if (!isKnownMark(mark) || mark.name === "prompt") continue;
      const source = { file, line: mark.line };
      if (mark.name === "import") {
        const isThere = files.has(pathBeside(file, mark.text));
        nameImport(`"@import ${mark.text}"`, isThere, (kind, what) => {
          repeated.add(kind, what, { source });
        });
        continue;
      }
      repeated.add("person", [
        `Left out "@${mark.name}"`,
        "no request follows it, so write it into the requests it is for",
      ], { source });
    }
    for (const { text, line } of asserts) {
      notes.push({
        kind: "person",
        message: `Left out the assertion "${
          text.slice(0, 60)
        }": no request stands above it`,
        source: { file, line },
      });
    }
  }
}

/** What is said of single lines of a request. */
export function nameLines(
  { version, unknown, saves, line }: HttpFileRequest,
  { file, item, left }: {
    file: string;
    item: ImportedRequest;
    /** Assertions that Brace has no form for. */
    left: readonly HttpLine[];
  },
  { notes, repeated }: Naming,
): void {
  const shown = (text: string) => `"${text.slice(0, 60)}"`;
  for (const { text, line } of left) {
    notes.push({
      kind: "person",
      message: `Left out the assertion ${
        shown(text)
      }: write it under runtime.assertions or as a test`,
      source: { file, line },
      item,
    });
  }
  for (const { text, line } of unknown) {
    notes.push({
      kind: "person",
      message: `Left out ${shown(text)}: ${
        text.startsWith("??")
          ? "httpyac reads no assertion there"
          : "write the headers that it stands for"
      }`,
      source: { file, line },
      item,
    });
  }
  for (const { text, line } of saves) {
    notes.push({
      kind: "person",
      message: `Left out ${
        shown(text)
      }: Brace writes the last response to a file with --output FILE, and all with --reporter har=FILE`,
      source: { file, line },
      item,
    });
  }
  if (version !== undefined) {
    repeated.add("person", [
      `Left out "HTTP/${version}"`,
      "run with --http2",
    ], { source: { file, line }, item });
  }
}

/** A request of a protocol that Brace does not speak is named with all that is in it. */
export function unsupportedProtocol(
  { method }: HttpFileRequest,
  request: FileRequest,
  { source, ownScripts }: { source: SourcePlace; ownScripts: number },
): ImportNote {
  const counts = countWritten([{ kind: "request", data: request }]);
  return {
    kind: "person",
    message: `Left out a request: Brace does not speak ${method}`,
    source,
    lost: { ...counts, scripts: counts.scripts - ownScripts },
  };
}
