import { assertEquals, assertStringIncludes } from "@std/assert";
import { dirname } from "@std/path/dirname";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import {
  findInside,
  packageRoom,
  readInside,
} from "../../../lib/host/files/read_inside.ts";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import {
  type FakeContext,
  fakeContext,
} from "../../support/fake_script_context.ts";
import { runScript, valueOf } from "../../support/with_script.ts";

const sandbox = await createSandbox();

const SHOP = "repo/postman/collections/Shop";
const json = (value: unknown) => JSON.stringify(value);

/** A repository with packages, and what lies around it. */
const FILES: Readonly<Record<string, string>> = {
  "repo/.git/config": "",
  "repo/secret.json": '{"secret": true}',
  "repo/node_modules/plain/index.js":
    "module.exports = [__dirname, require(__dirname + '/data.json').n];",
  "repo/node_modules/plain/data.json": '{"n": 2}',
  "repo/node_modules/main/package.json": json({ main: "lib/start" }),
  "repo/node_modules/main/lib/start.js":
    "module.exports = [require('../part'), require('@scope/one'), require('..') === module.exports];",
  "repo/node_modules/main/part.js": "module.exports = 'part';",
  "repo/node_modules/@scope/one/package.json": json({
    name: "@scope/one",
    exports: { ".": "./one.js", "./out": "../../plain/index.js" },
    imports: { "#inner": "./inner.js" },
  }),
  "repo/node_modules/@scope/one/one.js":
    "module.exports = [require('#inner'), require('@scope/one') === exports];",
  "repo/node_modules/@scope/one/inner.js": "module.exports = 'inner';",
  "repo/node_modules/web/package.json": json({
    main: "./node.js",
    browser: { "./node.js": "./web.js" },
  }),
  "repo/node_modules/web/node.js": "require('fs')",
  "repo/node_modules/web/web.js": "module.exports = 'web';",
  "repo/node_modules/reads/index.js":
    "module.exports = (name) => require(name);",
  "repo/node_modules/needs-fs/index.js": "\nrequire('fs');",
  // Nearer ones win.
  "repo/node_modules/shared/index.js": "module.exports = 'repository';",
  "repo/postman/node_modules/shared/index.js": "module.exports = 'postman';",
  "repo/node_modules/nearest/index.js": "module.exports = 'repository';",
  [`${SHOP}/node_modules/nearest/index.js`]: "module.exports = 'collection';",
  "repo/node_modules/.store/in/node_modules/in/index.js":
    "module.exports = require('beside');",
  "repo/node_modules/.store/in/node_modules/beside/index.js":
    "module.exports = 'beside';",
  "repo/packages/helpers/index.js": "module.exports = require('./lib');",
  "repo/packages/helpers/lib.js": "module.exports = 'helpers';",
  [`${SHOP}/Ping.request.yaml`]: "",
  "node_modules/further/index.js": "module.exports = 'further';",
  "outside/index.js": "module.exports = 'outside';",
};

const LINKS: readonly (readonly [path: string, target: string])[] = [
  ["repo/node_modules/in", ".store/in/node_modules/in"],
  ["repo/node_modules/helpers", "../packages/helpers"],
  ["repo/node_modules/outside", "../../outside"],
  [
    `${SHOP}/node_modules/linked`,
    "../../../../node_modules/.store/in/node_modules/in",
  ],
];

const VALUES: readonly (readonly [expression: string, value: unknown])[] = [
  ["require('plain')", ["ROOT/repo/node_modules/plain", 2]],
  ["require('plain') === require('plain/index.js')", true],
  ["require('main')", ["part", ["inner", true], true]],
  ["require('web')", "web"],
  ["require('shared')", "postman"],
  ["require('nearest')", "collection"],
  ["require('in')", "beside"],
  ["require('linked')", "beside"],
];

const REFUSED: readonly (readonly [expression: string, said: string])[] = [
  ["require('further')", "nor those of its repository have it"],
  ["require('gone')", "nor those of its repository have it"],
  ["require('plain/../../secret.json')", "nor those of its repository have it"],
  ["require('plain/../../../node_modules/further')", "Cannot require"],
  ["require('../../../secret.json')", "it is outside the collection"],
  [
    "require('../../../node_modules/plain')",
    "it is outside the collection",
  ],
  ["require('reads')('../../secret.json')", "there is no such file"],
  ["require('reads')('../../../../outside')", "Cannot require"],
  ["require('reads')('../../../../../../../../..')", "Cannot require"],
  ["require('reads')('ROOT/repo/secret.json')", "it is outside the collection"],
  ["require('reads')('ROOT/outside/index.js')", "it is outside the collection"],
  [
    "require('ROOT/repo/node_modules/plain/index.js')",
    "it is outside the collection",
  ],
  ["require('@scope/one/out')", 'does not offer "./out"'],
  [
    "require('needs-fs')",
    'Cannot require "fs" (../../../node_modules/needs-fs needs it)',
  ],
  [
    "require('helpers')",
    "allow it with --allow-read=ROOT/repo/packages/helpers",
  ],
  ["require('outside')", "allow it with --allow-read=ROOT/outside"],
];

describe("packages above a tree of Postman's", () => {
  const base = Deno.realPathSync(Deno.makeTempDirSync());
  const root = `${base}/${SHOP}`;
  const onDisk = (...allowRead: string[]): FakeContext => {
    const file = "Shop/.resources/definition.yaml";
    const room = packageRoom({ root, file }, allowRead);
    const context = fakeContext();
    return {
      ...context,
      info: { ...context.info, cwd: root },
      readFile: (path) => readInside(root, path, room),
      findFile: (path) => findInside(root, path, room),
      foldersAbove: () => room?.levels ?? 0,
    };
  };
  const placed = <T>(value: T): T =>
    JSON.parse(json(value).replaceAll("ROOT", base));

  beforeAll(() => {
    for (const [path, text] of Object.entries(FILES)) {
      Deno.mkdirSync(dirname(`${base}/${path}`), { recursive: true });
      Deno.writeTextFileSync(`${base}/${path}`, text);
    }
    for (const [path, target] of LINKS) {
      Deno.symlinkSync(target, `${base}/${path}`);
    }
  });

  afterAll(() => {
    sandbox.dispose();
    Deno.removeSync(base, { recursive: true });
  });

  for (const [expression, value] of VALUES) {
    it(expression, async () => {
      assertEquals(
        await valueOf(sandbox, expression, onDisk()),
        placed(value),
      );
    });
  }

  for (const [expression, said] of REFUSED) {
    it(`refuses ${expression}`, async () => {
      const { error } = await runScript(sandbox, placed(expression), onDisk());
      assertStringIncludes(error?.message ?? "", placed(said));
    });
  }

  it("may be links to folders that --allow-read names", async () => {
    const context = onDisk(`${base}/repo/packages`);
    assertEquals(
      await valueOf(sandbox, "require('helpers')", context),
      "helpers",
    );
  });

  it("are looked for up to the root of the repository, or what holds postman", () => {
    const levels = (path: string, file = ".resources/definition.yaml") =>
      packageRoom({ root: `${base}/${path}`, file }, [])?.levels;
    assertEquals(levels(SHOP), 3);
    assertEquals(levels(SHOP, "api/.resources/definition.yml"), 3);
    assertEquals(levels(SHOP, "opencollection.yml"), undefined);
    assertEquals(levels(SHOP, "bruno.json"), undefined);
    assertEquals(levels("repo"), undefined);
    const other = `${base}/other/a`;
    Deno.mkdirSync(`${other}/postman/collections/Shop`, { recursive: true });
    Deno.mkdirSync(`${other}/apis/Shop`, { recursive: true });
    assertEquals(levels("other/a/postman/collections/Shop"), 3);
    assertEquals(levels("other/a/apis/Shop"), undefined);
    Deno.mkdirSync(`${other}/.postman`);
    assertEquals(levels("other/a/apis/Shop"), 2);
    // A repository may have several such folders, and packages beside them all.
    Deno.writeTextFileSync(`${base}/other/.git`, "gitdir: elsewhere");
    assertEquals(levels("other/a/apis/Shop"), 3);
    assertEquals(levels("other/a/postman/collections/Shop"), 4);
  });
});
