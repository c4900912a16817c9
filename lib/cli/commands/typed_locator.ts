import type { TypedRequest } from "../../core/collection/typed_request.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { TYPED_FILE } from "../../core/source/origin.ts";
import { lineColumn, lineText } from "../../core/source/line_starts.ts";
import { Locator } from "../../host/locate/locator.ts";

/** An argument that a typed request is made of. */
interface Argument {
  /** What stands in place of a file's name. */
  readonly name: string;
  readonly text: string;
  /** The keys that its value has in the request. */
  readonly keys: string;
  /** Where the value begins in the text. */
  readonly start: number;
}

/** Finds what points into a typed request in the argument that somebody typed: the request itself is in no file. */
export class TypedLocator extends Locator {
  readonly #arguments: readonly Argument[];

  constructor(typed: TypedRequest) {
    const args = argumentsOf(typed);
    super(args.map(({ name, text }) => [name, text]));
    this.#arguments = args;
  }

  override async locate(
    diagnostics: readonly Diagnostic[],
  ): Promise<Diagnostic[]> {
    return await super.locate(diagnostics.map((it) => this.#inArgument(it)));
  }

  #inArgument(diagnostic: Diagnostic): Diagnostic {
    const { location, ...rest } = diagnostic;
    if (location?.file !== TYPED_FILE) return diagnostic;
    const keys = location.keys?.join(".");
    const argument = this.#arguments.find((it) => it.keys === keys);
    if (argument === undefined) return rest;
    const { name, text, start } = argument;
    const at = start + (location.offset ?? 0);
    const { line, column } = lineColumn(text, at);
    // What goes over several lines is marked to the end of its first one.
    const room = (lineText(text, line)?.length ?? 0) - column + 1;
    const length = Math.max(1, Math.min(location.length ?? room, room));
    return { ...rest, location: { file: name, line, column, length } };
  }
}

function argumentsOf(
  { url, headers, body, stream }: TypedRequest,
): Argument[] {
  const type = stream?.type ?? "http";
  const header = type === "grpc" ? "metadata" : "headers";
  const data = type === "grpc"
    ? "message"
    : type === "websocket"
    ? "message.data"
    : "body.data";
  return [
    { name: "URL", text: url, keys: `${type}.url`, start: 0 },
    ...headers.flatMap(([name, value], index): Argument[] => {
      const same = headers.slice(0, index).filter((it) => it[0] === name);
      const again = same.length === 0 ? "" : ` (${same.length + 1})`;
      const written = {
        name: `header ${name}${again}`,
        text: `${name}: ${value}`,
      };
      const keys = `${type}.${header}.${index}`;
      return [
        { ...written, keys: `${keys}.name`, start: 0 },
        { ...written, keys: `${keys}.value`, start: name.length + 2 },
      ];
    }),
    ...body === undefined || body.type === "file"
      ? []
      : [{ name: "body", text: body.data, keys: `${type}.${data}`, start: 0 }],
  ];
}
