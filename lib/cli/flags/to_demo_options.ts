import { type DemoOptions, SERVE_PORT } from "../demo/options.ts";
import type { FlagValues } from "./flag_values.ts";

const MAX_PORT = 65535;

/**
 * What `brace demo` is asked to do.
 *
 * @throws {UsageError} The port is wrong.
 */
export function toDemoOptions(flags: FlagValues): DemoOptions {
  const serve = flags.has("serve");
  const port = flags.integer("port") ?? (serve ? SERVE_PORT : 0);
  if (port > MAX_PORT) {
    throw flags.refuse(
      "port",
      `Cannot use "--port ${port}": greater than ${MAX_PORT}`,
    );
  }
  return { serve, port };
}
