/**
 * A sentence of criba with holes, and the same in Spanish.
 *
 * In English `{kind}` is a hole, `[…]` may be missing, and `<is|are>` is one of these. In Spanish `{2}` is what
 * stood in the second hole, `{2#esta|estas}` a word for one or for several of it, and `[…]` is left out where a
 * hole in it is empty.
 */
export type Pair = readonly [english: string, spanish: string]

/** What may stand in a hole. */
const kinds = {
  /** A number. */
  n: String.raw`[−+-]?[\d.,]+(?:e[−+-]?\d+)?|−?∞|—|<1e−307`,
  /** A text without blanks. */
  word: String.raw`\S+`,
  /** A count: `3 columns`, `3 of 12 columns`. */
  count: String.raw`(?:[\d,]+ of )?[\d,]+ [a-z]+`,
  /** A text that stays as it is. */
  name: '.+?',
  /** The name of a column, by which the sentence is known. */
  column: '.+?',
  /** Names behind each other: `a, b and c`. */
  names: '.+?',
  /** Names behind each other, each with a word in brackets: `a (leak) and b (copy)`. */
  marked: '.+?',
  /** The name of the data, or `the table`. */
  data: '.+?',
  /** A target, or the time until an event. */
  subject: '.+?',
  /** A text that must have a translation. */
  text: '.+?',
  /** A text that is translated if it can be. */
  any: '.+?',
  /** Texts with commas between them, each translated if it can be. */
  parts: '.+?',
} as const

export type Kind = keyof typeof kinds

/** A sentence ready to be looked for. */
export interface Sentence {
  readonly pattern: RegExp
  /** A text that each match contains: looking for it is faster than the pattern. */
  readonly literal: string
  readonly holes: readonly Kind[]
  readonly spanish: string
}

const signs = /\{(\w+)\}|<([^<>|]*\|[^<>]*)>|([[\]])/g

export function sentenceOf([english, spanish]: Pair): Sentence {
  const holes: Kind[] = []
  let [pattern, literal, at, depth] = ['', '', 0, 0]
  const add = (text: string) => {
    pattern += escaped(text)
    if (depth === 0 && text.length > literal.length) literal = text
  }
  for (const sign of english.matchAll(signs)) {
    const [whole, hole, choice, bracket] = sign
    add(english.slice(at, sign.index))
    at = sign.index + whole.length
    if (hole !== undefined) {
      holes.push(hole as Kind)
      pattern += `(${kinds[hole as Kind]})`
    } else if (choice !== undefined) pattern += `(?:${choice.split('|').map(escaped).join('|')})`
    else {
      depth += bracket === '[' ? 1 : -1
      pattern += bracket === '[' ? '(?:' : ')?'
    }
  }
  add(english.slice(at))
  return { pattern: new RegExp(`^${pattern}$`, 's'), literal, holes, spanish }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** A sentence in Spanish with its holes filled. */
export function filled(spanish: string, given: readonly (string | undefined)[]): string {
  const isFilled = (part: string) =>
    [...part.matchAll(/\{(\d+)/g)].every(([, hole]) => given[Number(hole) - 1] !== undefined)
  return spanish
    .replace(/\[([^[\]]*)\]/g, (_, part: string) => (isFilled(part) ? part : ''))
    .replace(/\{(\d+)(?:#([^|}]*)\|([^}]*))?\}/g, (_, hole: string, one?: string, several?: string) => {
      const text = given[Number(hole) - 1] ?? ''
      if (one === undefined) return text
      return /^(?:1|una?|one)(?: |$)/.test(text) ? one : several!
    })
}
