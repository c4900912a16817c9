/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../../../core/source/counted.ts";
import { shown } from "../../shown.ts";
import { useAnswer } from "../parts/answer.ts";
import { useWorkbench } from "../parts/context.tsx";
import { call } from "../state/session.ts";

/** The values of this session that a run starts with, and how to be rid of them. */
export function SessionValues() {
  const workbench = useWorkbench();
  const { state, notes } = workbench;
  const { names = [] } = useAnswer(() => call("keptNames", {}), [
    state?.selected,
    notes.version,
  ]) ?? {};
  if (names.length === 0) return null;
  return (
    <div class="session-values">
      <details>
        <summary title={names.map(shown).join(", ")}>
          Starts with {counted(names.length, "value")} set in this session
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
