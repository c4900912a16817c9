/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Problem } from "../api.ts";
import { call } from "../state/session.ts";
import { takeSaved } from "../state/save_actions.ts";
import { Doc } from "../state/doc.ts";
import { shown } from "../../shown.ts";
import { Icon } from "../../icon.tsx";
import { PlaceLink } from "../parts/placeholder_tip.tsx";
import { useAnswer } from "../parts/answer.ts";
import { useWorkbench } from "../parts/context.tsx";

/** What is wrong with the collection. */
export function Problems() {
  const workbench = useWorkbench();
  const { state, notes } = workbench;
  const { problems } = useAnswer(() => call("problems", {}), [
    state,
    notes.version,
  ]) ?? {};
  const fix = async ({ code, place }: Problem) => {
    if (place?.id === undefined) return;
    const { id, line, column } = place;
    await workbench.try(async () => {
      const view = await call("open", { id });
      const doc = workbench.docs.get(id) ?? new Doc(view);
      const { revision } = view;
      await takeSaved(
        workbench,
        doc,
        await call("fix", { id, problem: { code, line, column }, revision }),
      );
    });
  };
  return (
    <section class="view" aria-label="Problems">
      <h1>Problems</h1>
      {problems?.length === 0 && (
        <p class="empty">
          No problems: Brace can read every file, and something defines every
          variable that they use.
        </p>
      )}
      <ul class="problems">
        {problems?.slice(0, 500).map((problem, index) => (
          <ProblemItem
            key={index}
            problem={problem}
            onFix={workbench.state?.readOnly ? undefined : () => fix(problem)}
          />
        ))}
      </ul>
      {problems !== undefined && problems.length > 500 && (
        <p class="hint">{problems.length - 500} more are not shown.</p>
      )}
    </section>
  );
}

/** A problem, its place, and the way out. */
export function ProblemItem({ problem, onFix }: {
  readonly problem: Problem;
  readonly onFix?: () => void;
}) {
  const { severity, message, place, notes = [], fix } = problem;
  return (
    <li class={severity === "error" ? "errored" : "skipped"}>
      <span class="status-icon">
        <Icon name={severity === "error" ? "failed" : "errored"} />
        <span class="hidden">{severity}</span>
      </span>
      <div>
        <p>{shown(message)}</p>
        {notes.map((it, index) => <p key={index} class="faint">{shown(it)}</p>)}
        {place && <PlaceLink place={place} />}
      </div>
      {fix !== undefined && onFix && (
        <button
          type="button"
          class="plain-button"
          aria-label="Fix"
          title={fix}
          onClick={onFix}
        >
          Fix
        </button>
      )}
    </li>
  );
}
