/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { shown } from "../../shown.ts";
import { useWorkbench } from "../parts/context.tsx";
import type { Doc } from "../state/doc.ts";

/** Names the environment whose variables show through; nothing where there is none. */
export function Extended({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const { environments = [] } = workbench.state ?? {};
  const own = environments.find(({ id }) => id === doc.view.id);
  const base = environments.find(({ name }) => name === own?.extends);
  if (base === undefined) return null;
  return (
    <p class="hint">
      It extends{" "}
      <button
        type="button"
        class="link"
        onClick={() => workbench.goToLine(base.id, undefined)}
      >
        {shown(base.name)}
      </button>
      , and has the variables of that environment, too.
    </p>
  );
}
