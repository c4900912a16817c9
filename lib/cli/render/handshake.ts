import type { RenderedRequest } from "../../core/http/rendered_request.ts";

type Headers = readonly (readonly [name: string, value: string])[];

/** What the handshake sets itself. */
const OWN = [
  ["Connection", "Upgrade"],
  ["Upgrade", "websocket"],
  ["Sec-WebSocket-Version", "13"],
] as const;
/** What a handshake has none of, or its own. */
const NOT_SENT = new Set(["content-length", "transfer-encoding", "connection"]);
const PROTOCOL = "sec-websocket-protocol";
/** The headers of a request as they open its WebSocket; the same where it opens none. */
export function forHandshake(
  { stream }: RenderedRequest,
  headers: Headers,
): Headers {
  if (!opensSocket(stream)) return headers;
  const written = headers.filter(([name]) => !NOT_SENT.has(name.toLowerCase()));
  const isSubscription = stream?.kind === "subscription";
  return [
    ...written.filter(([name]) =>
      !isSubscription || name.toLowerCase() !== PROTOCOL
    ),
    ...OWN,
    ...(isSubscription ? [subprotocols(written)] : []),
  ];
}

function subprotocols(
  headers: Headers,
): readonly [name: string, value: string] {
  const own = headers.filter(([name]) => name.toLowerCase() === PROTOCOL)
    .flatMap(([, value]) => value.split(",")).map((one) => one.trim())
    .filter((one) => one !== "");
  const all = new Set([...own, "graphql-transport-ws"]);
  return ["Sec-WebSocket-Protocol", [...all].join(",")];
}

function opensSocket(stream: RenderedRequest["stream"]): boolean {
  return stream?.kind === "websocket" ||
    stream?.kind === "subscription" && stream.over === "websocket";
}
