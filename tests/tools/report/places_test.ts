import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertFalse } from "@std/assert";
import fc from "fast-check";
import { jsonReport } from "../../../lib/tools/report/json.ts";
import { junitReport } from "../../../lib/tools/report/junit.ts";
import { createMasker } from "../../../lib/core/secrets/masker.ts";
import { ansiStyle } from "../../../lib/tools/report/style.ts";
import type { RequestResult, RunEvent } from "../../../lib/core/run/types.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";
import { responseWith } from "../../support/response_with.ts";
import { encodings } from "../../core/secrets/encodings.ts";
import { consoleReport } from "./console_report.ts";
import { reported } from "./reported.ts";
import { result, sampleRun, sent, step } from "./sample_run.ts";
import { runs } from "../../support/check.ts";

/** A request with the text in every place that is not a name in the collection's files. */
function everywhere(text: string): RequestResult {
  const diagnostic: Diagnostic = {
    code: "TEST",
    severity: "error",
    message: `say ${text}`,
    expression: text,
    suggestion: text,
    trail: [text, text],
    notes: [text, `note ${text}`],
    location: { file: "a.yml", line: 1, column: 4, length: 3 },
  };
  const headers = [["X-Some", text], [text, "1"], ["X-Else", `a ${text}`]] as [
    string,
    string,
  ][];
  return result(step("GET", "a.yml"), {
    status: "failed",
    failures: ["check"],
    sent: sent(text, `http://h/${text}?q=${text}`, {
      headers,
      body: { type: "text", text: `[${text}]` },
    }),
    response: responseWith(`{"a":"${text}"}`, undefined, {
      statusText: text,
      url: text,
      headers: [...headers, ["Content-Type", "application/json"]],
      hops: [{
        status: 302,
        method: text,
        url: text,
        location: text,
        headers,
      }],
      sentHeaders: headers,
      sentMethod: text,
    }),
    assertions: [{
      expression: text,
      operator: "eq",
      expected: `"${text}"`,
      actual: `"a ${text}"`,
      status: "failed",
      diagnostic,
    }],
    tests: [{
      name: text,
      status: "failed",
      expected: `{"a":"${text}","b":1}`,
      actual: `{"a":"${text}","b":2}`,
      diagnostic,
    }],
    console: [{ level: "log", text: `${text}\n${text}` }],
    diagnostics: [diagnostic, { ...diagnostic, severity: "warning" }],
  });
}

/** Everything that is written about a run with this result, in every way. */
function reports(
  result: RequestResult,
  secrets: readonly string[],
  sourceLine: string,
): string[] {
  const [start, ...others] = sampleRun();
  const events: RunEvent[] = [
    start,
    { type: "request-end", result },
    others.at(-1)!,
  ];
  const masker = createMasker(secrets);
  const run = reported(events, { masker });
  return [
    consoleReport(events, {
      style: ansiStyle,
      verbose: "all",
      width: 80,
      masker,
      source: () => sourceLine,
    }),
    [...jsonReport(run, { clientVersion: "2.2.0", exitCode: 1 })].join(""),
    [...junitReport(run)].join(""),
  ];
}

const SECRETS = fc.string({
  unit: fc.constantFrom(..."aZ09-._~/+=&<>\"'\\%? \u00e9\n"),
  minLength: 6,
  maxLength: 16,
}).filter((text) => text.trim().length >= 6)
  // Nothing that a report says by itself.
  .map((text) => `\u00a7${text}q`);

describe("every place of every report", () => {
  it("is without the secret, in whatever form it stands there", () => {
    fc.assert(
      fc.property(SECRETS, fc.nat(), (secret, which) => {
        const { name, encode } = encodings[which % encodings.length];
        const form = encode(secret);
        const sourceLine = `ab ${form}`.split("\n")[0];
        const visible = [
          form,
          JSON.stringify(form).slice(1, -1),
          ...encodings
            .map(({ encode }) => encode(form)),
        ];
        for (const text of reports(everywhere(form), [secret], sourceLine)) {
          for (const it of visible) {
            assertFalse(text.includes(it), `${name}: ${it} in ${text}`);
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it("is safe to print, whatever stands there", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom(..."\x1b\x07\x9b\r\b\t\n\u202e\u2028\ud800\0"),
            fc.constantFrom(...'[2J;m"{:'),
          ),
          maxLength: 12,
        }),
        (text) => {
          const [console] = reports(everywhere(text), [], text);
          // deno-lint-ignore no-control-regex
          const plain = console.replaceAll(/\x1b\[\d\d?m/g, "");
          // deno-lint-ignore no-control-regex
          assertEquals(plain.match(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/g), null);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
