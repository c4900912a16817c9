// One of two processes that save the same files again and again: deno run
// save_at_once.ts NAME FOLDER. Before each time that it saves it prints a line
// and waits for one.
import { CookieFile } from "../../lib/host/http/cookie_file.ts";
import { RunCookieJar } from "../../lib/host/http/cookie_jar.ts";
import { loadCollection } from "../../lib/host/files/load_collection.ts";
import { saveEnvironment } from "../../lib/host/files/write/save_environment.ts";

const [name, folder] = Deno.args;
const input = Deno.stdin.readable.pipeThrough(new TextDecoderStream())
  .getReader();

for (let round = 1;; round++) {
  const jar = new RunCookieJar();
  const cookies = new CookieFile(jar, `${folder}/cookies.txt`);
  await cookies.load();
  const { collection } = loadCollection([folder]);
  await jar.store("http://127.0.0.1/", [
    `${name}=${round}`,
    `${name}-${round}=1`,
  ]);
  console.log(`${name} is ready for round ${round}`);
  if ((await input.read()).done) break;
  await cookies.save();
  const problem = await saveEnvironment(
    collection!.environments[0],
    new Map<string, string | number>([
      [name, round],
      [`${name}-${round}`, "new"],
    ]),
  );
  if (problem) throw new Error(problem.message);
}
