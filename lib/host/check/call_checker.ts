import type {
  LoadedProtos,
  ProtoFiles,
} from "../../core/http/grpc/load_protos.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { checkCall } from "../../tools/check/rules/check_call.ts";
import type { Call, CallChecker } from "../../tools/check/rules/calls.ts";
import type { FileAccess } from "../http/content/body_file.ts";
import { readProtos } from "../grpc/read_protos.ts";

/** What compares calls with `.proto` files of a collection. */
export interface CheckedCalls {
  readonly check: CallChecker;
  /** Services and messages of files, and what is wrong with these. */
  readonly load: (files: Omit<ProtoFiles, "read">) => LoadedProtos;
  /** Reads files again: they may have changed. */
  readonly refresh: () => void;
}

/**
 * Makes what compares calls with `.proto` files; each set of them is read once.
 *
 * @param show How a file is shown, by its path below the collection; default: as the current folder sees it.
 */
export function createCalls(
  access: FileAccess,
  show?: (path: string) => string,
): CheckedCalls {
  const known = new Map<string, LoadedProtos>();
  let checked = new WeakMap<Call, readonly Diagnostic[]>();
  const load: CheckedCalls["load"] = ({ files, importPaths }) => {
    const key = JSON.stringify([files, importPaths]);
    let loaded = known.get(key);
    if (loaded === undefined) {
      loaded = readProtos({ files, importPaths }, access, show);
      known.set(key, loaded);
    }
    return loaded;
  };
  return {
    load,
    check: (call) => {
      let found = checked.get(call);
      if (found === undefined) {
        found = checkCall(call, load(call));
        checked.set(call, found);
      }
      return found;
    },
    refresh: () => {
      known.clear();
      checked = new WeakMap();
    },
  };
}
