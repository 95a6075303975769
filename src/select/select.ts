import type { Table } from '../columns/table.ts'
import { asStep } from '../criteria/as-step.ts'
import { unitsOf } from '../criteria/criterion.ts'
import type { SubsetCriterion } from '../criteria/subset-criterion.ts'
import type { Limits, Walk } from '../search/search.ts'
import type { Aside, Ending, Move, Position } from '../search/problem.ts'
import type { Run, Source } from '../sources/source.ts'
import { CribaError } from '../spec/error.ts'
import type { Shape } from '../spec/method-text.ts'
import { tellingOptions } from '../spec/options.ts'
import { settleSelect } from '../spec/select-spec.ts'
import type { SelectSpec, SettledSelectSpec } from '../spec/select-spec.ts'
import { version } from '../spec/version.ts'
import type { SelectionStep, SelectResult, SetAside } from '../trace/selection.ts'
import type { Warning } from '../trace/warning.ts'
import { Asker } from './ask.ts'
import { assign, wantedBy } from './assignment.ts'
import { chooseSelection } from './chosen-selection.ts'
import type { AnyCriterion, ChosenSelection } from './chosen-selection.ts'
import { checkDiscretiser, fitCodings } from './codings.ts'
import { dataFacts, missingWarnings, oneLineEach, sourceOf } from './play.ts'
import type { Play } from './play.ts'
import { StepCandidates } from './step-problem.ts'
import type { Asked } from './step-problem.ts'
import { CandidateSets } from './subset-problem.ts'
import { refusedWarnings, takenColumns } from './taken-columns.ts'
import { lookAtTarget } from './target.ts'

/**
 * Selects columns of a table: a criterion says how good candidates are, a search what to try next, a stop when to end.
 * Every score is made over the rows complete in all columns the criterion can take, and the target.
 *
 * @example const { selected } = await select(wine, { target: 'quality', criterion: jmi(), k: 5 })
 * @throws CribaError naming the column, the method and the mend
 */
export async function select<S extends Shape>(
  data: Table | Source,
  spec: SelectSpec<S>,
  run: Run = {},
): Promise<SelectResult> {
  const start = performance.now()
  // What is done is a share of the search, not of each answer.
  const { progress = () => {}, ...unseen } = run
  const asker = new Asker(sourceOf(data), unseen)
  const settled = settleSelect(spec)
  const chosen = chooseSelection(settled)
  const { criterion, search } = chosen
  const missing = settled.missing === 'pairwise' ? 'complete' : settled.missing
  const { all, play, refused } = takenColumns(chosen, asker.source, { ...settled, missing })
  const facts = await lookAtTarget(asker, play, settled)
  checkDiscretiser(settled, play, facts)
  const wanted = { ...wantedBy([criterion], play, facts), together: widestTable(chosen, settled, play) }
  const codings = await fitCodings(asker, play, facts, wanted, settled)
  const assignment = assign(criterion, play, facts, codings, settled.missing)
  const question = {
    target: assignment.target,
    targetName: facts.name,
    classes: facts.classNames,
    options: criterion.options,
    view: play.view,
  }
  const names = assignment.columns.map(({ name }) => name)
  checkSize(settled.k, names, criterion.criterion)
  const { scoring, walk } = searching(
    asker,
    chosen,
    { features: assignment.features, names, question, seed: settled.seed },
    {
      k: settled.k,
      halt: chosen.halt,
      keep: settled.landscape === 'all' ? Infinity : (settled.landscape ?? 1),
      seed: settled.seed,
      progress,
    },
  )
  const { positions, parts, ending } = await follow(walk, scoring)
  const sign = criterion.criterion.better === 'higher' ? 1 : -1
  const steps = positions.flatMap(({ move }, i) => (move ? [stepOf(move, names, sign, parts[i])] : []))
  const last = positions.at(-1)
  return {
    criba: version,
    command: 'select',
    data: dataFacts(all, facts.task),
    spec: {
      ...settled,
      method: null,
      task: facts.task,
      bins: codings.bins,
      criterion: {
        method: criterion.criterion.id,
        options: tellingOptions(criterion.criterion.options, criterion.options),
      },
      search: { method: search.record.id, options: tellingOptions(search.record.options, search.options) },
      stop: chosen.stop,
    },
    coding: codings.shown,
    method: chosen.method,
    options: tellingOptions(criterion.criterion.options, criterion.options),
    better: criterion.criterion.better,
    units: unitsOf(criterion.criterion, criterion.options),
    selected: (last?.selected ?? []).map((candidate) => names[candidate]),
    steps,
    setAside: [
      ...positions.flatMap(({ aside, selected }) =>
        aside ? [setAsideOf(aside, names, selected.length)] : [],
      ),
      ...leftOut(scoring, last?.selected ?? [], names),
    ],
    score: last && !Number.isNaN(last.merit) ? sign * last.merit : null,
    evaluations: scoring.evaluations,
    stopped: ending.stopped,
    ...(settled.landscape !== null && {
      landscape: (ending.best ?? []).map(({ members, merit }) => ({
        features: members.map((member) => names[member]),
        score: sign * merit,
      })),
    }),
    warnings: oneLineEach([
      ...play.source.warnings,
      ...missingWarnings(play, missing, scoring.n),
      ...(scoring.warnings?.values() ?? []),
      ...refusedWarnings(criterion.criterion, new Map([...refused, ...assignment.refused])),
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}

/** The search under way, over what its shape asks for. */
function searching(
  asker: Asker,
  { criterion: { criterion }, search: { record, options } }: ChosenSelection,
  asked: Asked,
  limits: Limits,
): { readonly scoring: Scoring; readonly walk: Walk } {
  if (record.eats === 'step') {
    const scoring = new StepCandidates(asker, asStep(criterion), asked)
    return { scoring, walk: record.run(scoring, limits, options) }
  }
  const sets = new CandidateSets(asker, criterion as SubsetCriterion, asked)
  return { scoring: sets, walk: record.run(sets, limits, options) }
}

type Parts = Readonly<Partial<Record<string, number>>>

/** What a result says of the scores that were looked at. */
interface Scoring {
  readonly evaluations: number
  /** Total weight of the rows that count; undefined where nothing was scored. */
  readonly n: number | undefined
  /** What the score of a candidate beside those selected is made of, by name. */
  partsOf(selected: readonly number[], candidate: number): Parts
  /** What the criterion warned of, by its message. */
  readonly warnings?: ReadonlyMap<string, Warning>
  /** The candidates that have no score beside those selected, and why: a selected one by its place, or in words. */
  leftOut?(selected: readonly number[]): ReadonlyMap<number, number | string>
}

/** More columns than there are cannot be selected. */
function checkSize(k: number | null, names: readonly string[], { id }: AnyCriterion): void {
  if (k === null || k <= names.length) return
  const columns = `${names.length} column${names.length === 1 ? '' : 's'}`
  throw new CribaError('invalid', `invalid k: ${k} (${id} can take ${columns}: needs 1 to ${names.length})`)
}

/** How many columns the widest table holds that a step asks for, besides the target. */
function widestTable({ criterion }: ChosenSelection, { k }: SettledSelectSpec, { features }: Play): number {
  return criterion.criterion.shape === 'subset' ? Math.min(k ?? features.length, features.length) : 2
}

interface Trail {
  readonly positions: readonly Position[]
  /** What the score of each move is made of, by name. */
  readonly parts: readonly Parts[]
  readonly ending: Ending
}

/**
 * Goes along until the end, or until it is interrupted: then the last position is the best so far. Parts are asked for at
 * once: what was known of steps long ago is forgotten.
 */
async function follow(walk: Walk, scoring: Scoring): Promise<Trail> {
  const positions: Position[] = []
  const parts: Parts[] = []
  try {
    for (;;) {
      const next = await walk.next()
      if (next.done) return { positions, parts, ending: next.value }
      const { move, selected } = next.value
      positions.push(next.value)
      parts.push(move ? scoring.partsOf(selected.slice(0, -1), move.candidate) : {})
    }
  } catch (error) {
    if (!(error instanceof CribaError) || error.code !== 'interrupted') throw error
    const best = positions.at(-1)?.best?.()
    return { positions, parts, ending: { stopped: 'interrupted', ...(best && { best }) } }
  }
}

/** Candidates that the criterion itself leaves out. */
function leftOut(scoring: Scoring, selected: readonly number[], names: readonly string[]): SetAside[] {
  const left = [...(scoring.leftOut?.(selected) ?? [])].sort(([a], [b]) => a - b)
  return left.map(([candidate, because]) => ({
    feature: names[candidate],
    because: typeof because === 'number' ? names[selected[because]] : because,
  }))
}

function setAsideOf(
  { candidate, because, pValue }: Aside,
  names: readonly string[],
  selected: number,
): SetAside {
  const nothing =
    selected === 0
      ? 'it tells nothing significant of the target'
      : 'it adds nothing significant to the chosen together'
  return { feature: names[candidate], because: because === null ? nothing : names[because], pValue }
}

function stepOf(
  { action, candidate, merit, runnerUp, gap, tie, pValue, by }: Move,
  names: readonly string[],
  sign: number,
  { relevance, redundancy, synergy }: Parts,
): SelectionStep {
  return {
    action,
    feature: names[candidate],
    score: sign * merit,
    ...(relevance !== undefined && { relevance }),
    ...(redundancy !== undefined && { redundancy }),
    ...(synergy !== undefined && { synergy }),
    ...(pValue !== undefined && { pValue }),
    ...(by === 'gamma' && { pFrom: 'gamma' as const }),
    ...(runnerUp !== null && { runnerUp: names[runnerUp], gap }),
    ...(tie && { tie: true }),
  }
}
