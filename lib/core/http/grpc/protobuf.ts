// The only door to protobufjs, whose parts belong together.
import protobuf from "protobufjs";
import protojson from "protobufjs/ext/protojson.js";

export { protobuf, protojson };

/** A message type, resolved. */
export type ProtoType = protobuf.Type;

/** The full name of a message, enum, service or method, such as `shop.Item`. */
export function protoName({ fullName }: protobuf.ReflectionObject): string {
  return fullName.replace(/^\./, "");
}
