import { isFolder } from "../files/is_folder.ts";
import { ChangingFiles } from "../../core/collection/read_collection.ts";
import { COLLECTION_FILES, formatOf } from "../../core/collection/format.ts";
import { finish } from "../../core/source/slices.ts";
import { findRoot, splitMain } from "../files/find_root.ts";
import { readBundled } from "../files/load/load_found.ts";
import { readText } from "../files/read_text.ts";
import { readingTree } from "../files/read_tree.ts";
import { basename } from "../path.ts";
import { Opened } from "./open_collection.ts";

/** A collection that is open in an editor, which tells of each file that changes. */
export class EditedCollection extends Opened {
  readonly root: string;
  /** Name of the collection's own file. */
  readonly main: string;
  /** The texts of its files, as the editor has them. */
  readonly files: ChangingFiles;

  private constructor(main: string, files: ReadonlyMap<string, string>) {
    const { root, main: name } = splitMain(main);
    const edited = new ChangingFiles({ root, main: name, files });
    super(edited, {});
    this.root = root;
    this.main = name;
    this.files = edited;
  }

  /**
   * Opens a collection.
   *
   * @param main The collection's own file, absolute; it may never have been saved.
   * @param unsaved The editor's texts by their absolute paths, which count before those on the disk.
   */
  static open(
    main: string,
    unsaved: ReadonlyMap<string, string>,
  ): EditedCollection {
    return finish(EditedCollection.opening(main, unsaved));
  }

  /** {@linkcode open}, file after file. */
  static *opening(
    main: string,
    unsaved: ReadonlyMap<string, string>,
  ): Generator<void, EditedCollection> {
    const { root, main: name } = splitMain(main);
    const options = {
      shown: (path: string) => path,
      readText: (path: string) => unsaved.get(path) ?? readText(path),
    };
    const { files } = isWhole(main, root)
      ? yield* readingTree(root, { ...options, format: formatOf(name) })
      : readBundled(main, name, options);
    const text = unsaved.get(main);
    if (text !== undefined) files.set(name, text);
    return new EditedCollection(main, files);
  }
}

/** Whether the files of a folder belong to a collection, or its own file is all of it. */
function isWhole(main: string, root: string): boolean {
  return findRoot(root) === main ||
    COLLECTION_FILES.includes(basename(main)) && isFolder(root);
}
