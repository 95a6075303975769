import { joinNames } from '#core'
import type {
  Alternatives,
  ApplyResult,
  Description,
  GroupsResult,
  Interactions,
  Plan,
  RankResult,
  ScoreResult,
  SelectResult,
} from '#core'
import { csv } from './csv-lines.ts'
import { methodLabel } from './method-label.ts'

/** Rankings as CSV, one line for each method and feature. */
export function rankingCsv({ rankings }: RankResult): string {
  const rows = rankings.flatMap(({ method, options, scores }) =>
    scores.map(({ feature, score, rank, pValue, qValue, n, why, pFrom, pWithin }) => [
      methodLabel({ method, options }),
      feature,
      score,
      rank,
      pValue,
      qValue,
      n,
      why,
      pFrom,
      pWithin,
    ]),
  )
  return csv(['method', 'feature', 'score', 'rank', 'pValue', 'qValue', 'n', 'why', 'pFrom', 'pWithin'], rows)
}

/** Interactions as CSV, one line for each pair. */
export function interactionsCsv({ pairs }: Interactions): string {
  const rows = pairs.map(({ a, b, iA, iB, joint, interaction, pValue, pFrom }) => [
    a,
    b,
    iA,
    iB,
    joint,
    interaction,
    pValue,
    pFrom,
  ])
  return csv(['a', 'b', 'iA', 'iB', 'joint', 'interaction', 'pValue', 'pFrom'], rows)
}

/** Groups as CSV, one line for each column; a column in no group has the reason instead. */
export function groupsCsv({ groups, leftOut, standIns }: GroupsResult): string {
  if (standIns)
    return csv(
      ['feature', 'similarity'],
      standIns.others.map(({ feature, similarity }) => [feature, similarity]),
    )
  const rows = groups.flatMap(({ representative, members, cohesion, height, stability }, group) =>
    members.map(({ feature, similarity, relevance }) => [
      group + 1,
      feature,
      representative,
      similarity,
      relevance,
      cohesion,
      height,
      stability,
    ]),
  )
  const header = ['group', 'feature', 'representative', 'similarity', 'relevance', 'cohesion', 'height']
  const others = leftOut.map(({ feature, why }) => [null, feature, ...new Array<null>(6).fill(null), why])
  return csv([...header, 'stability', 'why'], [...rows.map((row) => [...row, null]), ...others])
}

/** Scores of one set as CSV, one line for each method; each named part of a score has its own column. */
export function scoreCsv({ features, given = [], scores }: ScoreResult): string {
  const parts = [...new Set(scores.flatMap(({ parts = {} }) => Object.keys(parts)))]
  const rows = scores.map((entry) => [
    methodLabel(entry),
    joinNames(features),
    joinNames(given),
    entry.score,
    entry.units,
    entry.pValue,
    entry.n,
    ...parts.map((part) => entry.parts?.[part]),
    entry.why,
  ])
  return csv(['method', 'features', 'given', 'score', 'units', 'pValue', 'n', ...parts, 'why'], rows)
}

/** A selection as CSV: one line for each step, or for each set if the result lists sets or has no path; or its stand-ins. */
export function selectionCsv(result: SelectResult): string {
  const { steps, selected, score, alternatives } = result
  if (alternatives) return alternativesCsv(alternatives)
  if (isOfSets(result)) {
    const { landscape = [{ features: selected, score, scores: undefined }] } = result
    const sets = landscape.map(({ features, score, scores }, i) => [
      i + 1,
      features.length,
      joinNames(features),
      score,
      ...(scores ? [scores[1]] : []),
    ])
    const second = result.spec.pareto ? ['second'] : []
    return csv(['place', 'size', 'features', 'score', ...second], sets)
  }
  const rows = steps.map((step, i) => [
    i + 1,
    step.action,
    step.feature,
    step.score,
    step.relevance,
    step.redundancy,
    step.synergy,
    step.f,
    step.pValue,
    step.runnerUp,
    step.gap,
    step.tie && 'true',
  ])
  const parts = ['relevance', 'redundancy', 'synergy', 'f', 'pValue', 'runnerUp', 'gap', 'tie']
  return csv(['step', 'action', 'feature', 'score', ...parts], rows)
}

/** The stand-ins of each chosen column as CSV, one line for each; a column without any has one line too. */
function alternativesCsv({ columns }: Alternatives): string {
  const rows = columns.flatMap(({ feature, standIns }) =>
    (standIns.length > 0 ? standIns : [undefined]).map((one) => [
      feature,
      one?.feature,
      one?.copy && 'true',
      one?.information,
      one?.lost,
      one?.pValue,
      one?.score,
    ]),
  )
  return csv(['feature', 'standIn', 'copy', 'information', 'lost', 'pValue', 'score'], rows)
}

/** Whether a selection consists of whole sets: it lists several, or it has no path. */
function isOfSets({ steps, selected, landscape }: SelectResult): boolean {
  return landscape !== undefined || (steps.length === 0 && selected.length > 0)
}

/** A description as CSV, one line for each column. */
export function descriptionCsv({ columns }: Description): string {
  const rows = columns.map(({ name, type, missing, distinct, min, max }) => [
    name,
    type,
    missing,
    distinct,
    min,
    max,
  ])
  return csv(['name', 'type', 'missing', 'distinct', 'min', 'max'], rows)
}

/** A selection applied to other data as CSV, one line for each column. */
export function applicationCsv({ columns }: ApplyResult): string {
  const rows = columns.map(({ feature, type, rows, missing, training, unseen, outside, psi, ks, shift }) => [
    feature,
    type,
    rows,
    missing,
    training?.rows,
    training?.missing,
    unseen?.count,
    unseen?.rows,
    outside?.below,
    outside?.above,
    psi,
    ks?.statistic,
    ks?.pValue,
    shift,
  ])
  const before = ['trainingRows', 'trainingMissing', 'unseenLevels', 'unseenRows', 'below', 'above']
  return csv(['feature', 'type', 'rows', 'missing', ...before, 'psi', 'ks', 'pValue', 'shift'], rows)
}

/** A plan as CSV, one line for each kind of request. */
export function planCsv({ plan }: Plan): string {
  const rows = plan.map(({ step, request, sets, queries, reads, bytes, times, sql }) => [
    step,
    request,
    sets,
    queries,
    reads,
    bytes,
    times,
    sql,
  ])
  return csv(['step', 'request', 'sets', 'queries', 'reads', 'bytes', 'times', 'sql'], rows)
}
