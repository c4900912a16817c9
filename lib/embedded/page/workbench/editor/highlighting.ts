import { tagHighlighter, tags } from "@lezer/highlight";

/** The classes that the report's code has, too. */
export const classes = tagHighlighter([
  {
    tag: [tags.propertyName, tags.attributeName, tags.tagName],
    class: "t-key",
  },
  { tag: [tags.string, tags.special(tags.string)], class: "t-string" },
  { tag: [tags.number, tags.integer, tags.float], class: "t-number" },
  {
    tag: [tags.bool, tags.null, tags.atom, tags.keyword, tags.regexp],
    class: "t-literal",
  },
  { tag: [tags.comment, tags.meta], class: "t-comment" },
  { tag: [tags.heading], class: "t-heading" },
]);
