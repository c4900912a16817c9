import { collectRun } from "../../tools/report/collect.ts";
import { eventCollector } from "../../tools/report/collect/collect_event.ts";
import type { ReportKind } from "../../tools/report/kinds.ts";
import { WRITERS } from "../../tools/report/writers.ts";
import type { RunEvent } from "../../core/run/types.ts";
import { CLIENT_VERSION } from "../../core/scope/value/client_version.ts";
import { OPTION_WORDS } from "../../core/source/way_out.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import { InsertionPlaces } from "../locate/insertion_places.ts";
import type { Locator } from "../locate/locator.ts";

/** Writes a report about a run that has ended, for a program: ways out are its options. */
export async function reportText(
  kind: ReportKind,
  events: readonly RunEvent[],
  about: {
    readonly masker: Masker;
    readonly locator: Locator;
    readonly exitCode: number;
    readonly seed?: string;
  },
): Promise<string> {
  const { masker, locator, exitCode, seed } = about;
  const places = new InsertionPlaces(locator);
  const collect = eventCollector({
    masker,
    source: locator.source,
    words: OPTION_WORDS,
    locate: (insertion) => places.locate(insertion),
  });
  const collector = collectRun();
  for (const event of events) {
    if (event.type === "request-end") {
      await places.find(event.result.sent?.insertions ?? []);
    }
    collector.add(collect(event));
  }
  const writer = await WRITERS[kind]();
  const meta = {
    clientVersion: CLIENT_VERSION,
    exitCode,
    ...(seed !== undefined && { seed }),
  };
  return [...writer(collector.run(), meta)].join("");
}
