import type { Table } from '../columns/table.ts'
import { unitsOf } from '../criteria/criterion.ts'
import type { Aside, Move } from '../search/problem.ts'
import type { Run, Source } from '../sources/source.ts'
import type { Shape } from '../spec/method-text.ts'
import { tellingOptions } from '../spec/options.ts'
import { settleSelect } from '../spec/select-spec.ts'
import type { SelectSpec } from '../spec/select-spec.ts'
import { version } from '../spec/version.ts'
import type { SelectionStep, SelectResult, SetAside } from '../trace/selection.ts'
import { Allowance } from './allowance.ts'
import { Asker } from './ask.ts'
import { chancesOf } from './chances.ts'
import { chooseSelection } from './chosen-selection.ts'
import { copyWarnings } from './copy-warnings.ts'
import { guardWarnings, suspectsAmong } from './guards.ts'
import { columnsOf, itemsOf, itemsWith } from './items.ts'
import type { Items } from './items.ts'
import { dataFacts, missingWarnings, oneLineEach, sourceOf } from './play.ts'
import { prefilter } from './prefilter.ts'
import { prepareSelection } from './prepared-selection.ts'
import { checkStartSize, sizeToFind, startOf } from './start-of-search.ts'
import { policyOf } from './taken-columns.ts'
import { follow, setGoing } from './walk.ts'
import type { Parts } from './walk.ts'

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
  const settled = settleSelect(spec)
  const chosen = chooseSelection(settled)
  const { criterion, search } = chosen
  const source = sourceOf(data)
  const { progress = () => {}, ...quiet } = run
  const allowance = new Allowance(settled.budget ?? {}, run.signal)
  // What is done is a share of the search, not of each answer.
  const asker = new Asker(source, { ...quiet, ...(allowance.signal && { signal: allowance.signal }) })
  const filtered = await prefilter(source, settled, quiet)
  const prepared = await prepareSelection(asker, settled, chosen, filtered.out)
  const { all, play, facts, codings, names, asked } = prepared
  const known = new Set(all.features.map(({ name }) => name))
  const items = itemsOf(names, settled, known)
  const k = sizeToFind(settled.k, items, criterion.criterion)
  const begin = await startOf(
    { ...settled, drop: [...settled.drop, ...filtered.out] },
    (columns) => itemsWith(columns, items, names, known),
    (method) => select(source, method, quiet),
  )
  checkStartSize(begin, k, search.record)
  const chances = chancesOf(asker, criterion.criterion, asked, names, play, settled.seed)
  const underWay = setGoing(asker, chosen, asked, items, chances, allowance, {
    k,
    halt: chosen.halt,
    cut: chosen.cut,
    start: begin,
    keep: settled.landscape === 'all' ? Infinity : (settled.landscape ?? 1),
    seed: settled.seed,
    progress,
  })
  const { positions, parts, ending } = await follow(underWay, items, allowance)
  const sign = criterion.criterion.better === 'higher' ? 1 : -1
  const steps = positions.flatMap(({ move }, i) => (move ? [stepOf(move, items.names, sign, parts[i])] : []))
  const last = positions.at(-1)
  const columnsWith = (chosenItems: readonly number[]) => columnsOf(items, chosenItems)
  const namesOf = (chosenItems: readonly number[]) => columnsWith(chosenItems).map((column) => names[column])
  const selected = namesOf(last?.selected ?? [])
  // Time may be out for the search, yet not for a look at what it chose.
  const looking = new Asker(source, quiet)
  const set = columnsWith(last?.selected ?? []).map((column) => asked.features[column])
  const scored = {
    criterion: criterion.criterion,
    options: criterion.options,
    set,
    target: asked.question.target,
  }
  const guards =
    ending.stopped === 'interrupted'
      ? []
      : [
          ...(await guardWarnings(looking, play, facts, codings, suspectsAmong(play, selected, steps))),
          ...(await copyWarnings(looking, [scored], selected, play.view)),
        ]
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
      cut: chosen.cut?.text ?? null,
    },
    coding: codings.shown,
    method: chosen.method,
    options: tellingOptions(criterion.criterion.options, criterion.options),
    better: criterion.criterion.better,
    units: priced(unitsOf(criterion.criterion, criterion.options), criterion.criterion.better, items.prices),
    selected,
    steps,
    setAside: positions.flatMap(({ aside }) => (aside ? [setAsideOf(aside, items.names, names)] : [])),
    score: last && !Number.isNaN(last.merit) ? sign * last.merit : null,
    ...(filtered.said && { prefilter: filtered.said }),
    evaluations: underWay.scoring.evaluations,
    // A search does not count what is kept.
    stopped: ending.stopped === `k = ${k}` ? `k = ${settled.k}` : ending.stopped,
    ...(settled.landscape !== null && {
      landscape: (ending.best ?? []).map(({ members, merit }) => ({
        features: namesOf(members),
        score: sign * merit,
      })),
    }),
    warnings: oneLineEach([
      ...play.source.warnings,
      ...missingWarnings(play, policyOf(settled), underWay.scoring.n),
      ...prepared.warnings,
      ...guards,
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}

/** What scores are measured in where a price divides them. */
function priced(units: string, better: 'higher' | 'lower', prices: Items['prices']): string {
  if (prices?.most !== Infinity) return units
  return better === 'higher' ? `${units} / price` : `${units} × price`
}

function setAsideOf(
  { candidate, because, pValue }: Aside,
  items: readonly string[],
  columns: readonly string[],
): SetAside {
  const reason = because === null ? 'it tells nothing significant of the target' : columns[because]
  return { feature: items[candidate], because: reason, pValue }
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
