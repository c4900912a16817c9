/**
 * The parts of npm:yaml that files are located and edited with. Import this
 * module lazily, not the package: a bundle has the package in CommonJS, whose
 * names only a static import knows.
 */
export {
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
} from "yaml";
