import { alignedNumber, decimalsOfColumn, formatProbability } from '#report/wording'
import type { CatalogueEntry, FindingKind } from '#core'
import type { FeatureScore } from '#core'
import type { Texts } from '../texts/texts.ts'
import type { ScorerAnswer } from './rank-answers.svelte.ts'

/** What makes the score of a column say nothing of its worth. */
const misleading: ReadonlySet<FindingKind> = new Set([
  'leak',
  'target-copy',
  'identifier',
  'group-identifier',
  'free-text',
])
/** What a ranking shows of a column besides. */
const noted: ReadonlySet<FindingKind> = new Set([...misleading, 'copy', 'many-levels', 'missing-value-code'])

export function isMisleading(kind: FindingKind): boolean {
  return misleading.has(kind)
}

export function isNoted(kind: FindingKind): boolean {
  return noted.has(kind)
}

/** The scores of one scorer, ready to be drawn. */
export interface ScorerColumn {
  readonly text: string
  readonly title: string
  readonly units: string
  readonly better: 'higher' | 'lower'
  /** What its p-values come from, where it has a distribution of its own. */
  readonly law: string | null
  readonly answer: ScorerAnswer
  readonly scores: ReadonlyMap<string, FeatureScore>
  /** How many columns it ranks. */
  readonly ranked: number
  /** Whether all columns have one score, or all but those that are apart or on few rows. */
  readonly ties: 'all' | 'others' | null
  /** The characters of the longest number. */
  readonly characters: number
  /** Those of the longest p-value; 0 without any. */
  readonly pCharacters: number
  numberOf(score: FeatureScore): string
  /** The length of a bar, 0 to 1. */
  shareOf(score: FeatureScore): number
  /** Where an interval begins and ends, where the longest bar is 1. */
  spanOf(low: number, high: number): readonly [from: number, to: number]
}

/** What is computed of the scores once. */
type Prepared = Pick<
  ScorerColumn,
  'scores' | 'pCharacters' | 'ranked' | 'ties' | 'characters' | 'numberOf' | 'shareOf' | 'spanOf'
>

/** Makes columns of answers; what was made of the same scores is not made again. */
export function columnsMaker() {
  const made = new WeakMap<
    object,
    { readonly apart: ReadonlySet<string>; readonly signed: boolean; readonly prepared: Prepared }
  >()
  const preparedOf = (
    scores: readonly FeatureScore[],
    signed: boolean,
    apart: ReadonlySet<string>,
  ): Prepared => {
    const known = made.get(scores)
    if (known?.signed === signed && isSame(known.apart, apart)) return known.prepared
    const prepared = prepare(scores, signed, apart)
    made.set(scores, { apart, signed, prepared })
    return prepared
  }
  return (
    answer: ScorerAnswer,
    entry: CatalogueEntry | undefined,
    apart: ReadonlySet<string>,
    texts: Pick<Texts, 'methodTitle' | 'unit'>,
  ): ScorerColumn => {
    const ranking = answer.result?.rankings[0]
    return {
      text: answer.text,
      title: entry ? texts.methodTitle(entry) : answer.text,
      units: texts.unit(ranking?.units ?? entry?.units ?? ''),
      better: ranking?.better ?? entry?.better ?? 'higher',
      law: entry?.pValue ?? null,
      answer,
      ...preparedOf(answer.scores ?? none, entry?.signed ?? false, apart),
    }
  }
}

const none: readonly FeatureScore[] = []

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one === other || (one.size === other.size && [...one].every((name) => other.has(name)))
}

/** What is `apart` scales neither numbers nor bars. */
function prepare(all: readonly FeatureScore[], signed: boolean, apart: ReadonlySet<string>): Prepared {
  const plain = all.filter(({ feature }) => !apart.has(feature))
  const decimals = decimalsOfColumn(plain.map(({ score }) => score))
  const sizeOf = signed ? Math.abs : (score: number) => Math.max(0, score)
  const size = ({ score, rank, fewRows }: FeatureScore) =>
    score === null || rank === null || fewRows ? 0 : sizeOf(score)
  const [largest, low, high] = endsOf(plain, size)
  const equal = plain.filter(({ rank, fewRows }) => rank !== null && !fewRows)
  const ranked = all.filter(({ rank }) => rank !== null)
  return {
    scores: new Map(all.map((score) => [score.feature, score])),
    pCharacters: pCharactersOf(all),
    ranked: ranked.length,
    ties:
      equal.length > 1 && equal.every(({ score }) => score === equal[0].score)
        ? equal.length === ranked.length
          ? 'all'
          : 'others'
        : null,
    characters: Math.max(5, alignedNumber(low, decimals).length, alignedNumber(high, decimals).length),
    numberOf: ({ feature, score }) =>
      alignedNumber(
        score,
        apart.has(feature) && isOwn(score, decimals) ? decimalsOfColumn([score]) : decimals,
      ),
    spanOf: (low, high) => {
      if (largest === 0) return [0, 0]
      const ends = [sizeOf(low) / largest, sizeOf(high) / largest] as const
      // Of a signed score the bar is its size.
      return [low < 0 && high > 0 ? 0 : Math.min(...ends), Math.max(...ends)]
    },
    shareOf: (score) => (size(score) > largest ? 1 : largest === 0 ? 0 : size(score) / largest),
  }
}

/** Whether a score that is apart is too large, or too small, for the decimals of the others. */
function isOwn(score: number | null, decimals: number | null): boolean {
  return score !== null && (Math.abs(score) >= 1e5 || (decimals === 0 && !Number.isInteger(score)))
}

function pCharactersOf(scores: readonly FeatureScore[]): number {
  const found = scores.flatMap(({ pValue }) => (pValue === undefined ? [] : [pValue]))
  if (found.length === 0) return 0
  const least = found.reduce((least, p) => Math.min(least, p), 1)
  return Math.max(5, formatProbability(least).length + (least === 0 ? 1 : 0))
}

/** The largest bar, and the lowest and the highest score, of those that are finite. */
function endsOf(
  scores: readonly FeatureScore[],
  size: (score: FeatureScore) => number,
): readonly [number, number, number] {
  let [largest, low, high] = [0, 0, 0]
  for (const one of scores) {
    if (one.score === null || !Number.isFinite(one.score)) continue
    largest = Math.max(largest, size(one))
    low = Math.min(low, one.score)
    high = Math.max(high, one.score)
  }
  return [largest, low, high]
}

/** The widths of the columns of the table, as a grid, and the least they need together. */
export function gridOf(
  columns: readonly ScorerColumn[],
  hasMean: boolean,
  isNarrow: boolean,
): { readonly tracks: string; readonly least: string } {
  const name = isNarrow ? ['110px', '1fr'] : ['170px', '280px']
  const widths = [
    name,
    ...columns.map((column) => [`${leastOf(column)}`, isNarrow ? '1fr' : '250px']),
    ...(hasMean
      ? [
          ['6ch', '6ch'],
          ['112px', isNarrow ? '1fr' : '260px'],
        ]
      : []),
  ]
  const rest = isNarrow ? '' : ' minmax(0, 1fr)'
  const gaps = `${gap * widths.length}px`
  return {
    tracks: widths.map(([least, most]) => `minmax(${least}, ${most})`).join(' ') + rest,
    least: isNarrow ? '0' : `calc(${[...widths.map(([least]) => least), gaps].join(' + ')})`,
  }
}

/** The parts of a cell: its number, its bar and its p-value. */
export function cellTracks({ characters, pCharacters }: ScorerColumn): string {
  return `${characters}ch minmax(${bar}px, 1fr)${pCharacters > 0 ? ` ${pCharacters}ch` : ''}`
}

function leastOf({ characters, pCharacters }: ScorerColumn): string {
  return `calc(${characters + pCharacters}ch + ${bar + 10}px)`
}

const bar = 34
const gap = 14
