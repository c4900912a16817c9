import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import { Ajv2020 } from "ajv/dist/2020.js";
import schema from "../../../docs/report-schema.json" with { type: "json" };
import { createMasker } from "../../../lib/core/secrets/masker.ts";
import { inOrder } from "../../../lib/tools/report/collect/collect_stream.ts";
import { REPORT_KINDS } from "../../../lib/tools/report/kinds.ts";
import { plainStyle } from "../../../lib/tools/report/style.ts";
import { writers } from "../../../lib/tools/report/writers.ts";
