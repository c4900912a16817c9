import { jsonReport } from "./json.ts";
import { ndjsonReport } from "./ndjson.ts";
import type { ReportKind } from "./kinds.ts";
import type { ReportWriter } from "./reported_run.ts";
import type { OutputForm } from "./text/escape_controls.ts";

const texts = () => import("./text_writers.ts");

/** What writes each kind of report; most are loaded when they are asked for. */
export const WRITERS: Record<ReportKind, () => Promise<ReportWriter>> = {
  json: () => Promise.resolve(jsonReport),
  ndjson: () => Promise.resolve(ndjsonReport),
  junit: async () => (await import("./junit.ts")).junitReport,
  tap: async () => (await texts()).tapReport,
  github: async () => (await texts()).githubReport,
  markdown: async () => (await texts()).markdownReport,
  html: async () => (await import("./html.ts")).htmlReport,
  har: async () => (await import("./har/har.ts")).harReport,
};

/** What each kind is on standard output. */
export const OUTPUT_FORMS: Record<ReportKind, OutputForm> = {
  json: "json",
  ndjson: "json",
  junit: "xml",
  tap: "lines",
  github: "log",
  markdown: "markdown",
  // Its data is safe by itself, and its code is to stay as it is.
  html: "text",
  har: "json",
};
