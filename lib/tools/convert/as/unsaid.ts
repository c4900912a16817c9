import { escapeControls } from "../../report/text/escape_controls.ts";
import type { WrittenRequest } from "./types.ts";

/** What a client cannot be told of a request, a line each, for a comment. */
export function unsaid(
  { omitted = [], certificate, proxy, insecure }: WrittenRequest,
  { client, adds = [], hasCertificate, hasProxy, hasInsecure }: {
    /** Who it is, at the beginning of a sentence. */
    readonly client: string;
    /** Headers that it adds by itself, in lower case. */
    readonly adds?: readonly string[];
    /** Whether it is told of the client certificate. */
    readonly hasCertificate?: boolean;
    /** Whether it is told of the proxy. */
    readonly hasProxy?: boolean;
    /** Whether it is told that any certificate of the server will do. */
    readonly hasInsecure?: boolean;
  },
): string[] {
  const missing = [
    ...(certificate && !hasCertificate
      ? [`client certificate: ${certificate.file}`]
      : []),
    ...(proxy && !hasProxy ? [`proxy: ${proxy.scheme}://${proxy.host}`] : []),
  ];
  return [
    ...omitted.filter((name) => adds.includes(name.toLowerCase()))
      .map((name) => `${client} cannot leave out this header: ${name}`),
    ...missing.map((what) => `${client} has no place for this ${what}`),
    ...(insecure && !hasInsecure
      ? [
        `${client} has no place for --insecure: it checks the certificate of the server`,
      ]
      : []),
  ].map(escapeControls);
}
