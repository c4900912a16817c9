/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../../../core/source/counted.ts";
import type { RunAsked } from "../api.ts";
import { shown } from "../../shown.ts";
import { useAnswer } from "../parts/answer.ts";
import { useWorkbench } from "../parts/context.tsx";
import { call } from "../state/session.ts";

/** The values of this session that the next run or rerun starts with, and how to be rid of them. */
export function SessionValues({ asked, canRerun }: {
  readonly asked: RunAsked;
  readonly canRerun: boolean;
}) {
  const workbench = useWorkbench();
  const { state, notes } = workbench;
  const { names = [] } = useAnswer(() => call("keptNames", {}), [
    state?.selected,
    notes.version,
  ]) ?? {};
  // A run of all starts with what the files say; so does each row of a rerun.
  const isPart = [asked.ids, asked.tags, asked.excludeTags].some((it) =>
    it?.length
  );
  const isRepeated = asked.data !== undefined || (asked.iterations ?? 1) > 1;
  const isMeant = isPart || canRerun && !isRepeated;
  if (names.length === 0 || !isMeant) return null;
  return (
    <div class="session-values">
      <details>
        <summary title={names.map(shown).join(", ")}>
          {isPart ? "Starts" : "A rerun starts"} with{" "}
          {counted(names.length, "value")} set in this session
        </summary>
        <p>{names.map(shown).join(", ")}</p>
      </details>
      <button
        type="button"
        class="link"
        aria-label="Forget the values of this session"
        onClick={() =>
          void workbench.try(() => call("forgetKept", { what: "variables" }))}
      >
        Forget
      </button>
    </div>
  );
}
