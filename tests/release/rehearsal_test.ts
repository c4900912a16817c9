import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { serveFiles } from "../../.ci/release/file_server.ts";
import { serveRegistry } from "../../.ci/release/npm_registry.ts";
import { Rehearsal } from "../../.ci/release/rehearsal.ts";

describe("a rehearsal", () => {
  it("goes on behind a step that fails, names what it left out, and fails", async () => {
    const lines: string[] = [];
    const rehearsal = new Rehearsal((line) => lines.push(line));
    await rehearsal.step("one", () => Promise.resolve());
    await rehearsal.step("two", () => Promise.reject(new Error("no npm")));
    await rehearsal.step("three", () => Promise.resolve());
    rehearsal.leaveOut("the image", "it comes from the network");
    assertEquals(rehearsal.end(), 1);
    assertEquals(lines, [
      ...["… one", "✓ one", "… two", "✗ two: no npm", "… three", "✓ three"],
      ...["\nLeft out:", "- the image: it comes from the network"],
      "\nThe rehearsal failed: two",
    ]);
  });

  it("is green where every step is", async () => {
    const lines: string[] = [];
    const rehearsal = new Rehearsal((line) => lines.push(line));
    await rehearsal.step("one", () => Promise.resolve());
    assertEquals(rehearsal.end(), 0);
    assertEquals(lines.at(-1), "\nThe rehearsal is green");
  });

  it("has a registry with its packages and no others", async () => {
    const tarball = await Deno.makeTempFile();
    await Deno.writeTextFile(tarball, "packed");
    const manifest = { name: "@brace/cli", version: "9.8.7", bin: {} };
    const server = serveRegistry([{ manifest, tarball }]);
    const url = `http://127.0.0.1:${server.addr.port}`;
    const found = await (await fetch(`${url}/@brace%2fcli`)).json();
    assertEquals(found["dist-tags"], { latest: "9.8.7" });
    const { dist, ...rest } = found.versions["9.8.7"];
    assertEquals(rest, manifest);
    assertEquals(await (await fetch(dist.tarball)).text(), "packed");
    const other = await fetch(`${url}/@brace%2fother`);
    assertEquals([other.status, await other.text()], [404, ""]);
    await server.shutdown();
    await Deno.remove(tarball);
  });

  it("has a server of a release's files", async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/a b`, "there");
    const server = serveFiles(folder);
    const url = `http://127.0.0.1:${server.addr.port}`;
    assertEquals(await (await fetch(`${url}/a%20b`)).text(), "there");
    const other = await fetch(`${url}/c`);
    assertEquals([other.status, await other.text()], [404, ""]);
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  });
});
