import type { Table } from '../columns/table.ts'
import type { RankScores } from '../criteria/criterion.ts'
import type { Run, Source } from '../sources/source.ts'
import { CribaError } from '../spec/error.ts'
import { firstFew } from '../spec/names.ts'
import { tellingOptions } from '../spec/options.ts'
import { settleRank } from '../spec/rank-spec.ts'
import type { RankSpec, Task } from '../spec/rank-spec.ts'
import { version } from '../spec/version.ts'
import type { View } from '../statistics/view.ts'
import type { RankResult, Ranking } from '../trace/ranking.ts'
import type { RowRange } from '../trace/used-rows.ts'
import type { Warning } from '../trace/warning.ts'
import { Asker } from './play/ask.ts'
import { fitCodings } from './play/codings.ts'
import { guardWarnings, suspectsOf } from './play/guards.ts'
import { assign } from './play/assignment.ts'
import type { Assignment } from './play/assignment.ts'
import { withPermutations } from './play/permutation-p.ts'
import { withWarnings } from './play/failure.ts'
import { dataFacts, missingWarnings, oneLineEach, sourceOf } from './play/play.ts'
import type { Play } from './play/play.ts'
import { prepare, stepFor } from './prepare.ts'
import { leastInWords } from '../spec/min-rows.ts'
import { meanRanks, standing } from './play/standing.ts'
import { usedRows, widened } from './play/used-rows.ts'

/**
 * Ranks the columns of a table by one or several methods.
 *
 * Everything the methods need is asked of the source together: first the target and the codings, then one batch for all
 * methods, then the guards, then the permutations if any are wanted.
 *
 * @example const { rankings } = await rank(table, { target: 'quality', by: ['mutual-information', 'pearson'] })
 * @throws CribaError naming the column, the method and the mend
 */
export async function rank(data: Table | Source, spec: RankSpec = {}, run: Run = {}): Promise<RankResult> {
  const source = sourceOf(data)
  return withWarnings(source.warnings, (known) => rankFrom(source, spec, run, known))
}

/** The same of a source; what there is to warn of is added to the warnings as soon as it is known. */
async function rankFrom(source: Source, spec: RankSpec, run: Run, known: Warning[]): Promise<RankResult> {
  const start = performance.now()
  const asker = new Asker(source, run)
  const settled = settleRank(spec)
  const { play, facts, methods, wanted } = await prepare(asker, settled, known)
  const codings = await fitCodings(asker, play, facts, wanted, settled)
  const assignments = methods.map((method) => assign(method, play, facts, codings, settled.missing))
  const stepOf = (assignment: Assignment, view: View) => stepFor(assignment, facts, view)

  const steps = assignments.map((assignment) => stepOf(assignment, play.view))
  const answers = await asker.ask(assignments.map(({ criterion }, i) => criterion.needs(steps[i])))
  const folded = assignments.map(({ criterion }, i) => withoutEmpty(criterion.fold(answers[i], steps[i])))
  folded.forEach((scores, i) => refuseAllUnscored(assignments[i], scores))
  const guards = await guardWarnings(
    asker,
    play,
    facts,
    codings,
    suspectsOf(play, rankingsOf(assignments, folded, play, facts.task, settled.minRows)),
  )
  const scores = await withPermutations(asker, assignments, folded, stepOf, play, settled, run.progress)

  const rankings = rankingsOf(assignments, scores, play, facts.task, settled.minRows)
  return {
    criba: version,
    command: 'rank',
    data: { ...dataFacts(play, facts.task), ...usedRows(play, settled.missing, rowsOf(rankings)) },
    spec: {
      ...settled,
      task: facts.task,
      bins: codings.bins,
      by: methods.map(({ criterion, options }) => ({
        method: criterion.id,
        options: tellingOptions(criterion.options, options),
      })),
    },
    coding: codings.shown,
    rankings,
    ...(rankings.length > 1 && { meanRank: meanRanks(rankings) }),
    warnings: oneLineEach([
      ...play.source.warnings,
      ...missingWarnings(play, settled.missing),
      ...unscoredWarnings(rankings),
      ...fewRowsWarnings(rankings, settled.minRows),
      ...scores.flatMap(({ warnings = [] }) => warnings),
      ...guards,
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}

/** A column of which no row counts has no score, whatever a method makes of nothing. */
function withoutEmpty(scores: RankScores): RankScores {
  if (!scores.n.includes(0)) return scores
  const isEmpty = (i: number) => scores.n[i] === 0
  return {
    ...scores,
    score: scores.score.map((score, i) => (isEmpty(i) ? NaN : score)),
    why: Array.from(
      scores.n,
      (_, i) =>
        scores.why?.[i] ??
        (isEmpty(i) ? 'no row that counts has a value of it and of the target' : undefined),
    ),
  }
}

function rankingsOf(
  assignments: readonly Assignment[],
  scores: readonly RankScores[],
  play: Play,
  task: Task,
  minRows: number,
): Ranking[] {
  return assignments.map((assignment, i) => standing(assignment, scores[i], play.features, task, minRows))
}

function refuseAllUnscored({ criterion, columns }: Assignment, { score, why }: RankScores): void {
  if (!score.every(Number.isNaN)) return
  throw new CribaError(
    'unsuitable',
    `unsuitable columns for ${criterion.id}: it can score none (${columns[0].name}: ${why?.[0] ?? 'no score'})`,
  )
}

/** The rows behind all scores. */
function rowsOf(rankings: readonly Ranking[]): RowRange | undefined {
  const scores = rankings.flatMap((ranking) => ranking.scores)
  return widened(
    undefined,
    scores.map(({ n }) => n),
    scores.map(({ score }) => score),
  )
}

/** One warning for each method that ranks columns after the others for the rows they lack. */
function fewRowsWarnings(rankings: readonly Ranking[], minRows: number): readonly Warning[] {
  return rankings.flatMap(({ method, scores }): readonly Warning[] => {
    const few = scores.filter(({ fewRows }) => fewRows)
    if (few.length === 0) return []
    const shown = firstFew(
      few.map(({ feature, n }) => `${feature} ${Number(n.toPrecision(12))}`),
      5,
    )
    const columns = few.length === 1 ? 'a column' : `${few.length} columns`
    const message = `${method} ranks ${columns} after the others, scored on fewer than ${leastInWords(minRows)} (${shown}; minRows says how few are enough)`
    return [{ code: 'few-rows', message }]
  })
}

/** One warning for each method and reason, naming the columns without a score. */
function unscoredWarnings(rankings: readonly Ranking[]): readonly Warning[] {
  return rankings.flatMap(({ method, scores }) => {
    const unscored = scores.filter(({ score }) => score === null)
    return [...new Set(unscored.map(({ why }) => why))].map((why): Warning => {
      const names = unscored.filter((entry) => entry.why === why).map(({ feature }) => feature)
      return { code: 'unsuitable', message: `${method} leaves out ${firstFew(names, 5)}: ${why}` }
    })
  })
}
