import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import type { Collection } from "../../../lib/core/collection/types.ts";
import { exportBru } from "../../../lib/tools/convert/export/export_bru.ts";
import { exportPostman } from "../../../lib/tools/convert/export/export_postman.ts";
import { readForExport } from "../../../lib/tools/convert/export/read_for_export.ts";

/** Requests by their paths, what `extensions.brace` says, their order for Postman, and the notes. */
const ROWS: readonly [
  what: string,
  paths: readonly string[],
  brace: string,
  order: string,
  notes: readonly string[],
][] = [
  [
    "no stage",
    ["b/x", "a/y"],
    "{order: [b, a]}",
    "b/x a/y",
    [],
  ],
  [
    "a login in a folder that comes later",
    ["api/me", "session/check", "session/login"],
    "{setup: [session/login.yml]}",
    "session/login session/check api/me",
    [
      'Postman has no setup: "session/login" is written first, and a run of one folder leaves it out',
    ],
  ],
  [
    "several, in the order of the list",
    ["a", "seed", "zoo/login", "zoo/other"],
    "{setup: [./zoo/login, seed]}",
    "zoo/login zoo/other seed a",
    [
      'Postman has no setup: "zoo/login", "seed" are written as early as the folders allow, and a run of one folder leaves them out',
    ],
  ],
  [
    "a folder",
    ["a", "zoo/login", "zoo/seed"],
    "{setup: [zoo/]}",
    "zoo/login zoo/seed a",
    [
      'Postman has no setup: "zoo/login", "zoo/seed" are written first, and a run of one folder leaves them out',
    ],
  ],
  [
    "a logout that can be last",
    ["a", "clean/up", "z"],
    "{teardown: [clean]}",
    "a z clean/up",
    [
      'Postman has no teardown: "clean/up" is written last, and a run of one folder leaves it out',
    ],
  ],
  [
    "a logout beside the login",
    ["api/me", "session/login", "session/logout"],
    "{setup: [session/login], teardown: [session/logout]}",
    "session/login session/logout api/me",
    [
      'Postman has no setup: "session/login" is written first, and a run of one folder leaves it out',
      'Postman has no teardown: move "session/logout" to the end',
    ],
  ],
  [
    "other things that only Brace reads",
    ["a"],
    "{hosts: [h.example]}",
    "a",
    ['Left out "extensions.brace.hosts": Postman limits no requests'],
  ],
];

describe("setup and teardown, exported to Postman", () => {
  for (const [what, paths, brace, order, said] of ROWS) {
    it(what, () => {
      const { value } = readForExport(
        new Map([
          [
            "opencollection.yml",
            `opencollection: 1.0.0\ninfo: {name: C}\nextensions: {brace: ${brace}}\n`,
          ],
          ...paths.map((path) =>
            [
              `${path}.yml`,
              `info: {name: ${path}, type: http}\nhttp: {url: h}\n`,
            ] as const
          ),
        ]),
        "opencollection.yml",
        "postman",
      );
      assert(value);
      const { collection, notes } = exportPostman(value);
      assertEquals(namesIn(JSON.parse(collection).item).join(" "), order);
      assertEquals(notes.map(({ message }) => message), said);
    });
  }
});

/** The same for Bruno, where folders come before requests. */
const BRUNO: typeof ROWS = [
  ["no stage", ["b", "a"], "{order: [b, a]}", "b a", []],
  [
    "a login and a logout beside other requests",
    ["login", "logout", "me"],
    "{setup: [login], teardown: [logout]}",
    "login me logout",
    [
      'Bruno has no setup: "login" is written first, and a run of one folder leaves it out',
      'Bruno has no teardown: "logout" is written last, and a run of one folder leaves it out',
    ],
  ],
  [
    "a login in a folder that comes later, and a logout beside the folders",
    ["api/me", "session/login", "logout"],
    "{setup: [session/login], teardown: [logout]}",
    "session/login api/me logout",
    [
      'Bruno has no setup: "session/login" is written first, and a run of one folder leaves it out',
      'Bruno has no teardown: "logout" is written last, and a run of one folder leaves it out',
    ],
  ],
  [
    "a login beside the folders",
    ["api/me", "login"],
    "{setup: [login]}",
    "api/me login",
    [
      'Bruno has no setup: move "login" to the beginning, since a folder runs before the requests beside it',
      'The folder "api" runs before the requests beside it: in .bru files folders come first',
    ],
  ],
  [
    "a logout in a folder, with requests beside it",
    ["clean/logout", "me"],
    "{teardown: [clean]}",
    "clean/logout me",
    [
      'Bruno has no teardown: move "clean/logout" to the end',
      'The folder "clean" runs before the requests beside it: in .bru files folders come first',
    ],
  ],
];

describe("setup and teardown, exported to Bruno", () => {
  for (const [what, paths, brace, order, said] of BRUNO) {
    it(what, () => {
      const { value } = readForExport(
        new Map([
          [
            "opencollection.yml",
            `opencollection: 1.0.0\ninfo: {name: C}\nextensions: {brace: ${brace}}\n`,
          ],
          ...paths.map((path) =>
            [
              `${path}.yml`,
              `info: {name: ${
                path.split("/").at(-1)
              }, type: http}\nhttp: {url: h}\n`,
            ] as const
          ),
        ]),
        "opencollection.yml",
        "bru",
      );
      assert(value);
      const { files, notes } = exportBru(value);
      const { value: read } = readCollection({ root: "", files });
      assert(read);
      // The stages of bruno.json are Brace's: Bruno's order is that of the items.
      assertEquals(orderIn(read.items).join(" "), order);
      assertEquals(
        notes.map(({ message }) => message).filter((it) =>
          !it.startsWith("Only Brace reads")
        ),
        said,
      );
    });
  }
});

function orderIn(items: Collection["items"], folder = ""): string[] {
  return items.flatMap((item) =>
    item.kind === "folder"
      ? orderIn(item.items, `${item.name}/`)
      : [folder + item.name]
  );
}

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
}

function namesIn(items: readonly Item[]): string[] {
  return items.flatMap(({ name, item }) => item ? namesIn(item) : [name]);
}
