import { columnSetAside, CribaError, isOuterMethod } from '#core'
import type { OptionsOf, Run, SettledSelectSpec, Warning } from '#core'
import {
  chooseInPart,
  columnsAfterKept,
  countedUnits,
  mostBesideKept,
  prepareRepeated,
  specOfPart,
  withoutColumnsSetApart,
} from '../held-out/inner-selection.ts'
import { taskOverReplicas } from '../resample/replica-task.ts'
import { randomParts } from '../resample/replicas.ts'
import { chooseSelection } from '../selection/chosen-selection.ts'
import { concordance, ranksOfChosen } from './concordance.ts'
import type { consensusOptions } from './consensus.ts'
import type { OuterChoice, OuterProblem } from './outer-method.ts'

/** The share of the rows in a sample: that of the distinct rows of a bootstrap sample. */
const share = 0.632

/** What `consensus` chooses. */
export async function chooseByConsensus(
  { source, inner, isNamed, k, options, given, once }: OuterProblem<OptionsOf<typeof consensusOptions>>,
  run: Run,
): Promise<OuterChoice> {
  const { methods, samples } = options
  const { progress = () => {}, ...silent } = run
  const isListed = !isNamed || given.has('methods')
  const list = isNamed && isListed ? withoutFirst(inner, methods) : inner
  const specs = isListed ? specsOf({ ...list, k }, methods) : [{ ...inner, k }]
  if (specs.length * Math.max(1, samples) < 2) {
    throw new CribaError(
      'missing',
      'missing methods of consensus (one method needs samples: consensus:samples=20; or list several: methods=jmi+mrmr)',
    )
  }
  const { whole, facts, view } = await prepareRepeated(source, specs[0], silent)
  const inPart = specs.map((spec) => specOfPart(withoutColumnsSetApart(spec, whole), whole))
  const drawn = { share: 1 - share, count: samples }
  const splits = samples === 0 ? [] : randomParts(source, inPart[0], facts, view, drawn)
  const parts = samples === 0 ? [null] : splits.map(({ train }) => train.sample!)
  const chosen = await taskOverReplicas(
    source,
    parts.flatMap((sample) => inPart.map(() => ({ sample }))),
    {
      task: chooseInPart,
      given: { specs: inPart, facts },
      once: (place, make) => once(`choice ${place}`, make),
    },
    { ...silent, progress },
  )
  const apart = new Set(whole.columns.filter(({ setApart }) => setApart).map(({ name }) => name))
  const names = whole.columns.map(({ name }) => name).filter((name) => !apart.has(name))
  const units = countedUnits(names, inPart[0], new Set(names))
  const most = mostBesideKept(k, units)
  const found = chosen.map((some) => units.unitsOf(some))
  const { w, meanRanks } = concordance(found.map((some) => ranksOfChosen(some, units.names)))
  const times = new Map<string, number>()
  for (const unit of found.flat()) times.set(unit, (times.get(unit) ?? 0) + 1)
  const ranked = units.names
    .map((feature, i) => ({ feature, rank: meanRanks[i], times: times.get(feature) ?? 0 }))
    .filter((one) => one.times > 0)
    .sort((a, b) => a.rank - b.rank)
  const kept = k === null ? ranked.filter((one) => one.times > chosen.length / 2) : ranked.slice(0, most)
  const others = ranked.filter((one) => !kept.includes(one))
  return {
    whole,
    options: { ...(isListed && { methods }), samples },
    applied: { ...(isListed && { methods }), samples },
    selected: columnsAfterKept(
      units,
      kept.map(({ feature }) => feature),
      [whole.selected, ...chosen],
    ),
    steps: kept.map(({ feature, rank }) => ({ action: 'add', feature, score: rank })),
    setAside: others.map(({ feature, times }) =>
      columnSetAside(feature, `chosen by ${times} of ${chosen.length} selections`),
    ),
    score: kept.at(-1)?.rank ?? null,
    evaluations: chosen.length,
    stopped: k === null ? `more than half of ${chosen.length} selections` : `k = ${k}`,
    warnings: agreementWarnings(w, found),
  }
}

/** How far the selections agree; where all ranks are tied, only that nothing was chosen is worth a word. */
function agreementWarnings(w: number | null, found: readonly (readonly string[])[]): readonly Warning[] {
  const count = `${found.length} selections`
  if (w !== null)
    return [{ code: 'agreement', message: `consensus: ${count} agree by Kendall's W ${w.toFixed(2)}` }]
  if (found.some((units) => units.length > 0)) return []
  return [{ code: 'agreement', message: `consensus: none of ${count} chose a column` }]
}

/**
 * The spec without criterion and search where these are what the first method has, as in the spec of a
 * result; others contradict the list.
 */
function withoutFirst(inner: SettledSelectSpec, methods: string): SettledSelectSpec {
  const first = { ...inner, criterion: null, search: null, method: methods.split('+')[0] }
  const [named, listed] = [inner, first].map((spec) => {
    const { scorer, search } = chooseSelection(spec)
    return { id: scorer.criterion.id, parts: [scorer.options, search.record.id, search.options] }
  })
  if (named.id === listed.id && JSON.stringify(named.parts) === JSON.stringify(listed.parts))
    return { ...inner, criterion: null, search: null }
  throw new CribaError(
    'invalid',
    `invalid criterion: ${named.id} (consensus lists methods: leave out one of the two)`,
  )
}

/** The spec of each method. */
function specsOf(inner: SettledSelectSpec, methods: string): readonly SettledSelectSpec[] {
  if (inner.search !== null) {
    throw new CribaError('invalid', 'invalid search: consensus lists methods (leave out one of the two)')
  }
  const names = methods.split('+')
  const wrong = names.find((name, place) => names.indexOf(name) < place || isOuterMethod(name))
  if (wrong !== undefined) {
    const why = isOuterMethod(wrong) ? 'it resamples itself' : 'it is given twice'
    throw new CribaError('invalid', `invalid methods of consensus: ${wrong} (${why})`)
  }
  return names.map((method) => ({ ...inner, criterion: null, method }))
}
