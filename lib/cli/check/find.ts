import type { CheckResult } from "../../check/collection_index.ts";
import { withoutIgnored } from "../../check/without_ignored.ts";
import { locateAll } from "../../host/check/locate_all.ts";
import {
  openCheck,
  type OpenCheckOptions,
} from "../../host/check/open_check.ts";
import { Locator } from "../../host/locate/locator.ts";
import { createMasker, type Masker } from "../../secrets/masker.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";

/** What was found, and what is needed to show it. */
export interface Findings {
  readonly found: readonly Diagnostic[];
  readonly result: CheckResult | undefined;
  readonly locator: Locator;
  readonly masker: Masker;
}

/** What is wrong with a collection, as `brace check` tells it; nothing is printed. */
export async function find(
  options: OpenCheckOptions & { readonly configured?: readonly Diagnostic[] },
): Promise<{ findings: Findings; unreadable: boolean }> {
  const masker = createMasker();
  const opened = await openCheck({
    ...options,
    learn: (variable) => masker.secrets.learn(variable),
  });
  const { index, unreadable, texts } = opened;
  for (const { variable } of index?.definitions() ?? []) {
    if (variable) masker.secrets.learn({ ...variable, template: true });
  }
  const locator = new Locator(texts);
  const checked = index?.check(opened.paths);
  const result = checked && {
    ...checked,
    // An environment may have a token for a host's name.
    hosts: checked.hosts.map((host) => masker.mask(host)),
  };
  const located = await locateAll(
    [
      ...options.configured ?? [],
      ...opened.diagnostics,
      ...result?.diagnostics ?? [],
    ],
    locator,
  );
  const found = withoutIgnored(
    located,
    (file) => locator.source(file),
    [
      ...texts.keys(),
      ...located.flatMap(({ location }) => location?.file ?? []),
    ],
  );
  return { findings: { found, result, locator, masker }, unreadable };
}
