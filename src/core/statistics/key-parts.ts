import { digest } from './digest.ts'

/**
 * How each property becomes part of a key, in this order. A property that is forgotten does not compile. No part may be the
 * beginning of another part of the same property.
 */
export type KeyParts<T> = { readonly [N in keyof T]-?: (value: Exclude<T[N], undefined>) => string }

/** Makes keys of plain data: equal content, whatever objects it is made of, has equal keys, other content has other keys. */
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

/** The longest key that is not replaced by its digest. */
const longest = 64

/**
 * Makes short keys: a long one is replaced by its digest. Keys longer than `uncached` are cached with their objects, which must
 * not change.
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

/** The key of a text or a number. */
export function textKey(value: string | number): string {
  return typeof value === 'number' ? numberKey(value) : `${value.length}"${value}`
}

/** The key of a word from a fixed list, or of a truth value. */
export function wordKey(value: string | boolean): string {
  return String(value)
}
