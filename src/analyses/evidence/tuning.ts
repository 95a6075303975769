import { applicableOptions, CribaError } from '#core'
import type {
  MethodSpec,
  Run,
  SelectResult,
  SettledEvidence,
  SettledSelectSpec,
  Source,
  TunedOption,
} from '#core'
import { learnerOf } from '../held-out/evidence-learner.ts'
import { selectWhole, withoutColumnsSetApart } from '../held-out/inner-selection.ts'
import { innerSpecOf, outerOf, selectAny } from '../outer/select-any.ts'
import { chooseSelection } from '../selection/chosen-selection.ts'
import { findEvidence } from './evidence.ts'

/** A selection with the value of an option that the rows it was made of chose. */
interface TunedSelection {
  readonly result: SelectResult
  readonly value: string | number
}

type Spec = SettledSelectSpec & { readonly evidence: SettledEvidence }

/** How rows are held out to choose a value: in folds, once. */
const defaultFolds = 5

/**
 * Selects with the value of an option whose selections predict best rows held out of those given; of equally
 * good values the first. The size `k` is chosen along one path where the selection is one: its first columns
 * are what a smaller k selects.
 */
export async function selectTuned(
  source: Source,
  spec: Spec,
  { option, values }: TunedOption,
  run: Run,
): Promise<TunedSelection> {
  const { progress = () => {}, ...silent } = run
  const isSize = option === 'k' && !hasOption(spec, option)
  if (isSize) {
    const found = await alongPath(source, spec, sizesIn(values), silent)
    if (found) return found
  }
  let best: (TunedSelection & { readonly merit: number }) | null = null
  for (const [place, value] of values.entries()) {
    const tried = isSize ? { ...spec, k: Number(value) } : withOption(spec, option, value)
    const { result, evidence, better } = await tryValue(source, tried, silent)
    const merit = better === 'higher' ? evidence.selected.mean : -evidence.selected.mean
    if (best === null || merit > best.merit) best = { result, value, merit }
    progress((place + 1) / values.length)
  }
  return best!
}

async function alongPath(
  source: Source,
  spec: Spec,
  sizes: readonly number[],
  run: Run,
): Promise<TunedSelection | null> {
  const most = sizes.reduce((a, b) => Math.max(a, b))
  const { result, evidence, better } = await tryValue(source, { ...spec, k: most }, run)
  if (!evidence.sizes) return null
  const start = result.selected.length - result.steps.length
  const small = sizes.find((size) => size <= start)
  if (small !== undefined) {
    throw new CribaError(
      'invalid',
      `invalid tune: k=${small} (${start} to keep leave none to choose: needs more)`,
    )
  }
  const scores = new Map(evidence.sizes.scores.map(({ columns, mean }) => [columns, mean]))
  const last = evidence.sizes.scores.at(-1)!.mean
  const merits = sizes.map((size) => (better === 'higher' ? 1 : -1) * (scores.get(size) ?? last))
  const size = sizes[merits.indexOf(merits.reduce((a, b) => Math.max(a, b)))]
  return { result: firstColumns(result, size, start), value: size }
}

/** The first columns of a path. */
function firstColumns(result: SelectResult, size: number, start: number): SelectResult {
  const steps = result.steps.slice(0, Math.max(0, size - start))
  return {
    ...result,
    selected: result.selected.slice(0, size),
    steps,
    score: steps.at(-1)?.score ?? result.score,
  }
}

async function tryValue(source: Source, spec: Spec, run: Run) {
  const result = await selectWhole(source, { ...spec, evidence: false }, run, selectAny)
  const { folds } = spec.evidence
  const evidenceSpec = { ...spec.evidence, folds: folds ?? defaultFolds, repeats: 1, holdout: null } as const
  const { learner, metric } = learnerOf(evidenceSpec, result.spec.task)!
  const settled = withoutColumnsSetApart(spec, result)
  const task = { source, settled, evidenceSpec, learner, metric, result, isCut: false }
  return { result, evidence: await findEvidence(task, run, undefined), better: metric.better }
}

/** Sizes of a selection: whole numbers above 0. */
function sizesIn(values: TunedOption['values']): readonly number[] {
  const wrong = values.find((value) => !(Number.isInteger(Number(value)) && Number(value) >= 1))
  if (wrong === undefined) return values.map(Number)
  throw new CribaError('invalid', `invalid tune: k=${wrong} (needs whole numbers above 0)`)
}

/**
 * Whether the criterion of a method, or its search, has an option of this name that applies under its others.
 */
function hasOption(spec: Spec, option: string): boolean {
  const { scorer, search } = chooseSelection(innerSpecOf(spec))
  if (Object.hasOwn(outerOf(spec)?.record.options ?? {}, option)) return true
  const applying = [
    applicableOptions(scorer.criterion.options, scorer.options),
    applicableOptions(search.record.options, search.options),
  ]
  return applying.some((options) => Object.hasOwn(options, option))
}

/** The spec with another value of an option of its method. */
function withOption(spec: Spec, option: string, value: string | number): Spec {
  const { method, options } = spec.method as MethodSpec
  return { ...spec, method: { method, options: { ...options, [option]: value } } }
}
