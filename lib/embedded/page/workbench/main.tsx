/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { render } from "preact";
import { App, Ended } from "./app.tsx";
import { WorkbenchContext } from "./parts/context.tsx";
import { storeDraft } from "./state/drafts.ts";
import { hasToken, startSession } from "./state/session.ts";
import { Workbench } from "./state/workbench.ts";

const root = document.getElementById("app")!;

function draw(): void {
  render(
    <WorkbenchContext.Provider value={workbench}>
      <App key="app" />
      {workbench.state === undefined && workbench.ended !== undefined && (
        <main>
          <h1 class="hidden">Brace</h1>
          <Ended />
        </main>
      )}
    </WorkbenchContext.Provider>,
    root,
  );
}

const workbench = new Workbench(() => draw());

/** Exchanges the token and shows the collection, also when a new address is opened in this tab. */
async function start(): Promise<void> {
  const hasKey = await workbench.try(startSession);
  if (hasKey === undefined) return;
  if (!hasKey) {
    workbench.ended = "refused";
    draw();
    return;
  }
  await workbench.start();
}

// The tab's drafts end with it. Of a reload, which keeps them, a browser does not tell.
addEventListener("beforeunload", (event) => {
  for (const doc of workbench.docs.values()) {
    if (!doc.isDirty) continue;
    storeDraft(doc);
    if (!hasToken()) event.preventDefault();
  }
});
// From the start: a person may open a new address while the page loads.
addEventListener("hashchange", () => {
  if (hasToken()) location.reload();
  else if (workbench.state !== undefined) void workbench.arrive();
});
root.replaceChildren();
await start();
