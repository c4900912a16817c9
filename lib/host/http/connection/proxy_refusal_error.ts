/** A proxy did not make the connection. */
export class ProxyRefusalError extends Error {
  override name = "ProxyRefusalError";

  /** Makes an error with what the proxy said. */
  constructor(readonly response: string) {
    super("refused by the proxy");
  }
}
