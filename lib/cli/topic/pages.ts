import architecture from "../../../docs/architecture.md" with { type: "text" };
import checking from "../../../docs/checking.md" with { type: "text" };
import ci from "../../../docs/ci.md" with { type: "text" };
import desk from "../../../docs/desk.md" with { type: "text" };
import editors from "../../../docs/editors.md" with { type: "text" };
import environments from "../../../docs/environments.md" with { type: "text" };
import format from "../../../docs/format.md" with { type: "text" };
import install from "../../../docs/install.md" with { type: "text" };
import library from "../../../docs/library.md" with { type: "text" };
import migrate from "../../../docs/migrate.md" with { type: "text" };
import performance from "../../../docs/performance.md" with { type: "text" };
import permissions from "../../../docs/permissions.md" with { type: "text" };
import placeholders from "../../../docs/placeholders.md" with { type: "text" };
import recipes from "../../../docs/recipes.md" with { type: "text" };
import reports from "../../../docs/reports.md" with { type: "text" };
import running from "../../../docs/running.md" with { type: "text" };
import scripts from "../../../docs/scripts.md" with { type: "text" };
import type { TopicName } from "./topics.ts";

/**
 * The pages of `docs`. They are imported as text, so that they come along
 * wherever the program goes; no copy has to be kept.
 */
export const PAGES: Readonly<Record<TopicName, string>> = {
  recipes,
  format,
  placeholders,
  environments,
  scripts,
  running,
  desk,
  editors,
  reports,
  permissions,
  library,
  checking,
  migrate,
  install,
  ci,
  performance,
  architecture,
};
