/** @typedef {import('./draws.js').Draws} Draws */

/** Numbers that lengths, counts and places of a damaged file claim. */
const claims = [0, 1, -1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000]

/** Pieces of texts, with the signs that readers look for. */
const pieces = [
  ...['"', '""', "'", '\n', '\r', '\r\n', '\n\n', ' ', ',', ';', '\t', '|', '\0', '\ufeff', '\u202e'],
  ...[
    '{',
    '}',
    '[',
    ']',
    '[[[[',
    '{"a":',
    ':',
    '\\',
    '\\u',
    '%',
    '#',
    '@data\n',
    '@attribute x {',
    'qid:',
    '1:',
    '?',
  ],
  ...['<', '>', '/>', '&', '&#0;', '&x;', '<row>', '</row>', '<c r="XFD9">', 't="s"', '<!--', '<![CDATA['],
  ...[
    'NA',
    'NaN',
    'inf',
    '1e999',
    '-1e-999',
    '9'.repeat(400),
    '1.2.3',
    '31/02/2020',
    '25:61',
    '12:00',
    'é',
    '𝒳',
    '\x81',
  ],
]

/**
 * Ways to damage bytes at a place; each returns the damaged bytes.
 * @type {Readonly<Record<string, (bytes: Buffer, at: number, draws: Draws) => Buffer>>}
 */
const ways = {
  cut: (bytes, at) => bytes.subarray(0, at),
  drop: (bytes, at, draws) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + lengthOf(draws))]),
  repeat: (bytes, at, draws) => {
    const part = bytes.subarray(at, at + lengthOf(draws))
    const copies = Array.from({ length: 1 + draws.below(draws.of([2, 2, 50])) }, () => part)
    return Buffer.concat([bytes.subarray(0, at), ...copies, bytes.subarray(at)])
  },
  swap: (bytes, at, draws) => {
    const other = at + draws.below(bytes.length - at)
    const length = Math.min(lengthOf(draws), other - at, bytes.length - other)
    const copy = Buffer.from(bytes)
    bytes.copy(copy, at, other, other + length)
    bytes.copy(copy, other, at, at + length)
    return copy
  },
  fill: (bytes, at, draws) => {
    const copy = Buffer.from(bytes)
    copy.fill(draws.of([0, 255]), at, Math.min(at + lengthOf(draws), copy.length))
    return copy
  },
  flip: (bytes, at, draws) => {
    const copy = Buffer.from(bytes)
    copy[at] ^= 1 << draws.below(8)
    return copy
  },
  claim: (bytes, at, draws) => {
    const copy = Buffer.from(bytes)
    const width = Math.min(draws.of([1, 2, 4, 8]), copy.length - at)
    const value = draws.of([
      ...claims,
      copy[at] + 1,
      copy[at] - 1,
      2 * copy[at],
      copy.length,
      copy.length - at,
    ])
    const word = Buffer.alloc(8)
    word.writeBigInt64LE(BigInt(value))
    if (draws.below(8) === 0) word.subarray(0, width).reverse()
    word.copy(copy, at, 0, width)
    return copy
  },
  piece: (bytes, at, draws) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(draws.of(pieces)), bytes.subarray(at)]),
}

/** @param {Draws} draws */
function lengthOf(draws) {
  return 1 + draws.below(draws.of([2, 8, 8, 64, 512]))
}

/** The ways by the kind of the bytes: pieces of text seldom matter in binary formats, nor lengths in texts. */
const waysOf = {
  text: [...Object.values(ways), ways.piece, ways.piece, ways.piece],
  binary: [...Object.values(ways), ways.claim, ways.claim, ways.flip, ways.fill],
}

/**
 * Bytes that are damaged in one to four places.
 * @param {Buffer} given
 * @param {keyof typeof waysOf} kind
 * @param {Draws} draws
 */
export function mutated(given, kind, draws) {
  let bytes = given
  for (let left = draws.of([1, 1, 1, 2, 3, 4]); left > 0 && bytes.length > 0; left--)
    bytes = draws.of(waysOf[kind])(bytes, placeIn(bytes, draws), draws)
  return bytes
}

/** Any place; as often one near the ends, where formats have their lengths. @param {Buffer} bytes @param {Draws} draws */
function placeIn({ length }, draws) {
  const near = Math.min(length, 64)
  return draws.of([
    draws.below(length),
    draws.below(length),
    draws.below(near),
    length - 1 - draws.below(near),
  ])
}
