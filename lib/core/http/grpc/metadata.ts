type Pair = readonly [name: string, value: string];

/** What the headers of a call depend on besides its metadata. */
export interface CallHeaderOptions {
  /** Lower-case names that the request writes itself. */
  readonly written: ReadonlySet<string>;
  /** Milliseconds that the call may take; Infinity is no limit. */
  readonly deadline: number;
}

/** What HTTP sends by itself, and gRPC has no use for. */
const OF_HTTP = new Set(["accept", "accept-encoding", "content-length"]);
/** What gRPC needs to have its own value. */
const OF_GRPC = new Set(["te", "content-type"]);
/** How messages can go out. */
const ENCODINGS = new Set(["gzip", "identity"]);
/** The longest value that `grpc-timeout` can have. */
const MAX_TIMEOUT = 99_999_999;
const UNITS: readonly (readonly [unit: string, milliseconds: number])[] = [
  ["m", 1],
  ["S", 1_000],
  ["M", 60_000],
  ["H", 3_600_000],
];

/**
 * Makes the headers of a call of a request's: those that HTTP would add leave,
 * those that gRPC needs come. Values of names that end in `-bin` are base64
 * already, and lose their padding.
 *
 * @returns What is wrong with one of them.
 */
export function callHeaders(
  headers: readonly Pair[],
  { written, deadline }: CallHeaderOptions,
): [name: string, value: string][] | string {
  const out: [name: string, value: string][] = [];
  let contentType = "application/grpc";
  for (const [name, value] of headers) {
    if (OF_HTTP.has(name) && !written.has(name)) continue;
    if (name === "content-type" && isGrpc(value)) contentType = value;
    if (OF_GRPC.has(name)) continue;
    if (name === "grpc-encoding" && !ENCODINGS.has(value)) {
      return `the value of "grpc-encoding" is "${value}" (messages go out as gzip or identity)`;
    }
    if (!name.endsWith("-bin")) {
      if (!/^[\x20-\x7e]*$/.test(value)) {
        return `the value of "${name}" holds characters beyond ASCII (end its name in "-bin" and write its bytes as base64)`;
      }
      out.push([name, value]);
      continue;
    }
    const bytes = fromBase64(value);
    if (bytes === undefined) {
      return `the value of "${name}" is not base64, which names that end in "-bin" need`;
    }
    out.push([name, bytes.toBase64({ omitPadding: true })]);
  }
  out.push(["content-type", contentType], ["te", "trailers"]);
  const add = (name: string, value: string) => {
    if (!written.has(name)) out.push([name, value]);
  };
  add("grpc-accept-encoding", "gzip, identity");
  if (deadline < Infinity) add("grpc-timeout", grpcTimeout(deadline));
  return out;
}

/** Whether a content type is that of gRPC. */
export function isGrpc(contentType: string): boolean {
  return /^application\/grpc(?![-\w])/i.test(contentType);
}

/** Writes a time as `grpc-timeout` has it: at most eight digits and a unit. */
export function grpcTimeout(milliseconds: number): string {
  for (const [unit, size] of UNITS) {
    const count = Math.ceil(milliseconds / size);
    if (count <= MAX_TIMEOUT) return `${Math.max(count, 1)}${unit}`;
  }
  return `${MAX_TIMEOUT}H`;
}

/** Metadata as a person reads it: values of `-bin` one by one, with their padding. */
export function readMetadata(headers: readonly Pair[]): [string, string][] {
  return headers.flatMap(([name, value]): [string, string][] => {
    if (!name.endsWith("-bin")) return [[name, value]];
    return value.split(",").map((part) => {
      const trimmed = part.trim();
      return [name, fromBase64(trimmed)?.toBase64() ?? trimmed];
    });
  });
}

/** Bytes of base64 in either alphabet, padded or not. */
export function fromBase64(
  text: string,
): Uint8Array<ArrayBuffer> | undefined {
  const plain = text.replaceAll("-", "+").replaceAll("_", "/");
  try {
    return Uint8Array.fromBase64(plain);
  } catch {
    return undefined;
  }
}
