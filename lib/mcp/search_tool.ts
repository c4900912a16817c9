import { authored, maskedFile, pageOf } from "./bounded.ts";
import { array, object, output, string } from "./schema.ts";
import { LOOKS, type Tool } from "./tool.ts";
import { ToolError } from "./json_rpc.ts";

/** Characters of a line that are shown. */
const MAX_LINE = 200;

interface Found {
  readonly at: string;
  readonly line: string;
}

/** Looks for a text in the collection's files, secrets masked, and in Brace's documentation. */
export const searchTool: Tool = {
  name: "search",
  title: "Search files and docs",
  description:
    "Finds lines of the collection's files (secrets masked) and of Brace's documentation that contain all words of a text, in any case.",
  input: object({
    text: string("Words to look for", { maxLength: 200 }),
    in: string("Default: both", { enum: ["collection", "docs"] }),
    cursor: string("Where the list goes on, as the last answer said", {
      maxLength: 20,
    }),
  }, ["text"]),
  output: output({
    count: { type: "integer" },
    found: array("File or page, line and text"),
    next: string("Cursor of the next part"),
  }, ["count", "found"]),
  annotations: LOOKS,
  async call({ text, in: where, cursor }, { session }) {
    const words = String(text).toLowerCase().split(/\s+/)
      .filter((word) => word !== "");
    if (words.length === 0) {
      throw new ToolError('Cannot find "": give a word');
    }
    const found: Found[] = [];
    const look = (name: string, content: string) => {
      let number = 0;
      for (const line of content.split("\n")) {
        number++;
        const lower = line.toLowerCase();
        if (!words.every((word) => lower.includes(word))) continue;
        const shown = line.trim();
        found.push({
          at: `${name}:${number}`,
          line: authored(
            shown.length > MAX_LINE
              ? `${shown.slice(0, MAX_LINE).toWellFormed()} [cut]`
              : shown,
          ),
        });
      }
    };
    if (where !== "docs") {
      for (const [file, content] of session.load().texts ?? []) {
        if (isShown(file)) look(file, maskedFile(content, session.masker));
      }
    }
    if (where !== "collection") {
      const pages = await session.ports.pages();
      for (const [name, page] of Object.entries(pages)) {
        look(`brace:///docs/${name}`, page);
      }
    }
    const { items, next } = pageOf(found, {
      cursor,
      taken: 100,
      show: (one) => one,
    });
    return {
      count: found.length,
      found: items,
      ...next !== undefined && { next },
    };
  },
};

/** Files that hold secrets and nothing else stay unseen. */
export function isShown(file: string): boolean {
  return !/(?:^|\/)\.env[^/]*$/.test(file);
}
