import { moduleMember } from "../../../core/collection/required/module_names.ts";

/** The members of the packages whose files stand for one of their members; a test compares them with the sandbox's. */
export const MODULE_PARTS: Readonly<
  Record<string, Readonly<Record<string, unknown>>>
> = {
  "crypto-js": {
    ...named(
      "AES Blowfish DES EvpKDF HmacMD5 HmacRIPEMD160 HmacSHA1 HmacSHA224 HmacSHA256 HmacSHA3 HmacSHA384 HmacSHA512 MD5 " +
        "PBKDF2 RC4 RC4Drop RIPEMD160 Rabbit RabbitLegacy SHA1 SHA224 SHA256 SHA3 SHA384 SHA512 TripleDES",
    ),
    algo: named(
      "AES Blowfish DES EvpKDF HMAC MD5 PBKDF2 RC4 RC4Drop RIPEMD160 Rabbit RabbitLegacy SHA1 SHA224 SHA256 SHA3 SHA384 " +
        "SHA512 TripleDES",
    ),
    enc: named("Base64 Base64url Hex Latin1 Utf16 Utf16BE Utf16LE Utf8"),
    format: named("Hex OpenSSL"),
    kdf: named("OpenSSL"),
    lib: named(
      "Base BlockCipher BlockCipherMode BufferedBlockAlgorithm Cipher CipherParams Hasher PasswordBasedCipher " +
        "SerializableCipher StreamCipher WordArray",
    ),
    mode: named("CBC CFB CTR CTRGladman ECB OFB"),
    pad: named("AnsiX923 Iso10126 Iso97971 NoPadding Pkcs7 ZeroPadding"),
    x64: named("Word WordArray"),
  },
  lodash: named(
    "VERSION _ add after ary assign assignIn assignInWith assignWith at attempt before bind bindAll bindKey camelCase " +
      "capitalize castArray ceil chain chunk clamp clone cloneDeep cloneDeepWith cloneWith compact concat cond conforms " +
      "conformsTo constant countBy create curry curryRight debounce deburr defaultTo defaults defaultsDeep defer delay " +
      "difference differenceBy differenceWith divide drop dropRight dropRightWhile dropWhile each eachRight endsWith " +
      "entries entriesIn eq escape escapeRegExp every extend extendWith fill filter find findIndex findKey findLast " +
      "findLastIndex findLastKey first flatMap flatMapDeep flatMapDepth flatten flattenDeep flattenDepth flip floor " +
      "flow flowRight forEach forEachRight forIn forInRight forOwn forOwnRight fromPairs functions functionsIn get " +
      "groupBy gt gte has hasIn head identity inRange includes indexOf initial intersection intersectionBy " +
      "intersectionWith invert invertBy invoke invokeMap isArguments isArray isArrayBuffer isArrayLike " +
      "isArrayLikeObject isBoolean isBuffer isDate isElement isEmpty isEqual isEqualWith isError isFinite isFunction " +
      "isInteger isLength isMap isMatch isMatchWith isNaN isNative isNil isNull isNumber isObject isObjectLike " +
      "isPlainObject isRegExp isSafeInteger isSet isString isSymbol isTypedArray isUndefined isWeakMap isWeakSet " +
      "iteratee join kebabCase keyBy keys keysIn last lastIndexOf lowerCase lowerFirst lt lte map mapKeys mapValues " +
      "matches matchesProperty max maxBy mean meanBy memoize merge mergeWith method methodOf min minBy mixin multiply " +
      "negate noConflict noop now nth nthArg omit omitBy once orderBy over overArgs overEvery overSome pad padEnd " +
      "padStart parseInt partial partialRight partition pick pickBy property propertyOf pull pullAll pullAllBy " +
      "pullAllWith pullAt random range rangeRight rearg reduce reduceRight reject remove repeat replace rest result " +
      "reverse round runInContext sample sampleSize set setWith shuffle size slice snakeCase some sortBy sortedIndex " +
      "sortedIndexBy sortedIndexOf sortedLastIndex sortedLastIndexBy sortedLastIndexOf sortedUniq sortedUniqBy split " +
      "spread startCase startsWith stubArray stubFalse stubObject stubString stubTrue subtract sum sumBy tail take " +
      "takeRight takeRightWhile takeWhile tap template templateSettings throttle thru times toArray toFinite toInteger " +
      "toLength toLower toNumber toPairs toPairsIn toPath toPlainObject toSafeInteger toString toUpper transform trim " +
      "trimEnd trimStart truncate unary unescape union unionBy unionWith uniq uniqBy uniqWith uniqueId unset unzip " +
      "unzipWith update updateWith upperCase upperFirst values valuesIn without words wrap xor xorBy xorWith zip " +
      "zipObject zipObjectDeep zipWith",
  ),
  uuid: named(
    "MAX NIL parse stringify v1 v1ToV6 v3 v4 v5 v6 v6ToV1 v7 validate version",
  ),
};

/** Whether a package has what a file of it stands for: `get` in `lodash/get`. */
export function hasPart(module: string, part: string): boolean {
  const members = MODULE_PARTS[module];
  return members === undefined || moduleMember(members, part) !== undefined;
}

function named(names: string): Record<string, unknown> {
  return Object.fromEntries(names.split(" ").map((name) => [name, {}]));
}
