/** What `brace demo` was asked to do. */
export interface DemoOptions {
  /** `--serve`: keeps the API up instead of running the example collection. */
  readonly serve: boolean;
  /** `--port N`; 0: the system picks one. */
  readonly port: number;
}

/** The port of `brace demo --serve`: what `brace init` writes its collection for. */
export const SERVE_PORT = 4747;
