import type { Division } from './division.ts'
import type { Family } from './family.ts'
import type { Coding, EventVariable, Permutation, Variable } from './variable.ts'
import type { Sample, View } from './view.ts'

/**
 * How each property becomes part of a key, in this order. A property that is forgotten does not compile. No
 * part may be the beginning of another part of the same property.
 */
export type KeyParts<T> = { readonly [N in keyof T]-?: (value: Exclude<T[N], undefined>) => string }

/**
 * Makes keys of plain data: equal content, whatever objects it is made of, has equal keys, other content has
 * other keys.
 */
export function keyOfParts<T extends object>(parts: KeyParts<T>): (content: T) => string {
  const names = Object.keys(parts) as (keyof T)[]
  return (content) => {
    let key = '('
    for (const name of names) {
      const value = content[name]
      if (value !== undefined) key += parts[name](value as Exclude<T[keyof T], undefined>)
      key += ','
    }
    return `${key})`
  }
}

/** Makes keys of data in several variants, which differ in one property. */
export function keyOfVariants<T extends object, const N extends keyof T>(
  name: N,
  variants: { readonly [V in T[N] & string]: Omit<KeyParts<Extract<T, Record<N, V>>>, N> },
): (content: T) => string {
  const keys = new Map(
    Object.entries(variants).map(([variant, parts]) => [variant, keyOfParts(parts as KeyParts<T>)]),
  )
  return (content) => {
    const variant = content[name] as string
    return variant + keys.get(variant)!(content)
  }
}

/** Of longer texts the words are not kept. */
const mostWordsKept = 1 << 16
/** The longest key that is not replaced by its digest. */
const longest = 64

/**
 * Makes short keys: a long one is replaced by its digest. Keys longer than `uncached` are cached with their
 * objects, which must not change.
 */
export function shortKeys<T extends object>(
  keyOf: (content: T) => string,
  uncached = longest,
): (content: T) => string {
  const cache = new WeakMap<T, string>()
  return (content) => {
    const cached = cache.get(content)
    if (cached !== undefined) return cached
    const key = keyOf(content)
    if (key.length <= uncached) return key
    const short = key.length <= longest ? key : digest(key)
    cache.set(content, short)
    return short
  }
}

/** Makes keys of lists from the keys of their members. */
export function keyOfList<T>(keyOf: (member: T) => string): (list: readonly T[]) => string {
  return (list) => {
    let key = '['
    for (const member of list) key += `${keyOf(member)},`
    return `${key}]`
  }
}

/** The key of a number. */
export function numberKey(value: number): string {
  return value === 0 && Object.is(value, -0) ? '-0' : String(value)
}

/** Lists of more numbers are keyed by their bits: to write a number takes longer than to read it. */
const fewNumbers = 2
const keyOfFew = keyOfList(numberKey)

/** The key of a list of numbers, short or not. */
function keyOfNumbers(list: readonly number[]): string {
  if (list.length <= fewNumbers) return keyOfFew(list)
  const words = wordsFor(2 * list.length)
  for (let i = 0; i < list.length; i++) {
    bits.setFloat64(0, list[i])
    words[2 * i] = bits.getInt32(0)
    words[2 * i + 1] = bits.getInt32(4)
  }
  return digestOf(words, 2 * list.length)
}

/** The key of a text or a number. */
export function textKey(value: string | number): string {
  return typeof value === 'number' ? numberKey(value) : `${value.length}"${value}`
}

/** The key of a word from a fixed list, or of a truth value. */
export function wordKey(value: string | boolean): string {
  return String(value)
}

const missing = wordKey
const keyOfCoding = keyOfVariants<Coding, 'kind'>('kind', {
  cuts: { cuts: keyOfNumbers, missing },
  levels: { levels: shortKeys(keyOfList(textKey)), missing },
  values: {},
  missingness: {},
})

// A key of plain numbers is made faster than it is found.
const longestUncached = 16
const partsOfVariable = {
  column: numberKey,
  coding: (coding: Coding | null) => (coding ? keyOfCoding(coding) : 'n'),
  fill: textKey,
}

/** A key of a variable by its content. */
export const variableKey = shortKeys(
  keyOfParts<Variable>({
    ...partsOfVariable,
    permuted: keyOfParts<Permutation>({
      seed: numberKey,
      number: numberKey,
      together: textKey,
      // The seed and the number say which it is.
      from: () => 'from',
    }),
  }),
  longestUncached,
)

/** A key of a list of variables by its content. */
export const variablesKey = shortKeys(keyOfList(variableKey))

export const eventKey = keyOfParts<EventVariable>({ variable: variableKey, level: numberKey })

/** A key of a family by its content. The same sets in another form of family have another key. */
export const familyKey = familyKeyWith(variableKey, variablesKey)

const presenceKey = shortKeys(
  keyOfParts<Variable>({ ...partsOfVariable, permuted: () => '' }),
  longestUncached,
)

/**
 * A key of a family that only says which rows are complete: a permutation leaves missing values in their
 * rows.
 */
export const completenessKey = familyKeyWith(presenceKey, shortKeys(keyOfList(presenceKey)))

type Step = Extract<Family, { readonly each: unknown }>
type Lattice = Extract<Family, { readonly of: unknown }>
type List = Extract<Family, { readonly list: unknown }>

function familyKeyWith(
  keyOfVariable: (variable: Variable) => string,
  keyOfVariables: (variables: readonly Variable[]) => string,
): (family: Family) => string {
  const stepKey = keyOfParts<Step>({ base: keyOfVariables, each: keyOfVariables })
  const latticeKey = keyOfParts<Lattice>({
    of: keyOfVariables,
    sizes: keyOfList(numberKey),
    base: keyOfVariables,
  })
  const listKey = keyOfParts<List>({ list: shortKeys(keyOfList(keyOfList(keyOfVariable))) })
  return (family) => {
    if ('each' in family) return `each${stepKey(family)}`
    return 'of' in family ? `of${latticeKey(family)}` : `list${listKey(family)}`
  }
}

const columnsKey = keyOfList(numberKey)
const splitKeys = {
  seed: numberKey,
  number: numberKey,
  by: variableKey,
  together: variableKey,
  along: variableKey,
  key: variableKey,
}
const foldsKey = keyOfParts<Extract<Division, { readonly folds: number }>>({ ...splitKeys, folds: numberKey })
const shareKey = keyOfParts<Extract<Division, { readonly share: number }>>({ ...splitKeys, share: numberKey })
const sampleKey = keyOfParts<Sample>({
  of: (view) => viewKey(view),
  division: (division) => ('share' in division ? `share${shareKey(division)}` : `folds${foldsKey(division)}`),
  part: numberKey,
  rows: wordKey,
  isSource: wordKey,
})

/** A key of a view by its content. */
export const viewKey: (view: View) => string = shortKeys(
  keyOfParts<View>({
    weights: numberKey,
    sampledOver: columnsKey,
    once: wordKey,
    complete: columnsKey,
    movedWith: variableKey,
    sample: sampleKey,
  }),
)

/**
 * A digest of a text in 128 bits, by the mixing of MurmurHash3 (Appleby 2011) over its UTF-16 units. Among
 * 10^12 texts two have the same digest with a probability of about 10^−15. It begins with `#`.
 */
function digest(text: string): string {
  const words = wordsFor((text.length + 1) >> 1)
  for (let at = 0; at + 1 < text.length; at += 2)
    words[at >> 1] = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)
  if (text.length % 2 === 1) words[text.length >> 1] = text.charCodeAt(text.length - 1)
  return digestOf(words, text.length)
}

/** A digest of words that `wordsFor` gave; `length` is that of what they stand for. */
function digestOf(words: Int32Array, length: number): string {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let at = 0; at < words.length; at += 4) {
    a ^= mixed(words[at], 0x239b961b, 15, 0xab0e9789)
    a = Math.imul(rotated(a, 19) + b, 5) + 0x561ccd1b
    b ^= mixed(words[at + 1], 0xab0e9789, 16, 0x38b34ae5)
    b = Math.imul(rotated(b, 17) + c, 5) + 0x0bcaa747
    c ^= mixed(words[at + 2], 0x38b34ae5, 17, 0xa1e38b93)
    c = Math.imul(rotated(c, 15) + d, 5) + 0x96cd1c35
    d ^= mixed(words[at + 3], 0xa1e38b93, 18, 0x239b961b)
    d = Math.imul(rotated(d, 13) + a, 5) + 0x32ac3b17
  }
  // The last block is filled with zeros, so the length is part of the digest.
  const parts = summed([a, b, c, d].map((part) => part ^ length)).map(finished)
  const [first, second, third, fourth] = summed(parts)
  return `#${textOf(first)}.${textOf(second)}.${textOf(third)}.${textOf(fourth)}`
}

let room = new Int32Array(64)
const bits = new DataView(new ArrayBuffer(8))

/** So many words, and zeros that fill the last block of four. */
function wordsFor(count: number): Int32Array {
  const filled = (count + 3) & ~3
  if (filled > mostWordsKept) return new Int32Array(filled)
  if (room.length < filled) room = new Int32Array(2 * filled)
  return room.subarray(0, filled).fill(0, count & ~3)
}

function textOf(part: number): string {
  return (part >>> 0).toString(36)
}

/** The sum of all parts, and each other part plus that sum. */
function summed([a, b, c, d]: readonly number[]): readonly number[] {
  const sum = (a + b + c + d) | 0
  return [sum, b + sum, c + sum, d + sum]
}

function mixed(word: number, before: number, bits: number, after: number): number {
  return Math.imul(rotated(Math.imul(word, before), bits), after)
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}

function finished(value: number): number {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
