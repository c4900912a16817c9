import { exactJson, LONG_DIGITS } from "./exact_json.ts";
import {
  type IsOpen,
  type MessageProblem,
  protoMessageProblems,
} from "./message_problems.ts";
import { protojson, type ProtoType } from "./protobuf.ts";

/** Makes a message of ProtoJSON, or says what is wrong with the text. */
export function encodeMessage(
  type: ProtoType,
  text: string,
  isOpen?: IsOpen,
): Uint8Array<ArrayBuffer> | readonly MessageProblem[] {
  try {
    const message = LONG_DIGITS.test(text)
      ? protojson.fromJson(type, exactJson(type, text))
      : protojson.fromJsonString(type, text);
    return new Uint8Array(type.encode(message).finish());
  } catch (error) {
    return protoMessageProblems(type, text, error, isOpen);
  }
}

/**
 * Says what is wrong with a text as a message of a type, all of it; what is
 * open in it fits everywhere.
 */
export function checkMessage(
  type: ProtoType,
  text: string,
  isOpen?: IsOpen,
): readonly MessageProblem[] {
  const result = encodeMessage(type, text, isOpen);
  return result instanceof Uint8Array ? [] : result;
}
