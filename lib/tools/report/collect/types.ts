import type { AssertionOperator } from "../../../core/collection/types.ts";
import type { Timings } from "../../../core/http/response.ts";
import type { FailureClass, RequestStatus } from "../../../core/run/types.ts";
import type { ConsoleLine } from "../../../core/script/border/types.ts";
import type { SourceExcerpt } from "../../../core/source/format_diagnostic.ts";
import type { DiagnosticCode } from "../../../core/source/diagnostic.ts";
import type { JsonInsertion } from "../provenance/provenance_json.ts";
import type { StatusClass } from "../status_class.ts";
import type {
  GrpcMethodType,
  MessageType,
} from "../../../core/collection/stream_types.ts";
import type {
  RenderedStream,
  StreamClose,
  StreamKind,
} from "../../../core/http/stream.ts";

// These are the shapes of the JSON report: docs/report-schema.json describes
// them for its readers. A change that breaks one is a new version there.

/** One request of a run. */
export interface CollectedRequest {
  /** Position in the plan, from 0. */
  readonly index: number;
  /** Iteration, from 0. */
  readonly iteration: number;
  readonly name: string;
  readonly path: string;
  /** The YAML file that it is in, as seen from the folder of the run. */
  readonly file: string;
  /** "http", "graphql", "websocket", "grpc", or the kind of an item that Brace does not run. */
  readonly type: string;
  readonly tags: readonly string[];
  /** Set for what ran before or after all else. */
  readonly stage?: "setup" | "teardown";
  readonly status: RequestStatus;
  readonly failures: readonly FailureClass[];
  readonly skipReason?: string;
  readonly jumped?: true;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Milliseconds. */
  readonly duration: number;
  /** What that was spent on, all attempts together; absent where the response says it. */
  readonly timings?: Timings;
  readonly attempts: number;
  /** It took longer than the limit for slow ones. */
  readonly slow?: true;
  /** It passed for lack of any check: its response says 4xx or 5xx. */
  readonly unchecked?: true;
  /** Which repetition of its group it is of, from 1; absent: the first run. */
  readonly rerun?: number;
  /** What was wrong before it passed in a repetition. */
  readonly flaky?: readonly CollectedDiagnostic[];
  /** Its method, or `WS` and the like, as it is written; only where it was not sent. */
  readonly method?: string;
  readonly request?: CollectedSent;
  readonly response?: CollectedResponse;
  readonly assertions: readonly CollectedAssertion[];
  readonly tests: readonly CollectedTest[];
  readonly console: readonly ConsoleLine[];
  /** Errors and warnings outside of assertions and tests. */
  readonly diagnostics: readonly CollectedDiagnostic[];
}

/** A request as it was sent. */
export interface CollectedSent extends CollectedMessage {
  readonly method: string;
  /** How it talks over its connection; absent: it asks and is answered. */
  readonly stream?: RenderedStream["kind"];
  readonly url: string;
  /** The values in its texts, and where they came from; absent: none. */
  readonly insertions?: readonly JsonInsertion[];
}

/** What a request and a response have in common. */
export interface CollectedMessage {
  readonly headers: readonly CollectedHeader[];
  /** Absent: without body. */
  readonly body?: CollectedBody;
}

export interface CollectedHeader {
  readonly name: string;
  readonly value: string;
}

export interface CollectedResponse extends CollectedMessage {
  /** URL of the last hop. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly statusClass?: StatusClass;
  readonly httpVersion: string;
  /** Whether the response was longer than the limit for responses. */
  readonly truncated: boolean;
  /** The response ended too early; this is what came. */
  readonly cut?: true;
  /** Only the end of a TLS connection says where the body ends. */
  readonly unframed?: true;
  /** Milliseconds. */
  readonly timings: Timings;
  /** Bytes as received. */
  readonly size: { readonly headers: number; readonly body: number };
  readonly remoteAddress?: string;
  readonly tls?: { readonly version: string; readonly cipher?: string };
  readonly redirects: readonly {
    readonly status: number;
    readonly method: string;
    readonly url: string;
    readonly location: string;
    /** What was sent to `url`. */
    readonly headers: readonly CollectedHeader[];
  }[];
  /** What was sent at last, where redirects were followed. */
  readonly sent?: {
    readonly method: string;
    readonly headers: readonly CollectedHeader[];
  };
  /** What passed over a stream; absent: the response is not one. With kind "grpc" the status is gRPC's. */
  readonly stream?: CollectedStream;
}

/** What passed over a stream. */
export interface CollectedStream {
  readonly kind: StreamKind;
  /** gRPC: which sides of the call stream. */
  readonly methodType?: GrpcMethodType;
  /** In the order in which they passed, those that were dropped left out. Of a long stream the report itself has more, before these. */
  readonly messages: readonly CollectedStreamMessage[];
  /** How many were sent. */
  readonly sent: number;
  /** How many came. */
  readonly received: number;
  /** How many of them the run did not keep. */
  readonly dropped?: number;
  /** How many before the last ones an HTML report leaves out. */
  readonly omitted?: number;
  /** Milliseconds from the start of the request to the first message; absent: none came. */
  readonly firstMessageTime?: number;
  readonly closed?: CollectedStreamClose;
  /** gRPC: metadata at the end. */
  readonly trailers?: readonly CollectedHeader[];
  /** gRPC: the details of a status that are known, as JSON. */
  readonly details?: unknown;
}

/** Who ended a stream, and how. */
export type CollectedStreamClose = StreamClose;

/** A message of a stream. */
export interface CollectedStreamMessage {
  /** Its place among those of its direction, from 0. */
  readonly index: number;
  readonly direction: "sent" | "received";
  readonly type: MessageType;
  /** As it passed; base64 of a binary one. */
  readonly text: string;
  /** Bytes of the whole. */
  readonly size: number;
  /** Milliseconds since the connection was open. */
  readonly at: number;
  /** Of server-sent events. */
  readonly event?: string;
  readonly id?: string;
  /** Not all of its content is here. */
  readonly cut?: true;
  /** A secret is hidden in its bytes. */
  readonly masked?: true;
  /** The values in a sent one, and where they came from; absent: none. */
  readonly insertions?: readonly JsonInsertion[];
}

/** A body; `size` counts the bytes of the whole, `cut` says that not all of it is here. */
export type CollectedBody =
  | {
    readonly kind: "text";
    readonly text: string;
    readonly size: number;
    readonly cut: boolean;
    /** Something is hidden in a picture, which is none any more. */
    readonly masked?: true;
  }
  | {
    readonly kind: "binary";
    readonly base64: string;
    readonly size: number;
    readonly cut: boolean;
    /** A secret is hidden in it: it is not what was sent or received. */
    readonly masked?: true;
  }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "multipart"; readonly parts: readonly CollectedPart[] };

export type CollectedPart =
  | { readonly kind: "text"; readonly name: string; readonly value: string }
  | { readonly kind: "file"; readonly name: string; readonly path: string };

export interface CollectedAssertion {
  readonly expression: string;
  readonly operator: AssertionOperator;
  readonly expected?: string;
  /** The right side as written. */
  readonly written?: string;
  readonly actual?: string;
  readonly status: "passed" | "failed";
  readonly diagnostic?: CollectedDiagnostic;
}

export interface CollectedTest {
  readonly name: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly expected?: string;
  readonly actual?: string;
  readonly diagnostic?: CollectedDiagnostic;
}

export interface CollectedDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly location?: {
    readonly file?: string;
    /** From 1. */
    readonly line?: number;
    /** In UTF-16 code units, from 1. */
    readonly column?: number;
    readonly yamlPath?: string;
    readonly place?: string;
  };
  /** The line that it points to, masked; `start` counts UTF-16 code units of `text`. */
  readonly source?: SourceExcerpt;
  readonly expression?: string;
  readonly trail?: readonly string[];
  readonly scopesSearched?: readonly string[];
  readonly suggestion?: string;
  readonly notes?: readonly string[];
}
