import type { Message } from "../../../core/collection/stream_types.ts";
import type { LoadedProtos } from "../../../core/http/grpc/load_protos.ts";
import { protoName, type ProtoType } from "../../../core/http/grpc/protobuf.ts";
import { checkMessage } from "../../../core/http/grpc/read_proto_json.ts";
import { messageName } from "../../../core/request/render_message.ts";
import { jsonShape } from "../../../core/render/json_shape.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import { templateOf } from "../../../core/template/template_of.ts";
import type { Call } from "./calls.ts";

/** Compares a call with its `.proto` files: they say what is wrong with themselves, with its method, and with its messages. */
export function checkCall(
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
