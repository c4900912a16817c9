import type {
  LoadedProtos,
  ProtoFiles,
} from "../../core/http/grpc/load_protos.ts";
import { type Diagnostic, locationOf } from "../../core/source/diagnostic.ts";
import type { Call, CallChecker } from "../../tools/check/rules/calls.ts";
import type { FileAccess } from "../http/content/body_file.ts";
import { readProtos } from "../grpc/read_protos.ts";
import type { Message } from "../../core/collection/stream_types.ts";
import { protoName, type ProtoType } from "../../core/http/grpc/protobuf.ts";
import { checkMessage } from "../../core/http/grpc/read_proto_json.ts";
import { messageName } from "../../core/request/render_message.ts";
import { jsonShape } from "../../core/render/json_shape.ts";
import { templateOf } from "../../core/template/template_of.ts";

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

/** Compares a call with its `.proto` files: they say what is wrong with themselves, with its method, and with its messages. */
function checkCall(
  { method, messages }: Call,
  { descriptors, problems }: LoadedProtos,
): readonly Diagnostic[] {
  // Without the files nothing is known of the method: more diagnostics would only repeat the first.
  if (problems.length > 0 || method === undefined) return problems;
  const { text, at, length } = method;
  const found = descriptors.method(text);
  return found !== undefined
    ? messages.flatMap((one) => messageProblems(found.request, one))
    : [{
      code: "INVALID_URL",
      severity: "error",
      message: `Cannot call "${text}": ${descriptors.describeMissing(text)}`,
      location: locationOf(at, { length }),
    }];
}

function messageProblems(
  type: ProtoType,
  { data, ...message }: Message,
): Diagnostic[] {
  const open = openText(data);
  if (open === undefined) return [];
  const { text, isOpen, placeOf, shown } = open;
  return checkMessage(type, text, isOpen).map(({ message: why, ...place }) => {
    const offset = placeOf(place.offset);
    const end = placeOf(place.offset + place.length);
    return {
      code: "INVALID_BODY",
      severity: "error",
      message: `Cannot send ${messageName(message)} as "${protoName(type)}": ${
        shown(why)
      }`,
      location: locationOf(data.at, {
        offset,
        length: Math.max(end - offset, 1),
      }),
    };
  });
}

/** The JSON of a message with marks for its placeholders; undefined where they decide about its structure. */
function openText(data: Message["data"]) {
  const { pieces, flaw, loose } = jsonShape(templateOf(data));
  // JSON that is none is told of before; a blank message is no JSON body's flaw.
  const isBlank = data.text.trim() === "";
  if (!isBlank && (flaw !== undefined || loose)) return undefined;
  const mark = freeMark(data.text);
  const starts: number[] = [];
  const names: string[] = [];
  let text = "";
  for (const piece of pieces) {
    starts.push(text.length);
    if (piece.kind === "text") text += piece.text;
    else {
      const { part: { start, end }, role } = piece;
      // Its number tells keys apart.
      const marked = `${mark}${names.length}${mark}`;
      text += role === "string" ? marked : `"${marked}"`;
      names.push(data.text.slice(start, end));
    }
  }
  return {
    text,
    isOpen: (part: string) => part.includes(mark),
    /** Where a place of this text stands in the message. */
    placeOf: (offset: number) => {
      let index = starts.findLastIndex((start) => start <= offset);
      index = Math.max(index, 0);
      const piece = pieces[index];
      if (piece === undefined) return 0;
      return piece.kind === "text"
        ? piece.start + offset - starts[index]
        : piece.part.start;
    },
    /** What is said of this text, with the placeholders in it. */
    shown: (message: string) =>
      message.replaceAll(
        new RegExp(`${mark}(\\d+)${mark}`, "g"),
        (_, index) => names[Number(index)],
      ),
  };
}

/** A character that a text does not have. */
function freeMark(text: string): string {
  let code = 0xe000;
  while (text.includes(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}
