/** Writes host and port the way a flag takes them. */
export function formatHost(host: string, port: number): string {
  if (host.startsWith("unix:")) return host;
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** A server that a request goes to, or through. */
export interface Server {
  /** Lower case, without brackets. */
  readonly hostname: string;
  readonly port: number;
}
