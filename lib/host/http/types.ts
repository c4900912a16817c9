import type { FileAccess } from "./body_file.ts";

/** Options of a run's engine; each has a default. */
export interface EngineOptions {
  /** Milliseconds for a whole request, redirects included, unless the request sets its own; 0 is no limit. Default 30,000. */
  readonly timeout?: number;
  /** Accept any certificate: from every host, or from those hosts (`host` or `host:port`). Default false. */
  readonly insecure?: boolean | readonly string[];
  /** Redirects to follow unless the request sets its own limit. Default 5. */
  readonly maxRedirects?: number;
  /** Bytes of content after decoding; what is beyond is cut and marked. Default 100 MiB. */
  readonly maxResponseSize?: number;
  /** Default `brace/` and the version. */
  readonly userAgent?: string;
  /** Which files requests may send; absent: none. */
  readonly files?: FileAccess;
}

/** The options with their defaults in place. */
export interface EngineConfig {
  readonly timeout: number;
  readonly insecure: boolean | readonly string[];
  readonly maxRedirects: number;
  readonly maxResponseSize: number;
  readonly userAgent: string;
  readonly files: FileAccess | undefined;
}
