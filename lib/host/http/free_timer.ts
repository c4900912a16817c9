import { heldTime } from "../held_time.ts";

/**
 * Calls back once the thread was free for so many milliseconds: time in which
 * scripts held it does not count.
 *
 * @returns What ends the wait.
 */
export function freeTimer(
  milliseconds: number,
  expired: () => void,
): () => void {
  let held = heldTime.total;
  let timer: ReturnType<typeof setTimeout>;
  const wait = (time: number) => {
    timer = setTimeout(() => {
      const more = heldTime.total - held;
      held = heldTime.total;
      if (more > 0) wait(more);
      else expired();
    }, time);
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}
