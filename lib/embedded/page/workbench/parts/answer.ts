import { useEffect, useState } from "preact/hooks";
import { useWorkbench } from "./context.tsx";

/**
 * What the server answers, asked anew when one of these has changed. An answer
 * that comes after a later one, or after the view is gone, is dropped.
 */
export function useAnswer<T>(
  ask: () => Promise<T>,
  on: readonly unknown[],
): T | undefined {
  const workbench = useWorkbench();
  const [answer, setAnswer] = useState<T>();
  useEffect(() => {
    let isOld = false;
    void workbench.try(ask).then((it) => {
      if (!isOld && it !== undefined) setAnswer(() => it);
    });
    return () => {
      isOld = true;
    };
  }, on);
  return answer;
}
