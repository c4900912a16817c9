import {
  type ReportedRun,
  type ReportMeta,
  requestsOf,
} from "./reported_run.ts";
import { escapeXmlText } from "./text/escape_xml.ts";
import { guardOutput } from "./text/guard_output.ts";
import page from "./html/generated/page.ts";
import { scriptJson } from "./html/script_json.ts";
import { toRows } from "./html/to_rows.ts";
import type { PageData } from "./html/types.ts";

/**
 * Writes the HTML report: one file that needs nothing else. It runs Brace's own
 * script, which it knows by its hash, and nothing else; it asks for nothing from
 * the network, and foreign text is data that the script inserts as text.
 */
export function* htmlReport(
  run: ReportedRun,
  meta: ReportMeta,
): Generator<string> {
  const { paths: _, read: __, ...about } = run;
  const data: Omit<PageData, "rows"> = {
    ...about,
    clientVersion: meta.clientVersion,
    exitCode: meta.exitCode,
    ...meta.seed !== undefined && { seed: meta.seed },
  };
  yield head(run.collection).map((line) => `${line}\n`).join("");
  let index = 0;
  for (const request of requestsOf(run)) {
    yield `${dataBlock(`details-${index++}`, scriptJson(request))}\n`;
  }
  // The list is written row by row: it may be long.
  const [open, close] = dataBlock("run", "\n").split("\n");
  yield `${open}${scriptJson(data).slice(0, -1)},"rows":[`;
  let separator = "";
  for (const row of toRows(run)) {
    yield separator + scriptJson(row);
    separator = ",";
  }
  yield `]}${close}\n<script>${page.script}</script>\n</body>\n</html>\n`;
}

function head(collection: string): string[] {
  const name = guardOutput(escapeXmlText(collection), "xml", {
    terminal: false,
    github: true,
  });
  const policy = [
    "default-src 'none'",
    `script-src '${page.scriptHash}'`,
    `style-src '${page.styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return [
    "<!DOCTYPE html>",
    `<html lang="en">`,
    "<head>",
    `<meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="referrer" content="no-referrer">`,
    `<title>${name} – Brace</title>`,
    `<style>${page.style}</style>`,
    "</head>",
    "<body>",
    `<div id="app"><p class="notice">Opening the report of ${name}…</p><noscript><p class="notice">This report needs JavaScript.</p></noscript></div>`,
  ];
}

function dataBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json}</script>`;
}
