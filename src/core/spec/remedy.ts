import { areAdded, plainWords } from './added-words.ts'
import { flagWords } from './flag-text.ts'
import type { GivenType } from './given-types.ts'
import { readingParts, typesPart } from './reading-options.ts'
import type { TextOptions } from './reading-options.ts'

/** Options of reading that mend what a warning or an error is about. */
export interface Mend extends TextOptions {
  readonly types?: Readonly<Record<string, GivenType>>
}

/** What mends a warning or an error. */
export interface Remedy {
  /** The options as words of a shell, which can be pasted: `--skip 4`. */
  readonly option: string
  /** The same for the library. */
  readonly set: Mend
  /** What is so, in a few words: `4 lines stand above the header`. */
  readonly why: string
  /** How many rows it is about, if that is known. */
  readonly rows: number | null
  /** Whether values, rows or differences between levels are lost by it, so that a person should decide. */
  readonly loses: boolean
}

/** Makes a remedy. */
export function remedy(set: Mend, why: string, rows: number | null, loses = false): Remedy {
  return { option: mendText(set), set, why, rows, loses }
}

const mendParts = { ...readingParts, types: typesPart }

/** Options of reading as words of a shell. */
export function mendText(set: Mend): string {
  return Object.entries(set)
    .flatMap(([name, value]) => flagWords(mendParts, name, value))
    .join(' ')
}

/** Several mends as one: words and types are joined, of other options the last counts. */
export function joinMends(mends: readonly Mend[]): Mend {
  return mends.reduce((all, mend) => {
    const types = { ...all.types, ...mend.types }
    const split = { ...all.split, ...mend.split }
    const missingWords = joinWords(all.missingWords, mend.missingWords)
    const foldLevels = [...new Set([...(all.foldLevels ?? []), ...(mend.foldLevels ?? [])])]
    const fillDown = [...new Set([...(all.fillDown ?? []), ...(mend.fillDown ?? [])])]
    return {
      ...all,
      ...mend,
      ...(Object.keys(types).length > 0 && { types }),
      ...(missingWords && { missingWords }),
      ...(foldLevels.length > 0 && { foldLevels }),
      ...(fillDown.length > 0 && { fillDown }),
      ...(Object.keys(split).length > 0 && { split }),
    }
  }, {})
}

/** Words for missing values after others: `+a` is added to them; other words take the place of those that are not added. */
function joinWords(
  words: readonly string[] | undefined,
  more: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!words || !more) return words ?? more
  if (!areAdded(more)) return areAdded(words) ? [...new Set([...more, ...plainWords(words)])] : more
  const known = new Set(plainWords(words))
  const rest = plainWords(more).filter((word) => !known.has(word))
  // Among added words one that has a plus of its own has two.
  return [...words, ...(areAdded(words) ? rest.map((word) => word.replace(/^\+/, '++')) : rest)]
}
