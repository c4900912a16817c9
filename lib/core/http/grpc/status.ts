/** The codes of gRPC, by number. */
const NAMES = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
] as const;

/** The codes that Brace itself gives. */
export const GRPC_STATUS = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

/** A status as a call ends with it. */
export interface GrpcStatus {
  readonly status: number;
  readonly statusText: string;
  /** What the server says about it; absent: nothing. */
  readonly reason?: string;
}

/** The name of a code; one that gRPC does not have is `UNKNOWN`, as every client reads it. */
export function statusName(code: number): string {
  return NAMES[code] ?? "UNKNOWN";
}

/** What a response of HTTP stands for where no gRPC answered ("HTTP to gRPC Status Code Mapping"). */
export function statusOfHttp(status: number): number {
  switch (status) {
    case 400:
      return GRPC_STATUS.INTERNAL;
    case 401:
      return GRPC_STATUS.UNAUTHENTICATED;
    case 403:
      return GRPC_STATUS.PERMISSION_DENIED;
    case 404:
      return GRPC_STATUS.UNIMPLEMENTED;
    case 429:
    case 502:
    case 503:
    case 504:
      return GRPC_STATUS.UNAVAILABLE;
    default:
      return GRPC_STATUS.UNKNOWN;
  }
}

/** HTTP/2's error codes (RFC 9113, section 7). */
const RESETS = [
  "NO_ERROR",
  "PROTOCOL_ERROR",
  "INTERNAL_ERROR",
  "FLOW_CONTROL_ERROR",
  "SETTINGS_TIMEOUT",
  "STREAM_CLOSED",
  "FRAME_SIZE_ERROR",
  "REFUSED_STREAM",
  "CANCEL",
  "COMPRESSION_ERROR",
  "CONNECT_ERROR",
  "ENHANCE_YOUR_CALM",
  "INADEQUATE_SECURITY",
  "HTTP_1_1_REQUIRED",
];

/** What a stream that the server reset stands for ("PROTOCOL-HTTP2", Errors). */
export function statusOfReset(code: number): GrpcStatus {
  const name = RESETS[code] ?? `error ${code}`;
  const status = resetStatus(name);
  return {
    status,
    statusText: statusName(status),
    reason: `the server reset the stream (${name})`,
  };
}

function resetStatus(name: string): number {
  switch (name) {
    case "REFUSED_STREAM":
      return GRPC_STATUS.UNAVAILABLE;
    case "CANCEL":
      return GRPC_STATUS.CANCELLED;
    case "ENHANCE_YOUR_CALM":
      return GRPC_STATUS.RESOURCE_EXHAUSTED;
    case "INADEQUATE_SECURITY":
      return GRPC_STATUS.PERMISSION_DENIED;
    default:
      return GRPC_STATUS.INTERNAL;
  }
}

/** Decodes a `grpc-message`; what is no escape stays as it is, since a message must not be lost. */
export function decodeGrpcMessage(text: string): string {
  if (!text.includes("%")) return text;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const part of text.split(/(%[0-9a-f]{2})/i)) {
    if (/^%[0-9a-f]{2}$/i.test(part)) bytes.push(parseInt(part.slice(1), 16));
    else for (const byte of encoder.encode(part)) bytes.push(byte);
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** Reads `grpc-status` and `grpc-message`; a text says what is wrong with them. */
export function statusOfTrailers(
  trailers: readonly (readonly [name: string, value: string])[],
): GrpcStatus | string {
  const values = trailers.filter(([name]) => name === "grpc-status")
    .map(([, value]) => value);
  if (values.length === 0) return "it ended without a grpc-status";
  if (values.length > 1) {
    const list = values.map((it) => `"${it}"`).join(", ");
    return `it ended with ${values.length} values of grpc-status: ${list}`;
  }
  const [value] = values;
  if (!/^\d{1,9}$/.test(value)) {
    return `it ended with the grpc-status "${value}", which is not a number`;
  }
  const message = trailers.find(([name]) => name === "grpc-message")?.[1];
  const reason = message === undefined ? "" : decodeGrpcMessage(message);
  return {
    status: Number(value),
    statusText: statusName(Number(value)),
    ...(reason !== "" && { reason }),
  };
}
