import type { Step } from "../../core/plan/types.ts";
import type { CollectedRequest } from "./collect/types.ts";
import type { Response } from "../../core/http/response.ts";
import type {
  RenderedStream,
  ResponseStream,
  StreamMessage,
} from "../../core/http/stream.ts";
import type { RequestResult } from "../../core/run/types.ts";
import type { SecretCarrier } from "../../core/secrets/secrets_of.ts";

/** The statuses of HTTP that those of gRPC are like, by the table of google.rpc.Code. */
const LIKE_GRPC = [
  200,
  499,
  500,
  400,
  504,
  404,
  409,
  403,
  429,
  400,
  409,
  400,
  501,
  500,
  503,
  500,
  401,
];

/** The path of a step's request, with the iteration where there are several: `users/create.yml [2/5]`. */
export function stepLabel(
  { item: { path }, iteration, stage }: Step,
  iterations: number,
): string {
  return requestLabel(
    { path, iteration, ...stage && { stage } },
    iterations,
  );
}

/** The method of a step's request as written, or what it is instead; `""` for what is not a request. */
export function stepMethod({ item }: Step): string {
  if (item.kind !== "request") return "";
  const { type, method } = item;
  return type === "websocket" || type === "grpc"
    ? callLabel(method.text, type)
    : method.text;
}

/** The path of a request, with the iteration where there are several: `users/create.yml [2/5]`; setup and teardown are in none. */
export function requestLabel(
  { path, iteration, stage }: Pick<
    CollectedRequest,
    "path" | "iteration" | "stage"
  >,
  iterations: number,
): string {
  return iterations > 1 && stage === undefined
    ? `${path} [${iteration + 1}/${iterations}]`
    : path;
}

/** What stands where a request's method stands: `WS`, `GRPC` and `SUB` say more than the method of their HTTP. */
export function callLabel(
  method: string,
  kind: RenderedStream["kind"] | undefined,
): string {
  switch (kind) {
    case undefined:
      return method;
    case "websocket":
      return "WS";
    case "grpc":
      return "GRPC";
    case "subscription":
      return "SUB";
    default:
      return kind satisfies never;
  }
}

/** What is known of a stream besides its messages. */
interface StreamFacts {
  readonly methodType?: ResponseStream["methodType"];
  /** Messages, or how many they are. */
  readonly sent: number | ResponseStream["sent"];
  readonly received: number;
  /** How many of them the run did not keep. */
  readonly dropped?: number;
}

/** `2 sent, 3 received, 1 dropped`; nothing of a call with one message each way, and of what is no stream. */
export function streamCounts(stream: StreamFacts | undefined): string {
  if (stream === undefined || stream.methodType === "unary") return "";
  const { sent, received, dropped = 0 } = stream;
  const number = typeof sent === "number" ? sent : sent.length;
  return [
    ...number > 0 ? [`${number} sent`] : [],
    `${received} received`,
    ...dropped > 0 ? [`${dropped} dropped`] : [],
  ].join(", ");
}

/** The status of HTTP that says the same as gRPC's. */
export function likeGrpc(status: number): number {
  return LIKE_GRPC[status] ?? 500;
}

/**
 * The status of HTTP that says how a request went: 2xx for a stream that was
 * opened, 4xx for one that the server refused or ended with an error.
 */
export function likeHttp(
  { status, stream }: Pick<Response, "status" | "stream">,
  asked: RenderedStream["kind"] | undefined,
): number {
  if (stream === undefined) {
    // The handshake failed: shown as an error, even if the server answered 200.
    const isOpening = asked === "websocket" || asked === "subscription";
    return isOpening ? Math.max(400, status) : status;
  }
  switch (stream.kind) {
    case "grpc":
      return likeGrpc(status);
    case "subscription":
      return isSubscriptionError(stream.messages.at(-1)) ? 400 : 200;
    case "websocket":
      return 200;
    case "events":
    case "lines":
      return status;
    default:
      return stream.kind satisfies never;
  }
}

/** The operation failed as a whole: errors, and no `data` (GraphQL, 7.1). */
function isSubscriptionError(message: StreamMessage | undefined): boolean {
  const { data } = message ?? {};
  return typeof data === "object" && data !== null && "errors" in data &&
    !("data" in data);
}

/** What of an exchange may hold secrets in fields: the request, and the messages that were sent. */
export function* carriersOf(
  { sent, response }: Pick<RequestResult, "sent" | "response">,
): Generator<SecretCarrier> {
  if (sent !== undefined) yield sent;
  for (const { type, text } of response?.stream?.sent ?? []) {
    if (type === "binary") continue;
    const body = { type: "text" as const, text };
    yield { url: "", headers: [], authHeaders: [], body };
  }
}
