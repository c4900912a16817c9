import type { TopicName } from "./topics.ts";

/**
 * Gives the text of a page. They are imported as text, one by one, so that they
 * come along wherever the program goes; no copy has to be kept.
 */
export async function readTopic(name: TopicName): Promise<string> {
  return (await load(name)).default;
}

function load(name: TopicName): Promise<{ default: string }> {
  switch (name) {
    case "recipes":
      return import("../../../docs/recipes.md", { with: { type: "text" } });
    case "format":
      return import("../../../docs/format.md", { with: { type: "text" } });
    case "placeholders":
      return import("../../../docs/placeholders.md", {
        with: { type: "text" },
      });
    case "environments":
      return import("../../../docs/environments.md", {
        with: { type: "text" },
      });
    case "scripts":
      return import("../../../docs/scripts.md", { with: { type: "text" } });
    case "running":
      return import("../../../docs/running.md", { with: { type: "text" } });
    case "desk":
      return import("../../../docs/desk.md", { with: { type: "text" } });
    case "editors":
      return import("../../../docs/editors.md", { with: { type: "text" } });
    case "reports":
      return import("../../../docs/reports.md", { with: { type: "text" } });
    case "permissions":
      return import("../../../docs/permissions.md", { with: { type: "text" } });
    case "library":
      return import("../../../docs/library.md", { with: { type: "text" } });
    case "checking":
      return import("../../../docs/checking.md", { with: { type: "text" } });
    case "migrate":
      return import("../../../docs/migrate.md", { with: { type: "text" } });
    case "install":
      return import("../../../docs/install.md", { with: { type: "text" } });
    case "ci":
      return import("../../../docs/ci.md", { with: { type: "text" } });
    case "performance":
      return import("../../../docs/performance.md", { with: { type: "text" } });
    case "architecture":
      return import("../../../docs/architecture.md", {
        with: { type: "text" },
      });
    default:
      return name satisfies never;
  }
}
