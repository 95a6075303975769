import { entropy, mutualInformation } from '../measures/information.ts'
import { correlations } from '../measures/correlation.ts'
import { chiSquare } from '../measures/tables.ts'
import { singles } from '../statistics/family.ts'
import type {
  Answers,
  CountsRequest,
  EntropyRequest,
  MomentsRequest,
  Request,
} from '../statistics/request.ts'
import type { Variable } from '../statistics/variable.ts'
import type { Ranking } from '../trace/ranking.ts'
import type { Warning } from '../trace/warning.ts'
import type { Asker } from './ask.ts'
import type { Codings } from './codings.ts'
import type { Play, PlayedColumn } from './play.ts'
import type { TargetFacts } from './target.ts'

/** How many of the best columns are held against the target, and how many pairs of equal scores against each other. */
const looked = { best: 5, pairs: 100 } as const
/** From so strong a relation on, a column is suspected of being the target. */
const suspicious = { rho: 0.999, share: 0.99 } as const
/** Below this p, after Bonferroni's correction, missing values tell something about the target. */
const missingnessAlpha = 0.001

/**
 * What a careful analyst would look at before believing a ranking: columns that look like identifiers, that copy the
 * target, that copy each other, and values whose absence predicts the target. One batch for all.
 */
export async function guardWarnings(
  asker: Asker,
  play: Play,
  facts: TargetFacts,
  codings: Codings,
  ranking: Ranking,
): Promise<readonly Warning[]> {
  const guards = [
    identifiers(play),
    linesWithTarget(play, facts, ranking),
    levelsLikeTarget(play, codings, ranking),
    duplicates(play, ranking),
    missingness(play, codings.target ?? facts.classes),
  ]
  const answers = await asker.ask(guards.map(({ needs }) => needs))
  return guards.flatMap((guard, i) => guard.warn(answers[i] as never))
}

/** What a guard asks, and what it says of the answers. */
interface Guard<R extends readonly Request[]> {
  readonly needs: R
  warn(answers: Answers<R>): readonly Warning[]
}

const nothing = { needs: [], warn: () => [] } as const

const distinctOf = ({ column }: { column: number }): Variable => ({ column, coding: { kind: 'values' } })

function identifiers({ features, view }: Play): Guard<readonly EntropyRequest[]> {
  const suspects = features.filter(({ mayIdentify }) => mayIdentify)
  return {
    needs: suspects.map((column) => ({
      kind: 'entropy',
      family: singles([distinctOf(column)]),
      view: unweighted(view),
    })),
    warn: (answers) =>
      suspects.flatMap(({ name }, i) => {
        const { n, cells } = answers[i]
        if (n[0] < 3 || cells[0] < n[0]) return []
        const message = `column ${name} looks like an identifier: every row has another value (drop it if it is one)`
        return [{ code: 'identifier', column: name, message }]
      }),
  }
}

/** Whether rows are all different has nothing to do with how often they count. */
function unweighted({ complete }: Play['view']): Play['view'] {
  return complete ? { complete } : {}
}

/** The best columns of a ranking: a copy of the target would be among them. */
function bestColumns({ features }: Play, ranking: Ranking): readonly PlayedColumn[] {
  const best = ranking.scores.filter(({ score }) => score !== null).slice(0, looked.best)
  return best.map(({ feature }) => features.find(({ name }) => name === feature)!)
}

function targetCopy({ name }: PlayedColumn, target: string): Warning {
  const message = `column ${name} all but repeats the target ${target}: is it known before the target is?`
  return { code: 'target-copy', column: name, message }
}

/** Numbers that lie on a line with a numeric target. */
function linesWithTarget(play: Play, facts: TargetFacts, ranking: Ranking): Guard<readonly MomentsRequest[]> {
  const numbers = facts.values ? bestColumns(play, ranking).filter(({ type }) => type === 'numeric') : []
  const each = numbers.map(({ column }) => ({ column, coding: null }))
  if (each.length === 0) return nothing
  return {
    needs: [{ kind: 'moments', family: { base: [facts.values!], each }, of: 'values', view: play.view }],
    warn: ([pairs]) => {
      const rhos = correlations(pairs)
      const copies = numbers.filter((_, i) => Math.abs(rhos[i].rho) >= suspicious.rho)
      return copies.map((column) => targetCopy(column, play.target!.name))
    },
  }
}

/** Levels that go one to one with the target's, or nearly so. */
function levelsLikeTarget(play: Play, codings: Codings, ranking: Ranking): Guard<readonly EntropyRequest[]> {
  const { view } = play
  const target = codings.target
  const coded = bestColumns(play, ranking).filter(
    ({ column, type }) => type === 'categorical' && codings.levels.has(column),
  )
  if (!target || coded.length === 0) return nothing
  const each = coded.map(({ column }) => codings.levels.get(column)!)
  const pairs = { base: [target], each }
  return {
    needs: [
      { kind: 'entropy', family: singles(each), within: pairs, view },
      { kind: 'entropy', family: { list: each.map(() => [target]) }, within: pairs, view },
      { kind: 'entropy', family: pairs, view },
    ],
    warn: ([x, y, joint]) => {
      const copies = coded.filter((_, i) => {
        const shared = mutualInformation(x, y, joint, i)
        return shared > 0 && shared >= suspicious.share * Math.max(entropy(x, i), entropy(y, i))
      })
      return copies.map((column) => targetCopy(column, play.target!.name))
    },
  }
}

/** Columns of one and the same score, each held against the first of them. */
function duplicates({ features, view }: Play, ranking: Ranking): Guard<readonly EntropyRequest[]> {
  const column = new Map(features.map((feature) => [feature.name, feature]))
  const pairs: [PlayedColumn, PlayedColumn][] = []
  let first: Ranking['scores'][number] | null = null
  for (const entry of ranking.scores) {
    if (entry.score === null || entry.score === 0) continue
    if (first && entry.score === first.score)
      pairs.push([column.get(first.feature)!, column.get(entry.feature)!])
    else first = entry
  }
  const suspects = pairs.slice(0, looked.pairs)
  return {
    needs: suspects.map(([a, b]) => {
      const [codedA, codedB] = [distinctOf(a), distinctOf(b)]
      return {
        kind: 'entropy',
        family: { list: [[codedA], [codedB], [codedA, codedB]] },
        view: unweighted(view),
      }
    }),
    warn: (answers) =>
      suspects.flatMap(([a, b], i) => {
        const { high, low, cells } = answers[i]
        const isOneToOne = cells[0] > 1 && [1, 2].every((set) => high[set] === high[0] && low[set] === low[0])
        if (!isOneToOne) return []
        const message = `columns ${a.name} and ${b.name} are copies of each other: each value of one goes with one of the other`
        return [{ code: 'duplicate', column: b.name, message }]
      }),
  }
}

function missingness(
  { features, view, source }: Play,
  target: Variable | null,
): Guard<readonly CountsRequest[]> {
  const holed = features.filter(({ missing }) => missing >= 5 && source.rows - missing >= 5)
  if (!target || holed.length === 0) return nothing
  const each = holed.map(({ column }): Variable => ({ column, coding: { kind: 'presence' } }))
  return {
    needs: [
      {
        kind: 'counts',
        family: { base: [target], each },
        view: view.weights === undefined ? {} : { weights: view.weights },
      },
    ],
    warn: ([tables]) =>
      holed.flatMap(({ name }, i) => {
        const { pValue = 1 } = chiSquare(tables[i])
        if (pValue * holed.length > missingnessAlpha) return []
        const message = `where column ${name} is missing the target differs (p = ${pValue.toPrecision(2)}): why is it missing?`
        return [{ code: 'missingness', column: name, message }]
      }),
  }
}
