import licences from "./licences.json" with { type: "json" };

/** The licences of Brace and of what it contains, one after the other. */
export function licencesText(): string {
  return licences.map(({ of, licence }) =>
    `${of}\n${"=".repeat(of.length)}\n\n${licence}\n`
  ).join("\n\n");
}
