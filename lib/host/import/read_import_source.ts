import { isFolder } from "../files/is_folder.ts";
import {
  basename,
  dirname,
  isInside,
  join,
  relative,
  resolve,
} from "../path.ts";
import { isCommand } from "../../tools/convert/command_text.ts";
import type { ImportSource } from "../../tools/convert/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import {
  CollectionError,
  DiagnosticError,
  PermissionError,
} from "../../core/source/errors.ts";
import {
  BRU_FORMAT,
  V3_FOLDER,
  V3_FORMAT,
} from "../../core/collection/format.ts";
import { shownUrl } from "../../core/secrets/shown_url.ts";
import { findRoot, splitMain } from "../files/find_root.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { withSuggestion } from "../files/with_nearest.ts";
import { meantPath } from "../files/load/named_path.ts";
import { readText } from "../files/read_text.ts";
import { withSlashes } from "../files/load/shown_path.ts";
import { fetchText } from "./fetch_text.ts";
import { withEnvironmentsAbove } from "./http_environments_above.ts";

/** A source is refused beyond this many bytes, a folder beyond this many files. */
const MAX_SOURCE_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 20_000;
/** Files of a folder that are read: those that some format could mean. */
const READ = /\.(?:bru|http|rest|json|ya?ml|env|sh)$|(?:^|\/)\.env[\w.-]*$/i;

/** What a URL without its scheme begins with: a host with a dot or a port. */
const HOST =
  /^(?:[^/?#@]*:[^/?#]*@)?(?:[\w-]+(?:\.[\w-]+)*:\d+(?=[/?#]|$)|(?:[\w-]+\.)+[\w-]+(?=\/|\?))/;

/** The folder of VS Code: only its settings are read, which hold environments of its REST client. */
const EDITOR = ".vscode";

/**
 * Reads what `brace import` names: a file, a folder, a URL, a command or
 * standard input.
 *
 * @throws {CollectionError} It cannot be read, or is too large.
 * @throws {PermissionError} The policy or Deno refuses.
 */
export async function readImportSource(
  name: string,
  { allowNet }: { allowNet: true | readonly string[] },
): Promise<ImportSource> {
  if (name === "-") return await fromInput();
  if (/^https?:\/\//i.test(name)) {
    const { text, url } = await fetchText(name, { allowNet, typed: name });
    const main = new URL(name).pathname.split("/").at(-1) || "document";
    return {
      name: shownUrl(name),
      location: url,
      main,
      files: new Map([[main, text]]),
      readReference: referenceReader({ document: name, allowNet }),
    };
  }
  if (isCommand(name) && !isFileAt(name)) {
    // The command may hold secrets: it is not named by its text.
    const main = "curl command";
    const files = new Map([[main, name]]);
    return { name: main, main, files, hasFile: fileFinder(["."]) };
  }
  try {
    const { isDirectory, isFile, size } = await Deno.stat(name);
    if (isDirectory) {
      return withEnvironmentsAbove({
        name: withSlashes(name),
        folder: basename(resolve(name)),
        ...partOf(name, name),
        ...readFolder(name),
        hasFile: fileFinder([name, "."]),
        readReference: referenceReader({
          document: join(name, "folder"),
          allowNet,
        }),
      }, name);
    }
    if (!isFile) throw refused(name, "it is neither a file nor a folder");
    if (size > MAX_SOURCE_BYTES) {
      throw refused(name, "it is larger than 64 MiB");
    }
    const main = basename(name);
    return withEnvironmentsAbove({
      // What the document refers to is found beside it by this.
      name: withSlashes(name),
      main,
      ...partOf(name, dirname(name)),
      files: new Map([[main, readText(name)]]),
      readReference: referenceReader({ document: name, allowNet }),
      hasFile: fileFinder([dirname(name), "."]),
    }, dirname(name));
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    throw unread(name, error);
  }
}

/** What reading a file or a folder failed with. */
function unread(path: string, error: unknown): DiagnosticError {
  const diagnostic = describeFileError("read", path, error);
  if (diagnostic.code === "PERMISSION") {
    return new PermissionError([diagnostic]);
  }
  const near = diagnostic.code === "MISSING_PATH"
    ? meantPath(path, resolve("."))
    : undefined;
  if (diagnostic.code === "MISSING_PATH" && near === undefined && isUrl(path)) {
    return new CollectionError([{
      ...diagnostic,
      message: `Cannot read "${
        shownUrl(path)
      }": it does not exist (begin a URL with https:// or http://)`,
    }]);
  }
  return new CollectionError([withSuggestion(diagnostic, near)]);
}

/** Whether a path that is not there is more likely a URL whose beginning is missing or misspelled. */
function isUrl(path: string): boolean {
  const host = HOST.exec(path)?.[0];
  return /^(?!file:)[a-z]{2,}:\//i.test(path) ||
    host !== undefined && !isFolder(host);
}

/** A text of a folder; one that cannot be read is named by its own path. */
function readInside(root: string, path: string): string {
  const file = join(root, path);
  try {
    return readText(file);
  } catch (error) {
    throw unread(withSlashes(file), error);
  }
}

/** The folder of Bruno's collection around what is named, as it may be typed. */
function partOf(
  path: string,
  folder: string,
): Pick<ImportSource, "partOf"> {
  const found = findRoot(resolve(folder));
  const { root, main } = splitMain(found ?? "");
  if (!BRU_FORMAT.mains.includes(main) || root === resolve(path)) return {};
  const shown = relative(resolve("."), root);
  return { partOf: withSlashes(shown === "" ? "." : shown) };
}

async function fromInput(): Promise<ImportSource> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of Deno.stdin.readable) {
    size += chunk.length;
    if (size > MAX_SOURCE_BYTES) {
      throw refused("standard input", "it is larger than 64 MiB");
    }
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(
    await new Blob(chunks as BlobPart[]).arrayBuffer(),
  );
  const main = "standard input";
  return {
    name: main,
    main,
    files: new Map([[main, new TextDecoder().decode(bytes)]]),
  };
}

/** Looks for a file in several folders. */
function fileFinder(
  folders: readonly string[],
): (path: string) => boolean {
  return (path) => folders.some((folder) => isFileAt(resolve(folder, path)));
}

/** What cannot be looked at is no file. */
function isFileAt(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** The texts of a folder, by path relative to it, and what else it holds; links are not followed. */
function readFolder(
  root: string,
): Required<Pick<ImportSource, "files" | "others">> {
  const files = new Map<string, string>();
  const others = new Set<string>();
  const folders = ["", ...besideTree(root)];
  let bytes = 0;
  for (let folder; (folder = folders.pop()) !== undefined;) {
    const entries = [...Deno.readDirSync(join(root, folder))]
      .sort((a, b) => a.name < b.name ? -1 : 1);
    for (const { name, isDirectory, isFile } of entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const isHidden = name.startsWith(".") && name !== V3_FOLDER;
      if (isDirectory && name === EDITOR) {
        const settings = `${path}/settings.json`;
        if (
          [...Deno.readDirSync(join(root, path))].some((one) =>
            one.name === "settings.json" && one.isFile
          )
        ) {
          files.set(settings, readInside(root, settings));
        }
      } else if (isDirectory && !isHidden && name !== "node_modules") {
        folders.push(path);
      } else if (isFile && READ.test(path)) {
        const text = readInside(root, path);
        bytes += text.length;
        if (bytes > MAX_SOURCE_BYTES || files.size >= MAX_FILES) {
          throw refused(root, `it has more than 64 MiB or ${MAX_FILES} files`);
        }
        files.set(path, text);
      } else if (isFile && others.size < MAX_FILES) others.add(path);
    }
  }
  return { files, others };
}

/** The folders of environments and globals beside a tree of Postman's. */
function besideTree(root: string): string[] {
  const { main } = splitMain(findRoot(resolve(root)) ?? "");
  if (!V3_FORMAT.mains.includes(main)) return [];
  return ["../../environments", "../../globals"].filter((folder) =>
    isFolder(join(root, folder))
  );
}

function refused(name: string, why: string): CollectionError {
  const diagnostic: Diagnostic = {
    code: "LIMIT",
    severity: "error",
    message: `Cannot import "${name}": ${why}`,
  };
  return new CollectionError([diagnostic]);
}

/**
 * Reads what a document refers to: one from a URL may refer to URLs that the
 * policy allows and to no file; one from a file to files below its folder and,
 * with `--allow-net`, to URLs.
 */
function referenceReader(
  { document, allowNet }: {
    document: string;
    allowNet: true | readonly string[];
  },
): NonNullable<ImportSource["readReference"]> {
  const isRemote = /^https?:\/\//i.test(document);
  return async (reference) => {
    try {
      if (/^https?:\/\//i.test(reference)) {
        if (!URL.canParse(reference)) {
          return { diagnostic: invalidReference(reference) };
        }
        const typed = isRemote ? document : reference;
        const hosts = isRemote ? allowNet : onlyListed(reference, allowNet);
        if (hosts === undefined) return { diagnostic: notAllowed(reference) };
        return await fetchText(reference, { allowNet: hosts, typed });
      }
      if (isRemote) {
        return {
          diagnostic: outside(reference, "a document from a URL", "URLs"),
        };
      }
      return await readBeside(document, reference);
    } catch (error) {
      if (error instanceof DiagnosticError) {
        return { diagnostic: error.diagnostics[0] };
      }
      return { diagnostic: describeFileError("read", reference, error) };
    }
  };
}

/** A file below the folder of the document, links followed. */
async function readBeside(
  document: string,
  reference: string,
): Promise<{ text: string } | { diagnostic: Diagnostic }> {
  const folder = dirname(resolve(document));
  const shown = relative(folder, resolve(reference));
  try {
    const root = await Deno.realPath(folder);
    const real = await Deno.realPath(join(root, shown));
    if (!isInside(root, real)) {
      return {
        diagnostic: outside(
          shown,
          JSON.stringify(basename(document)),
          "files below its own folder",
        ),
      };
    }
    return { text: readText(real) };
  } catch (error) {
    return { diagnostic: describeFileError("read", shown, error) };
  }
}

/** The hosts that a file's reference may be fetched from: its own only if it is listed. */
function onlyListed(
  reference: string,
  allowNet: true | readonly string[],
): true | readonly string[] | undefined {
  if (allowNet === true) return true;
  const { host, hostname } = new URL(reference);
  return allowNet.includes(host) || allowNet.includes(hostname)
    ? allowNet
    : undefined;
}

function invalidReference(reference: string): Diagnostic {
  return {
    code: "INVALID_FIELD",
    severity: "error",
    message: `Cannot fetch "${shownUrl(reference)}": it is not a valid URL`,
  };
}

function notAllowed(reference: string): Diagnostic {
  const { host } = new URL(reference);
  return {
    code: "PERMISSION",
    severity: "error",
    message: `Cannot fetch "${
      shownUrl(reference)
    }": the document refers to the host "${host}", allow it with --allow-net=${host}`,
    suggestion: `--allow-net=${host}`,
  };
}

function outside(
  reference: string,
  document: string,
  reach: string,
): Diagnostic {
  return {
    code: "PERMISSION",
    severity: "error",
    message:
      `Cannot read "${reference}": ${document} may refer to ${reach} only`,
  };
}
