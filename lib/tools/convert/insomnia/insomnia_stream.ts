import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type {
  FileAuth,
  FileMessage,
  FileRequest,
  FileRow,
} from "../open_collection.ts";

/** The protocols of messages, by how Insomnia calls them. */
export type InsomniaProtocol = "websocket" | "grpc";

/** The protocol of a resource of version 4, or by an id of version 5. */
export function insomniaProtocol(type: string): InsomniaProtocol | undefined {
  if (type === "websocket_request" || /^ws-req/.test(type)) return "websocket";
  return type === "grpc_request" || /^greq/.test(type) ? "grpc" : undefined;
}

/** What a WebSocket or gRPC request sends. */
export function insomniaStream(
  protocol: InsomniaProtocol,
  data: Record<string, RawJson>,
  common: {
    readonly url: string;
    readonly headers: readonly FileRow[];
    readonly params: NonNullable<FileRequest["websocket"]>["params"];
    readonly metadata: readonly FileRow[];
    readonly auth: FileAuth | undefined;
    readonly template: (text: string) => string;
    /** Where the .proto file with an id is written; undefined for one that the export does not hold. */
    readonly protoPath: (id: string) => string | undefined;
    readonly notes: string[];
  },
): Pick<FileRequest, "websocket" | "grpc"> {
  const { url, headers, params = [], metadata, auth, template, notes } = common;
  if (protocol === "websocket") {
    const message = elements(data.payloads).map(members).map((
      { name, value, payload, mode },
    ): FileMessage<{ type: "json" | "text"; data: string }> => {
      const title = jsonTextOf(name);
      return {
        ...(title && { title }),
        message: {
          type: /json/i.test(jsonTextOf(mode) ?? "") ? "json" : "text",
          data: template(jsonTextOf(value) ?? jsonTextOf(payload) ?? ""),
        },
      };
    });
    return {
      websocket: {
        url,
        ...(headers.length > 0 && { headers: [...headers] }),
        ...(params.length > 0 && { params }),
        ...(message.length > 0 && { message }),
        ...(auth && { auth }),
      },
    };
  }
  const protoFile = jsonTextOf(data.protoFileId);
  const protoFilePath = protoFile && common.protoPath(protoFile);
  if (protoFile && !protoFilePath) {
    notes.push(
      'The .proto file that describes it is not copied: put it into the collection and write its path as "grpc.protoFilePath" (else the server has to describe itself)',
    );
  }
  const reflection = members(data.reflectionApi);
  if (reflection.enabled === true) {
    notes.push(
      `It reads its methods from the reflection API "${
        jsonTextOf(reflection.url) ?? ""
      }", which Brace cannot: write the path of a .proto file as "grpc.protoFilePath" (else the server has to describe itself)`,
    );
  }
  const text = jsonTextOf(members(data.body).text);
  return {
    grpc: {
      url: grpcUrl(url, notes),
      method: template(jsonTextOf(data.protoMethodName) ?? ""),
      ...(protoFilePath && { protoFilePath }),
      ...(metadata.length > 0 && { metadata: [...metadata] }),
      ...(text && { message: template(text) }),
      ...(auth && { auth }),
    },
  };
}

/** Without a scheme Insomnia goes without TLS, but for hosts that need it. */
function grpcUrl(url: string, notes: string[]): string {
  if (
    url === "" || /^[a-z][\w+.-]*:\/\//i.test(url) ||
    /:443(?:\/|$)|\.(?:run\.app|googleapis\.com)(?::\d+)?$/i.test(url)
  ) return url;
  if (!url.startsWith("{{")) return `grpc://${url}`;
  notes.push(
    `Without a scheme Insomnia goes without TLS, Brace with it: let the value of "${
      url.slice(0, 60)
    }" begin with grpc:// or grpcs://`,
  );
  return url;
}
