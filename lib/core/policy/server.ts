/** A server that a request goes to, or through. */
export interface Server {
  /** Lower case, without brackets. */
  readonly hostname: string;
  readonly port: number;
}
