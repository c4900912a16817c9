import type { ClientCertificate } from "../../core/http/client_certificate.ts";
import type { ProxySettings } from "../../core/http/proxy.ts";
import type { FileAccess } from "./content/body_file.ts";

/** Options of a run's engine; each has a default. */
export interface EngineOptions {
  /** Milliseconds for a whole request at most, redirects included, whatever it says itself; 0 is no limit. Absent: 30,000 for requests that say nothing. */
  readonly timeout?: number;
  /** Milliseconds to connect, TLS and proxy included; 0 is no limit. Default 0. */
  readonly connectTimeout?: number;
  /** Milliseconds without a byte in either direction; 0 is no limit. Default 0. */
  readonly idleTimeout?: number;
  /** Accept any certificate: from every host, or from those hosts (`host` or `host:port`). Default false. */
  readonly insecure?: boolean | readonly string[];
  /** Files with certificates (PEM) of further trusted authorities. */
  readonly ca?: readonly string[];
  /** Certificates to show, by host. */
  readonly clientCertificates?: readonly ClientCertificate[];
  /** Absent: no proxy. */
  readonly proxy?: ProxySettings;
  /** Speak HTTP/2 with servers that offer it by TLS. Default false. */
  readonly http2?: boolean;
  /** Redirects to follow unless the request sets its own limit. Default 5. */
  readonly maxRedirects?: number;
  /** Bytes of content after decoding; what is beyond is cut and marked. Default 100 MiB. */
  readonly maxResponseSize?: number;
  /** Default `brace/` and the version. */
  readonly userAgent?: string;
  /** Which files requests may send; absent: none. */
  readonly files?: FileAccess;
  /** Makes the boundary of forms repeatable; absent: another one for each form. */
  readonly seed?: string;
  /** Whether responses tell the version and the cipher of TLS, which only Node's sockets know. Default true. */
  readonly tlsFacts?: boolean;
}

/** The options with their defaults in place. */
export type EngineConfig =
  & Required<Omit<EngineOptions, "timeout" | "proxy" | "files" | "seed">>
  & {
    readonly timeout: number | undefined;
    readonly proxy: ProxySettings | undefined;
    readonly files: FileAccess | undefined;
    readonly seed: string | undefined;
  };

/** A request's body on its way: in memory, or read piece by piece. */
export interface BodySource {
  /** Octets. */
  readonly length: number;
  readonly contentType?: string;
  /** Multipart: what separates the parts. */
  readonly boundary?: string;
  /** Set when the body is in memory. */
  readonly bytes?: Uint8Array;
  /** The texts of a form that has files as well. */
  readonly texts?: Uint8Array;
  /** Yields the body; can be called again for a redirect or another attempt. */
  stream(): AsyncIterable<Uint8Array>;
}

/** What a body is opened with. */
export interface BodyOptions {
  /** Absent: no file may be read. */
  readonly access: FileAccess | undefined;
  /** The Content-Type header as written, if it is. */
  readonly contentType: string | undefined;
  /** Makes the boundary of a form repeatable. */
  readonly seed: string | undefined;
}

/** Status line and header section of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: [name: string, value: string][];
}

/** What is known about a connection. */
export interface ConnectionFacts {
  readonly remoteAddress?: string;
  readonly tls?: { readonly version: string; readonly cipher?: string };
}
