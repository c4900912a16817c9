import type { Message } from "../../../core/collection/stream_types.ts";
import type {
  Collection,
  Item,
  Request,
} from "../../../core/collection/types.ts";
import { renderText } from "../../../core/render/render_text.ts";
import { selectedMessages } from "../../../core/request/render_message.ts";
import type { Execution } from "../../../core/scope/execution.ts";
import type { Scopes } from "../../../core/scope/scopes.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import type { Origin } from "../../../core/source/origin.ts";

/** What is compared with `.proto` files. */
export interface Call {
  /** Paths below the collection, and where they are written. */
  readonly files: readonly { readonly path: string; readonly at: Origin }[];
  /** Folders that imports are looked up in. */
  readonly importPaths: readonly string[];
  /** What is called, with its placeholders resolved; absent: only the files are looked at. */
  readonly method?: {
    readonly text: string;
    readonly at: Origin;
    /** Of the text as written. */
    readonly length: number;
  };
  /** The messages that the call sends. */
  readonly messages: readonly Message[];
}

/** Says what is wrong with `.proto` files, and with what is called and sent by them. */
export type CallChecker = (call: Call) => readonly Diagnostic[];

/** Whether a collection names `.proto` files, so that something can be compared with them. */
export function namesProtos(
  { config: { protobuf }, items }: Collection,
): boolean {
  return protobuf !== undefined && protobuf.protoFiles.length > 0 ||
    items.some(namesProto);
}

function namesProto(item: Item): boolean {
  switch (item.kind) {
    case "folder":
      return item.items.some(namesProto);
    case "request":
      return item.grpc?.protoFile !== undefined;
    case "unsupported":
      return false;
    default:
      return item satisfies never;
  }
}

/** The files of `config.protobuf`; undefined where there are none. */
export function callOfConfig(
  { file, config: { protobuf } }: Collection,
): Call | undefined {
  if (!protobuf || protobuf.protoFiles.length === 0) return undefined;
  const { protoFiles, importPaths } = protobuf;
  const root = file.endsWith(".json") ? [] : ["config"];
  return {
    files: protoFiles.map((path, index) => ({
      path,
      at: { file, path: [...root, "protobuf", "protoFiles", index, "path"] },
    })),
    importPaths,
    messages: [],
  };
}

/** What a request calls by a `.proto` file; undefined where the server tells what it has, or the run which file. */
export function callOf(
  request: Request,
  collection: Collection,
  { scopes, execution }: {
    readonly scopes: Scopes;
    readonly execution: Execution;
  },
): Call | undefined {
  const { grpc } = request;
  if (grpc?.protoFile === undefined) return undefined;
  const path = renderText(grpc.protoFile, scopes, execution).value?.trim();
  if (!path) return undefined;
  const { files = [], importPaths = [] } = callOfConfig(collection) ?? {};
  const text = renderText(grpc.method, scopes, execution).value?.trim();
  const isMethod = text !== undefined && METHOD.test(text);
  const { at, text: { length } } = grpc.method;
  return {
    files: [
      { path, at: grpc.protoFile.at },
      ...files.filter((one) => one.path !== path),
    ],
    importPaths: importPaths.length > 0
      ? importPaths
      : collection.config.protobuf?.importPaths ?? [],
    ...(isMethod && { method: { text, at, length } }),
    messages: sentMessages(request),
  };
}

/** Anything else is told of as no method. */
const METHOD = /^\/?[\w.]+\/\w+$/;

/** The messages that a request sends, by its steps or without. */
function sentMessages(request: Request): readonly Message[] {
  const { messages = [], stream } = request;
  if (stream?.steps === undefined) return selectedMessages(request);
  const sent = new Set(messages.filter(({ selected }) => selected));
  for (const step of stream.steps) {
    if (step.type !== "send") continue;
    const { message } = step;
    const found = typeof message === "string"
      ? messages.find(({ title }) => title === message)
      : message;
    if (found) sent.add(found);
  }
  return [...sent];
}
