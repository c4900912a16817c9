import { isAbsolute } from "../path.ts";
import {
  type LoadedProtos,
  loadProtos,
  type ProtoFiles,
  type ProtoText,
} from "../../core/http/grpc/load_protos.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import { shownIn } from "../files/load/shown_path.ts";
import { type FileAccess, findBodyFile } from "../http/content/body_file.ts";

/** Bytes of a `.proto` file; generated ones have some megabytes at most. */
const MAX_SIZE = 10 * 1024 * 1024;

/**
 * Loads `.proto` files from disk: inside of the collection, or where the command line allows.
 *
 * @param show How a file is shown, by its path below the collection; default: as the current folder sees it.
 */
export function readProtos(
  files: Omit<ProtoFiles, "read">,
  access: FileAccess | undefined,
  show = shownFrom(access),
): LoadedProtos {
  const { descriptors, problems } = loadProtos({
    ...files,
    read: (path) => readProto(path, access),
  });
  return {
    descriptors,
    problems: problems.map((problem) => {
      const { file, keys } = problem.location ?? {};
      // What has keys is told of the file that names it.
      return file === undefined || keys !== undefined || isAbsolute(file)
        ? problem
        : { ...problem, location: { ...problem.location, file: show(file) } };
    }),
  };
}

function shownFrom(access: FileAccess | undefined): (path: string) => string {
  return access === undefined || access.root === ""
    ? (path) => path
    : shownIn(Deno.cwd(), access.root);
}

function readProto(
  path: string,
  access: FileAccess | undefined,
): ProtoText | Diagnostic | undefined {
  try {
    const at = { file: path, path: [] };
    const { path: real, size } = findBodyFile(path, { access, at });
    if (size > MAX_SIZE) {
      return {
        code: "LIMIT",
        severity: "error",
        message:
          `Cannot read "${path}": it has ${size} bytes, and a .proto file may have ${MAX_SIZE} (split it)`,
        location: { file: path },
      };
    }
    return { key: real, text: Deno.readTextFileSync(real) };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const [diagnostic] = error.diagnostics;
    if (diagnostic.code === "MISSING_PATH") return undefined;
    return { ...diagnostic, location: { file: path } };
  }
}
