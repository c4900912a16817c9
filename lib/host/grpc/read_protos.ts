import {
  type LoadedProtos,
  loadProtos,
  type ProtoFiles,
  type ProtoText,
} from "../../core/http/grpc/load_protos.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import { type FileAccess, findBodyFile } from "../http/content/body_file.ts";

/** Bytes of a `.proto` file; generated ones have some megabytes at most. */
const MAX_SIZE = 10 * 1024 * 1024;

/** Loads `.proto` files from disk: inside of the collection, or where the command line allows. */
export function readProtos(
  files: Omit<ProtoFiles, "read">,
  access: FileAccess | undefined,
): LoadedProtos {
  return loadProtos({ ...files, read: (path) => readProto(path, access) });
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
