import descriptorTypes from "protobufjs/ext/descriptor.js";
import { Descriptors } from "./descriptors.ts";
import { protobuf } from "./protobuf.ts";

/** The messages of server reflection, the same in v1 and v1alpha but for the package. */
const REFLECTION = `syntax = "proto3";
message Request {
  oneof message_request {
    string file_by_filename = 3; string file_containing_symbol = 4; string list_services = 7;
  }
}
message Response {
  message Files { repeated bytes file_descriptor_proto = 1; }
  message Services { message Service { string name = 1; } repeated Service service = 1; }
  message Failure { int32 error_code = 1; string error_message = 2; }
  oneof message_response {
    Files file_descriptor_response = 4; Services list_services_response = 6; Failure error_response = 7;
  }
}`;

const root = protobuf.parse(REFLECTION).root.resolveAll();
const request = root.lookupType("Request");
const response = root.lookupType("Response");

/** The messages of both sides, for a server. */
export const REFLECTION_MESSAGES = { request, response };

/** What a server's reflection can be asked. */
export type ReflectionQuestion =
  | { readonly fileByFilename: string }
  | { readonly fileContainingSymbol: string }
  | { readonly listServices: string };

/** An answer of the reflection service. */
export interface ReflectionAnswer {
  readonly fileDescriptorResponse?: {
    readonly fileDescriptorProto: readonly Uint8Array[];
  };
  readonly listServicesResponse?: {
    readonly service: readonly { readonly name: string }[];
  };
  readonly errorResponse?: {
    readonly errorCode: number;
    readonly errorMessage: string;
  };
}

/** A file as reflection gives it. */
export interface ReflectedFile {
  readonly name: string;
  readonly dependencies: readonly string[];
  /** For {@linkcode reflectedDescriptors}. */
  readonly file: object;
}

/** Writes a question. */
export function writeQuestion(question: ReflectionQuestion): Uint8Array {
  return request.encode(request.create({ ...question })).finish();
}

/** @throws {Error} The bytes are something else. */
export function readAnswer(bytes: Uint8Array): ReflectionAnswer {
  return response.decode(bytes) as unknown as ReflectionAnswer;
}

/** @throws {Error} The bytes are no FileDescriptorProto. */
export function readFileDescriptor(bytes: Uint8Array): ReflectedFile {
  const type = descriptorTypes.FileDescriptorProto as unknown as protobuf.Type;
  const file = type.decode(bytes) as unknown as {
    name?: string;
    dependency?: string[];
  };
  const { name = "", dependency = [] } = file;
  return { name, dependencies: dependency, file };
}

/** @throws {Error} The bytes are no FileDescriptorSet, or its files do not fit together. */
export function readDescriptorSet(bytes: Uint8Array): protobuf.Root {
  const { FileDescriptorSet } = descriptorTypes;
  const type = FileDescriptorSet as unknown as protobuf.Type;
  const set = type.decode(bytes) as unknown as { file: readonly object[] };
  if (set.file.length === 0) throw new Error("it has no file");
  return fromFiles(set, { keepCase: true });
}

/** Writes what a server's reflection says of types: files that hold them all. */
export function writeFiles(root: protobuf.Root): Uint8Array[] {
  const type = descriptorTypes.FileDescriptorProto as unknown as protobuf.Type;
  return toFiles.call(root, "proto3").file.map((file) =>
    type.encode(type.fromObject(file)).finish()
  );
}

/**
 * Makes descriptors of files; `absent` are those that the server does not give,
 * of which well-known ones are at hand.
 *
 * @throws {Error} The files do not fit together.
 */
export function reflectedDescriptors(
  files: readonly ReflectedFile[],
  absent: readonly string[],
): Descriptors {
  const common = absent.flatMap((name) => {
    const json = protobuf.common.get(name);
    return json
      ? toFiles.call(protobuf.Root.fromJSON(json), "proto3").file
      : [];
  });
  const set = { file: [...common, ...files.map(({ file }) => file)] };
  return new Descriptors(fromFiles(set, { keepCase: true }));
}

/** What the module of descriptors adds to protobufjs, whose types do not follow it into Deno (no upstream issue known). */
const { fromDescriptor: fromFiles } = protobuf.Root as unknown as {
  fromDescriptor: (
    set: { file: readonly object[] },
    options: { keepCase: boolean },
  ) => protobuf.Root;
};
const { toDescriptor: toFiles } = protobuf.Root.prototype as unknown as {
  toDescriptor: (
    this: protobuf.Root,
    edition: string,
  ) => { file: readonly object[] };
};
