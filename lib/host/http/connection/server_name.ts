/** The name that TLS asks a server's certificate for; addresses have none. */
export function serverName(hostname: string): string {
  return /:|^[\d.]+$/.test(hostname) ? "" : hostname;
}
