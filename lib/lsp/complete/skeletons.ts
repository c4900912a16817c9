import type { FileKind } from "../../core/collection/format.ts";

/** A whole file to begin with. */
export interface Skeleton {
  readonly label: string;
  readonly about: string;
  readonly text: string;
}

/** What an empty file of a kind can begin as; `name` is what its path says. */
export function skeletonsOf(
  kind: FileKind,
  { name, isBru }: { readonly name: string; readonly isBru: boolean },
): readonly Skeleton[] {
  // A name that YAML reads as something else is quoted.
  const plain = /^[A-Za-z][\w -]*$/.test(name) &&
      !/^(?:null|true|false|yes|no|on|off|y|n)$/i.test(name)
    ? name
    : JSON.stringify(name);
  return isBru ? bruSkeletons(kind, name) : yamlSkeletons(kind, plain);
}

function yamlSkeletons(kind: FileKind, name: string): readonly Skeleton[] {
  switch (kind) {
    case "request":
      return [{
        label: "request",
        about: "A request over HTTP",
        text:
          `info:\n  name: ${name}\n  type: http\n\nhttp:\n  method: GET\n  url: http://localhost:3000\n`,
      }, {
        label: "graphql request",
        about: "A GraphQL request",
        text:
          `info:\n  name: ${name}\n  type: graphql\n\ngraphql:\n  method: POST\n  url: http://localhost:3000/graphql\n  body:\n    query: |-\n      { __typename }\n`,
      }];
    case "folder":
      return [{
        label: "folder",
        about: "Settings that the requests of a folder share",
        text:
          `info:\n  name: ${name}\n  type: folder\n\nrequest:\n  variables: []\n`,
      }];
    case "collection":
      return [{
        label: "collection",
        about: "Settings that all requests share",
        text:
          `opencollection: 1.0.0\n\ninfo:\n  name: ${name}\n\nrequest:\n  variables: []\n`,
      }];
    case "environment":
      return [{
        label: "environment",
        about: "Variables of an environment",
        text:
          `name: ${name}\nvariables:\n  - name: baseUrl\n    value: http://localhost:3000\n`,
      }];
    default:
      return kind satisfies never;
  }
}

function bruSkeletons(kind: FileKind, name: string): readonly Skeleton[] {
  switch (kind) {
    case "request":
      return [{
        label: "request",
        about: "A request over HTTP",
        text:
          `meta {\n  name: ${name}\n  type: http\n}\n\nget {\n  url: http://localhost:3000\n  body: none\n  auth: inherit\n}\n`,
      }];
    case "folder":
      return [{
        label: "folder",
        about: "Settings that the requests of a folder share",
        text: `meta {\n  name: ${name}\n}\n\nauth {\n  mode: inherit\n}\n`,
      }];
    case "collection":
      return [{
        label: "collection",
        about: "Settings that all requests share",
        text: `auth {\n  mode: none\n}\n\nvars:pre-request {\n}\n`,
      }];
    case "environment":
      return [{
        label: "environment",
        about: "Variables of an environment",
        text: "vars {\n  baseUrl: http://localhost:3000\n}\n",
      }];
    default:
      return kind satisfies never;
  }
}
