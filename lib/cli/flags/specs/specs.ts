import * as checkSpec from "./check_spec.ts";
import * as completionsSpec from "./completions_spec.ts";
import * as demoSpec from "./demo_spec.ts";
import * as explainSpec from "./explain_spec.ts";
import * as exportSpec from "./export_spec.ts";
import * as fmtSpec from "./fmt_spec.ts";
import * as importSpec from "./import_spec.ts";
import * as initSpec from "./init_spec.ts";
import * as licensesSpec from "./licenses_spec.ts";
import * as listSpec from "./list_spec.ts";
import * as lspSpec from "./lsp_spec.ts";
import * as manSpec from "./man_spec.ts";
import * as mcpSpec from "./mcp_spec.ts";
import * as openSpec from "./open_spec.ts";
import * as renderSpec from "./render_spec.ts";
import * as reportSpec from "./report_spec.ts";
import * as sendSpec from "./send_spec.ts";
import * as varsSpec from "./vars_spec.ts";
import * as workerSpec from "./worker_spec.ts";

/** The command lines of all commands but `run`, which starts without the others. */
export const SPECS = {
  send: sendSpec,
  report: reportSpec,
  render: renderSpec,
  list: listSpec,
  check: checkSpec,
  explain: explainSpec,
  import: importSpec,
  export: exportSpec,
  init: initSpec,
  vars: varsSpec,
  fmt: fmtSpec,
  lsp: lspSpec,
  worker: workerSpec,
  mcp: mcpSpec,
  open: openSpec,
  demo: demoSpec,
  completions: completionsSpec,
  man: manSpec,
  licenses: licensesSpec,
};
