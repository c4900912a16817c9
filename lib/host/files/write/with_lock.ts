import { hasName } from "./draft.ts";
import { LockedError } from "../describe_file_error.ts";
import { sleep } from "../../sleep.ts";

/** How long another run may take, in milliseconds. */
const PATIENCE = 10_000;
const PAUSE = 5;

/**
 * Does something with a file that other runs of Brace do one after the other:
 * reading it, changing what was read and writing it back. A file `NAME.lock`
 * beside it is locked meanwhile, which ends with the process at the latest.
 *
 * @throws {LockedError} Another run has had it for 10 seconds.
 * @throws What Deno's file API throws.
 */
export async function withLock<T>(
  target: string,
  action: () => Promise<T>,
  { patience = PATIENCE }: { readonly patience?: number } = {},
): Promise<T> {
  const path = `${target}.lock`;
  const until = performance.now() + patience;
  for (;;) {
    using file = await Deno.open(path, {
      write: true,
      create: true,
      mode: 0o600,
    });
    if (!await file.tryLock(true)) {
      if (performance.now() >= until) {
        throw new LockedError(
          `another run has "${path}" for more than ${
            patience / 1000
          } s (end it, or use a file of its own)`,
        );
      }
      await sleep(PAUSE);
    } else if (await hasName(path, file)) {
      try {
        return await action();
      } finally {
        // Who waits for this one sees that it is gone, and takes the next.
        await Deno.remove(path).catch(() => {});
      }
    }
  }
}
