import { fieldNameAt } from "../core/source/field_names.ts";
import { authored, costOf, pageOf } from "./bounded.ts";
import { brokenIn } from "./problems.ts";
import { array, BROKEN, CURSOR, object, output, string } from "./schema.ts";
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
    cursor: CURSOR,
  }, ["text"]),
  output: output({
    count: { type: "integer" },
    found: array("File or page, line and text"),
    broken: BROKEN,
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
    // Hiding adds asterisks, and no other word.
    const lasting = words.filter((word) => !word.includes("*"));
    const look = (
      name: string,
      content: string,
      hide = (line: string, _number: number) => line,
    ) => {
      let number = 0;
      for (const line of content.split("\n")) {
        number++;
        if (!holdsAll(line, lasting)) continue;
        const shown = hide(line, number).trim();
        if (!holdsAll(shown, words)) continue;
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
    const loaded = session.load();
    if (where !== "docs") {
      const { mask, maskSource } = session.masker;
      for (const [file, content] of session.shownTexts(loaded)) {
        // A value of several lines is none line by line.
        const masked = mask(content);
        look(
          file,
          masked,
          (line, number) => maskSource(line, fieldNameAt(masked, number)),
        );
      }
    }
    if (where !== "collection") {
      const pages = await session.ports.pages();
      for (const [name, page] of Object.entries(pages)) {
        look(`brace:///docs/${name}`, page);
      }
    }
    const broken = where === "docs" ? {} : await brokenIn(loaded);
    const { items, next } = pageOf(found, {
      cursor,
      taken: 100 + costOf(broken),
      show: (one) => one,
    });
    return {
      count: found.length,
      found: items,
      ...broken,
      ...next !== undefined && { next },
    };
  },
};

function holdsAll(line: string, words: readonly string[]): boolean {
  const lower = line.toLowerCase();
  return words.every((word) => lower.includes(word));
}
