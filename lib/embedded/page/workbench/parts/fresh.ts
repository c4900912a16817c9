import { useEffect, useState } from "preact/hooks";
import type { Doc } from "../state/doc.ts";
import { useWorkbench } from "./context.tsx";

/** An item with its edits. */
interface Asked {
  readonly id: string;
  readonly draft?: NonNullable<Doc["draft"]>;
}

/** What the server says of an item, with its edits: it is asked again after each of them. */
export function useFresh<Answer>(
  doc: Doc,
  ask: (asked: Asked) => Promise<Answer>,
  isAsked = true,
): Answer | undefined {
  const workbench = useWorkbench();
  const [answer, setAnswer] = useState<Answer>();
  const { id } = doc.view;
  const selected = workbench.state?.selected.join();
  useEffect(() => {
    if (!isAsked) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      const { draft } = doc;
      const fresh = await workbench.try(() =>
        ask({ id, ...draft && { draft } })
      );
      if (!isOld && fresh) setAnswer(fresh);
    }, answer === undefined ? 0 : 250);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [
    id,
    isAsked,
    doc.document,
    doc.source,
    doc.view,
    selected,
    workbench.notes.version,
  ]);
  return answer;
}
