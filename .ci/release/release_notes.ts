/** The section of the changelog about a version, without its heading. */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${version}\n`));
  if (section === undefined) {
    throw new Error(`CHANGELOG.md has no section about ${version}`);
  }
  return section.slice(version.length).trim();
}
