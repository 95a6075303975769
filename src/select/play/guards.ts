import { entropy, mutualInformation } from '../../measures/information.ts'
import { correlations } from '../../measures/correlation.ts'
import { independenceTest } from '../../measures/independence.ts'
import { singles } from '../../statistics/family.ts'
import type { Answer, Answers, Request } from '../../statistics/request.ts'
import { isNear, tiedRuns } from '../../statistics/ties.ts'
import type { Variable } from '../../statistics/variable.ts'
import { allRows } from '../../statistics/view.ts'
import type { FeatureScore, Ranking } from '../../trace/ranking.ts'
import type { SelectionStep } from '../../trace/selection.ts'
import type { Warning } from '../../trace/warning.ts'
import type { Asker } from './ask.ts'
import type { Codings } from './codings.ts'
import { unweighted } from './play.ts'
import type { Play, PlayedColumn } from './play.ts'
import type { TargetFacts } from './target.ts'

/** How many of the best columns of a ranking are held against the target, and how many pairs against each other. */
const looked = { best: 5, pairs: 100 } as const
/** From so strong a relation on, a column is suspected of being the target. */
const suspicious = { rho: 0.999, share: 0.99 } as const
/** Below this p, after Bonferroni's correction, missing values tell something about the target. */
const missingnessAlpha = 0.001

/** The columns that a result speaks for. */
export interface Suspects {
  /** A copy of the target would be among them. */
  readonly best: readonly PlayedColumn[]
  /** Columns that score alike, and so may be copies. */
  readonly alike: readonly (readonly [PlayedColumn, PlayedColumn])[]
}

/**
 * What a careful analyst would look at before believing a result: columns that look like identifiers, that copy the
 * target, that copy each other, and values whose absence predicts the target. One batch for all.
 */
export async function guardWarnings(
  asker: Asker,
  play: Play,
  facts: TargetFacts,
  codings: Codings,
  { best, alike }: Suspects,
): Promise<readonly Warning[]> {
  const guards = [
    identifiers(play),
    linesWithTarget(play, facts, best),
    levelsLikeTarget(play, codings, best),
    duplicates(play, alike),
    missingness(play, codings.target ?? facts.classes),
  ].filter((guard) => guard !== null)
  const answers = await asker.ask(guards.map(({ needs }) => needs))
  return guards.flatMap(({ warn }, i) => warn(answers[i]))
}

/** What a guard asks, and what it says of the answers; null where it has nothing to look at. */
interface Guard {
  readonly needs: readonly Request[]
  readonly warn: (answers: readonly Answer[]) => readonly Warning[]
}

function guard<const R extends readonly Request[]>(
  needs: R,
  warn: (answers: Answers<R>) => readonly Warning[],
): Guard {
  // The asker answers in the order of the needs, so the answers have their types.
  return { needs, warn: (answers) => warn(answers as unknown as Answers<R>) }
}

const distinctOf = ({ column }: PlayedColumn): Variable => ({ column, coding: { kind: 'values' } })

function identifiers({ features, view }: Play): Guard | null {
  const suspects = features.filter(({ mayIdentify }) => mayIdentify)
  if (suspects.length === 0) return null
  const family = singles(suspects.map(distinctOf))
  return guard([{ kind: 'entropy', family, view: unweighted(view) }], ([{ n, cells }]) =>
    suspects.flatMap(({ name }, i) => {
      if (n[i] < 3 || cells[i] < n[i]) return []
      const message = `column ${name} looks like an identifier: every row has another value (drop it if it is one)`
      return [{ code: 'identifier', column: name, message }]
    }),
  )
}

/** The best columns of every ranking, and those of one and the same score, each with the first of them. */
export function suspectsOf({ features }: Play, rankings: readonly Ranking[]): Suspects {
  const best = rankings.flatMap(({ scores }) =>
    scores.filter(({ score }) => score !== null).slice(0, looked.best),
  )
  const names = new Set(best.map(({ feature }) => feature))
  const columns = new Map(features.map((feature) => [feature.name, feature]))
  // Alike in several rankings, a column is held against the first of the first of them.
  const firstOf = new Map<string, string>()
  for (const [later, first] of rankings.flatMap(({ scores }) => alikeOf(scores))) {
    if (!firstOf.has(later)) firstOf.set(later, first)
  }
  return {
    best: features.filter(({ name }) => names.has(name)),
    alike: [...firstOf].map(([later, first]) => [columns.get(first)!, columns.get(later)!] as const),
  }
}

/** The columns selected, and those that tell as much of the target by themselves as another. */
export function suspectsAmong(
  { features }: Play,
  selected: readonly string[],
  steps: readonly SelectionStep[],
): Suspects {
  const chosen = new Set(selected)
  const best = features.filter(({ name }) => chosen.has(name))
  const columns = new Map(best.map((feature) => [feature.name, feature]))
  const relevances = steps.map(({ feature, relevance = null }) => ({ feature, score: relevance }))
  const alike = alikeOf(relevances.filter(({ feature }) => chosen.has(feature)))
  return {
    best,
    alike: alike.map(([later, first]) => [columns.get(first)!, columns.get(later)!] as const),
  }
}

/** Columns whose score an earlier one has too, up to rounding, each with the first of them; a score of 0 is no sign of a copy. */
function alikeOf(
  scores: readonly Pick<FeatureScore, 'feature' | 'score'>[],
): readonly (readonly [later: string, first: string])[] {
  const scored = scores.flatMap(({ feature, score }, place) => (score ? [{ feature, score, place }] : []))
  const ascending = scored.toSorted((a, b) => a.score - b.score || a.place - b.place)
  const pairs = [...tiedRuns(ascending, (a, b) => isNear(a.score, b.score))].flatMap((run) => {
    const [first, ...later] = run.toSorted((a, b) => a.place - b.place)
    return later.map((one) => ({ place: one.place, pair: [one.feature, first.feature] as const }))
  })
  return pairs.sort((a, b) => a.place - b.place).map(({ pair }) => pair)
}

function targetCopy({ name }: PlayedColumn, target: string): Warning {
  const message = `column ${name} all but repeats the target ${target}: is it known before the target is?`
  return { code: 'target-copy', column: name, message }
}

/** Numbers that lie on a line with a numeric target. */
function linesWithTarget(
  { target, view }: Play,
  facts: TargetFacts,
  best: readonly PlayedColumn[],
): Guard | null {
  const numbers = facts.values ? best.filter(({ type }) => type === 'numeric') : []
  if (numbers.length === 0) return null
  const each = numbers.map(({ column }) => ({ column, coding: null }))
  return guard(
    [{ kind: 'moments', family: { base: [facts.values!], each }, of: 'values', view }],
    ([pairs]) => {
      const rhos = correlations(pairs)
      const copies = numbers.filter((_, i) => Math.abs(rhos[i].rho) >= suspicious.rho)
      return copies.map((column) => targetCopy(column, target!.name))
    },
  )
}

/** Levels that go one to one with the target's, or nearly so. */
function levelsLikeTarget(
  { target, view }: Play,
  codings: Codings,
  best: readonly PlayedColumn[],
): Guard | null {
  const classes = codings.target
  const coded = best.filter(({ column, type }) => type === 'categorical' && codings.levels.has(column))
  if (!classes || coded.length === 0) return null
  const each = coded.map(({ column }) => codings.levels.get(column)!)
  const pairs = { base: [classes], each }
  const alone = [classes]
  const needs = [
    { kind: 'entropy', family: singles(each), within: pairs, view },
    { kind: 'entropy', family: { list: each.map(() => alone) }, within: pairs, view },
    { kind: 'entropy', family: pairs, view },
  ] as const
  return guard(needs, ([x, y, joint]) => {
    const copies = coded.filter((_, i) => {
      const shared = mutualInformation(x, y, joint, i)
      return shared > 0 && shared >= suspicious.share * Math.max(entropy(x, i), entropy(y, i))
    })
    return copies.map((column) => targetCopy(column, target!.name))
  })
}

/** Columns that score alike, each held against the first of them. */
function duplicates({ view }: Play, alike: Suspects['alike']): Guard | null {
  const pairs = alike.slice(0, looked.pairs)
  if (pairs.length === 0) return null
  const variables = new Map(pairs.flat().map((column) => [column, distinctOf(column)]))
  const list = pairs.flatMap(([a, b]) => {
    const [left, right] = [variables.get(a)!, variables.get(b)!]
    return [[left], [right], [left, right]]
  })
  return guard([{ kind: 'entropy', family: { list }, view: unweighted(view) }], ([{ n, high, low, cells }]) =>
    pairs.flatMap(([a, b], pair) => {
      const first = pair * 3
      const isSame = (set: number) => high[set] === high[first] && low[set] === low[first]
      // Two columns whose every value is another go together whatever they hold.
      const tellsRowsApart = cells[first] === n[first]
      if (cells[first] < 2 || tellsRowsApart || !isSame(first + 1) || !isSame(first + 2)) return []
      const message = `columns ${a.name} and ${b.name} are copies of each other: each value of one goes with one of the other`
      return [{ code: 'duplicate', column: b.name, message }]
    }),
  )
}

/** Values whose absence goes with the target. */
function missingness({ features, view, source }: Play, target: Variable | null): Guard | null {
  const holed = features.filter(({ missing }) => missing >= 5 && source.rows - missing >= 5)
  if (!target || holed.length === 0) return null
  const each = holed.map(({ column }): Variable => ({ column, coding: { kind: 'presence' } }))
  // Completeness would leave no gap to look at.
  const allGaps = view.weights === undefined ? allRows : { weights: view.weights }
  return guard([{ kind: 'counts', family: { base: [target], each }, view: allGaps }], ([tables]) =>
    holed.flatMap(({ name }, i) => {
      const { pValue = 1 } = independenceTest(tables[i])
      if (pValue * holed.length > missingnessAlpha) return []
      const message = `where column ${name} is missing the target differs (p = ${pValue.toPrecision(2)}): why is it missing?`
      return [{ code: 'missingness', column: name, message }]
    }),
  )
}
