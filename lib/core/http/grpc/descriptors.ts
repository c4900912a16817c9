import type { GrpcMethodType } from "../../collection/stream_types.ts";
import { didYouMean, nearest } from "../../source/nearest.ts";
import { fieldsOf } from "./exact_json.ts";
import { protobuf, protoName, type ProtoType } from "./protobuf.ts";

/** A method of a service, its types resolved. */
export interface GrpcMethod {
  /** Such as `/package.Service/Method`. */
  readonly path: string;
  readonly type: GrpcMethodType;
  readonly request: ProtoType;
  readonly response: ProtoType;
}

/** A service as a list shows it. */
export interface GrpcService {
  /** Such as `package.Service`. */
  readonly name: string;
  readonly methods: readonly {
    readonly name: string;
    readonly path: string;
    readonly type: GrpcMethodType;
    /** Full names of messages. */
    readonly request: string;
    readonly response: string;
  }[];
}

/** A field of a message, as completion offers it. */
export interface GrpcField {
  /** As ProtoJSON writes it. */
  readonly name: string;
  /** Such as `string`, `repeated shop.Item`, `map<string, int32>`. */
  readonly type: string;
  /** Names of an enum's values; absent for other types. */
  readonly values?: readonly string[];
  /** The full name of the message that it holds; absent for other types. */
  readonly message?: string;
  /** The comment of its file. */
  readonly comment?: string;
}

/** What `.proto` files or a server's reflection say of services and messages. */
export class Descriptors {
  #names: Map<string, protobuf.ReflectionObject> | undefined;

  /** Takes types that are resolved. */
  constructor(readonly root: protobuf.Root) {}

  /** Every service, by name. */
  get services(): GrpcService[] {
    const services = [...this.#all.values()]
      .filter((it) => it instanceof protobuf.Service);
    return services.map((service) => ({
      name: protoName(service),
      methods: service.methodsArray.map((it) => {
        const { path, type, request, response } = methodOf(it);
        return {
          name: it.name,
          path,
          type,
          request: protoName(request),
          response: protoName(response),
        };
      }),
    })).sort((a, b) => a.name < b.name ? -1 : 1);
  }

  /** A method by `/package.Service/Method`, also without the first slash, or with a dot for the second. */
  method(name: string): GrpcMethod | undefined {
    const found = this.#all.get(dotted(name));
    return found instanceof protobuf.Method ? methodOf(found) : undefined;
  }

  /** Says that there is no such method, and which one may be meant. */
  describeMissing(name: string): string {
    const wanted = dotted(name);
    const at = wanted.lastIndexOf(".");
    if (at === -1) return "it names no method (write /package.Service/Method)";
    const service = this.#all.get(wanted.slice(0, at));
    if (service instanceof protobuf.Service) {
      const names = service.methodsArray.map((it) => it.name);
      const near = nearest(wanted.slice(at + 1), names);
      return `the service "${protoName(service)}" has no method "${
        wanted.slice(at + 1)
      }"${near ? didYouMean(near) : listed("it has", names)}`;
    }
    return missingService(
      wanted.slice(0, at),
      this.services.map((it) => it.name),
    );
  }

  /** A message type by its full name. */
  message(name: string): ProtoType | undefined {
    const found = this.#all.get(name.replace(/^\./, ""));
    return found instanceof protobuf.Type ? found : undefined;
  }

  /** A message, enum, service or method as a `.proto` file has it; a text with what is near where nothing has the name. */
  describe(name: string): { text: string } | { missing: string } {
    const found = this.#all.get(dotted(name));
    if (found) return { text: describeType(found) };
    const near = didYouMean(nearest(dotted(name), this.#all.keys()));
    return { missing: `nothing is called "${name}"${near}` };
  }

  /** The fields of a message type. */
  fields(type: ProtoType): GrpcField[] {
    return [...new Set(fieldsOf(type).values())].map((field) => {
      const { resolvedType: inner, comment } = field;
      const one = inner ? protoName(inner) : field.type;
      return {
        name: (field as unknown as { jsonName: string }).jsonName,
        type: field instanceof protobuf.MapField
          ? `map<${field.keyType}, ${one}>`
          : field.repeated
          ? `repeated ${one}`
          : one,
        ...(inner instanceof protobuf.Enum &&
          { values: Object.keys(inner.values) }),
        ...(inner instanceof protobuf.Type && { message: protoName(inner) }),
        ...(comment && { comment }),
      };
    });
  }

  /** Services, methods, messages and enums by their full names. */
  get #all(): Map<string, protobuf.ReflectionObject> {
    if (this.#names) return this.#names;
    const names = this.#names = new Map<string, protobuf.ReflectionObject>();
    const open: protobuf.ReflectionObject[] = [this.root];
    for (const object of open) {
      if (object instanceof protobuf.Service) {
        for (const it of object.methodsArray) names.set(protoName(it), it);
      }
      if (object instanceof protobuf.Namespace) {
        for (const it of object.nestedArray) open.push(it);
      }
      const isNamed = object instanceof protobuf.Service ||
        object instanceof protobuf.Type || object instanceof protobuf.Enum;
      if (isNamed) names.set(protoName(object), object);
    }
    return names;
  }
}

/** Says that there is no such service, and which one may be meant. */
export function missingService(
  name: string,
  services: readonly string[],
): string {
  const near = nearest(name, services);
  return `no service "${name}" is known${
    near ? didYouMean(near) : listed("there is", services)
  }`;
}

function methodOf(method: protobuf.Method): GrpcMethod {
  method.resolve();
  const { requestStream, responseStream } = method;
  return {
    path: `/${protoName(method.parent!)}/${method.name}`,
    type: requestStream
      ? responseStream ? "bidi-streaming" : "client-streaming"
      : responseStream
      ? "server-streaming"
      : "unary",
    request: method.resolvedRequestType!,
    response: method.resolvedResponseType!,
  };
}

/** `/a.b.Service/Method` → `a.b.Service.Method`. */
function dotted(name: string): string {
  return name.replace(/^[/.]/, "").replace("/", ".");
}

/** Names that a message lists at most. */
const MAX_NAMES = 6;

function listed(lead: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const more = names.length > MAX_NAMES ? ", …" : "";
  return ` (${lead} ${names.slice(0, MAX_NAMES).join(", ")}${more})`;
}

/** Writes a message, enum, service or method the way a `.proto` file has it. */
function describeType(object: protobuf.ReflectionObject): string {
  return `${lines(object, "").join("\n")}\n`;
}

function lines(
  object: protobuf.ReflectionObject,
  indent: string,
): readonly string[] {
  const inner = `${indent}  `;
  const comment = (object.comment ?? "").split("\n").filter((it) => it !== "")
    .map((line) => `${indent}// ${line}`);
  const block = (head: string, body: readonly string[]) => [
    ...comment,
    ...body.length === 0
      ? [`${indent}${head} {}`]
      : [`${indent}${head} {`, ...body, `${indent}}`],
  ];
  if (object instanceof protobuf.Service) {
    const body = object.methodsArray.flatMap((it) => lines(it, inner));
    return block(`service ${object.name}`, body);
  }
  if (object instanceof protobuf.Method) {
    object.resolve();
    const { name, requestStream, responseStream } = object;
    const request = stream(requestStream) +
      protoName(object.resolvedRequestType!);
    const response = stream(responseStream) +
      protoName(object.resolvedResponseType!);
    return [
      ...comment,
      `${indent}rpc ${name} (${request}) returns (${response});`,
    ];
  }
  if (object instanceof protobuf.Enum) {
    const body = Object.entries(object.values)
      .map(([name, number]) => `${inner}${name} = ${number};`);
    return block(`enum ${object.name}`, body);
  }
  if (object instanceof protobuf.Type) {
    return block(`message ${object.name}`, messageBody(object, inner));
  }
  return [...comment, `${indent}${object.fullName.replace(/^\./, "")}`];
}

function messageBody(type: protobuf.Type, indent: string): string[] {
  const done = new Set<protobuf.OneOf>();
  const fields = type.fieldsArray.flatMap((field) => {
    const { partOf } = field;
    if (!partOf || partOf.isProto3Optional) return [fieldLine(field, indent)];
    if (done.has(partOf)) return [];
    done.add(partOf);
    return [
      `${indent}oneof ${partOf.name} {`,
      ...partOf.fieldsArray.map((it) => fieldLine(it, `${indent}  `)),
      `${indent}}`,
    ];
  });
  const nested = type.nestedArray.filter((it) =>
    it instanceof protobuf.Enum || it instanceof protobuf.Type
  );
  return [...fields, ...nested.flatMap((it) => lines(it, indent))];
}

function fieldLine(field: protobuf.Field, indent: string): string {
  field.resolve();
  const type = field.resolvedType ? protoName(field.resolvedType) : field.type;
  const written = field instanceof protobuf.MapField
    ? `map<${field.keyType}, ${type}>`
    : `${labelOf(field)}${type}`;
  return `${indent}${written} ${field.name} = ${field.id};`;
}

function labelOf(field: protobuf.Field): string {
  if (field.repeated) return "repeated ";
  if (field.required) return "required ";
  return field.partOf?.isProto3Optional ? "optional " : "";
}

function stream(isStream: boolean | undefined): string {
  return isStream ? "stream " : "";
}
