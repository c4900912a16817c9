import { protobuf, protoName } from "./protobuf.ts";

/** Writes a message, enum, service or method the way a `.proto` file has it. */
export function describeType(object: protobuf.ReflectionObject): string {
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
