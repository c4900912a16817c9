/** One module that `require` offers: its packages, pinned, and what the bundle exports. */
export interface PackageRecipe {
  readonly packages: Readonly<Record<string, string>>;
  readonly entry: string;
}

/** The modules that `require` offers, by name. */
export const PACKAGES: Readonly<Record<string, PackageRecipe>> = {
  chai: {
    packages: { chai: "6.3.0" },
    entry: `import * as chai from "chai"; module.exports = { ...chai };`,
  },
};
