import { Ajv2020 } from "ajv/dist/2020.js";
import schema from "../../../docs/report-schema.json" with { type: "json" };
import type { CollectedRequest } from "../../tools/report/collect/types.ts";
import { JSON_REPORT_VERSION } from "../../tools/report/json.ts";
import {
  type ReportedRun,
  withRequests,
} from "../../tools/report/reported_run.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { requireFile } from "../files/file_bytes.ts";

/** Bytes: the text of more is too long for one string. */
const MAX_BYTES = 500 * 1_024 ** 2;

/** A JSON report that was read. */
export interface ReadReport {
  readonly run: ReportedRun;
  readonly seed?: string;
}

/**
 * Makes what reads the reports of `--reporter json=FILE`.
 *
 * @returns A function that throws {CollectionError} for what is no such report, or one of another version.
 */
export function jsonReportReader(): (file: string) => ReadReport {
  const validate = new Ajv2020({ strict: false }).compile(schema);
  return (file) => {
    const report = parsed(file);
    const version = report?.version;
    if (report?.client?.name !== "brace" || typeof version !== "string") {
      throw unreadable(
        file,
        "it is not a JSON report of Brace (write one with --reporter json=FILE)",
      );
    }
    if (version !== JSON_REPORT_VERSION) {
      throw unreadable(
        file,
        `its format has version ${
          JSON.stringify(version.slice(0, 20))
        }, this Brace knows version "${JSON_REPORT_VERSION}" (run both with the same Brace)`,
      );
    }
    if (!validate(report)) {
      const [{ instancePath, message }] = validate.errors!;
      throw unreadable(file, `${instancePath || "the report"} ${message}`);
    }
    return toRun(report);
  };
}

// deno-lint-ignore no-explicit-any
function parsed(file: string): any {
  try {
    if (requireFile(file).size > MAX_BYTES) {
      throw new RangeError("it is larger than 500 MiB");
    }
    return JSON.parse(Deno.readTextFileSync(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(file, "it is not JSON");
    throw new CollectionError([describeFileError("read", file, error)]);
  }
}

// deno-lint-ignore no-explicit-any
function toRun(report: any): ReadReport {
  const { duration, interrupted, stopped, summary, seed } = report;
  const { collection, environment, startedAt, iterations, data } = report;
  const requests: CollectedRequest[] = report.requests;
  return {
    run: withRequests({
      collection,
      ...environment !== undefined && { environment },
      startedAt,
      iterations,
      ...data !== undefined && { data },
      summary: {
        ...summary,
        duration,
        interrupted,
        ...stopped !== undefined && { stopped },
      },
      warnings: report.warnings,
    }, requests),
    ...seed !== undefined && { seed },
  };
}

function unreadable(file: string, why: string): CollectionError {
  const diagnostic: Diagnostic = {
    code: "INVALID_FIELD",
    severity: "error",
    message: `Cannot read the report "${file}": ${why}`,
  };
  return new CollectionError([diagnostic]);
}
