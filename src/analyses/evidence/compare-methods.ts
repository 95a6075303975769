import { CribaError, methodText, settleCompare, unknownName, version } from '#core'
import type { CompareSpec, Comparison, Run, SettledCompareSpec, Source, Table, Warning } from '#core'
import { checkLearner } from '../held-out/evidence-learner.ts'
import { withRowsTogether } from '../profile/inspect-rows.ts'
import { taskOverReplicas } from '../resample/replica-task.ts'
import type { SavedParts } from '../resample/saved-parts.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { underOneTarget } from '../scope/one-target.ts'
import { oneLineEach, sourceOf } from '../scope/scope.ts'
import { foldWarnings } from '../scope/weights.ts'
import type { ChoiceMemory, CompareRun } from './compare.ts'
import { evidenceOf, methodsToCompare, selectFromAll, selectInSplit, trainedOnce } from './compared-method.ts'
import type { MethodToCompare } from './compared-method.ts'
import { agreementOf, consensusOf, differencesOf, figuresOf } from './comparison-figures.ts'
import type { FoundMethod } from './comparison-figures.ts'
import { openSavedComparison } from './saved-comparison.ts'
import { withMetricOfTarget } from './target-of-evidence.ts'

/** The comparison; see `compare`. */
export function compareMethods(
  data: Table | Source,
  spec: CompareSpec,
  run: CompareRun = {},
  memory: ChoiceMemory = { once: (_, make) => make() },
): Promise<Comparison> {
  return underOneTarget(sourceOf(data, run), spec, settleCompare, run, (source, one) =>
    withRowsTogether(source, settleCompare(one), run, (together, change) =>
      compareFrom(together, settleCompare({ ...one, ...change }), run, memory),
    ),
  )
}

/** The comparison of a source. */
async function compareFrom(
  source: Source,
  settled: SettledCompareSpec,
  { progress = () => {}, on, checkpoint, ...run }: CompareRun,
  memory: ChoiceMemory,
): Promise<Comparison> {
  const start = performance.now()
  checkTruth(source, settled)
  const [{ specs }] = methodsToCompare(settled)
  for (const one of specs) await checkLearner(source, one, one.evidence, run)
  const { metric } = await withMetricOfTarget(source, specs[0], specs[0].evidence, run)
  const compared = methodsToCompare({ ...settled, metric })
  const { choices, learning, write } = await openSavedComparison(source, checkpoint, settled, run)
  const train = trainedOnce(learning, run)
  const found: FoundMethod[] = []
  let isInterrupted = false
  try {
    for (const [place, method] of compared.entries()) {
      const share = (done: number) => progress((place + done) / compared.length)
      const own = { ...run, progress: share }
      const one = await foundMethod(source, method, place, { saved: choices, memory, train, run: own })
      found.push(one)
      on?.({ kind: 'method', place, method: figuresOf(one, columnsOf(found), settled.truth) })
    }
  } catch (error) {
    if (!(error instanceof CribaError) || error.code !== 'interrupted' || found.length === 0) throw error
    isInterrupted = true
  } finally {
    await write()
  }
  const columns = columnsOf(found)
  const methods = found.map((one) => figuresOf(one, columns, settled.truth))
  const { result } = found[0].whole
  const ofWeights = await weightWarnings(source, settled)
  const warnings = oneLineEach([...warningsOf(found, settled), ...ofWeights])
  for (const warning of warnings) on?.({ kind: 'warning', warning })
  return {
    criba: version,
    command: 'compare',
    data: result.data,
    spec: { ...settled, task: result.spec.task },
    methods,
    differences: differencesOf(methods, found[0].trained.rows.splits.heldOutRatio),
    agreement: agreementOf(methods),
    consensus: consensusOf(methods, columns),
    stopped: isInterrupted ? 'interrupted' : 'done',
    warnings,
    seconds: (performance.now() - start) / 1000,
  }
}

/** The columns that can be chosen. */
function columnsOf([first]: readonly FoundMethod[]): readonly string[] {
  return first.trained.rows.scope.features.map(({ name }) => name)
}

/** A method from all rows and in the splits, with its evidence. */
async function foundMethod(
  source: Source,
  method: MethodToCompare,
  place: number,
  {
    saved,
    memory,
    train,
    run: { progress = () => {}, ...run },
  }: {
    readonly saved: SavedParts
    readonly memory: ChoiceMemory
    readonly train: ReturnType<typeof trainedOnce>
    readonly run: Run
  },
): Promise<FoundMethod> {
  const key = JSON.stringify([method.specs[0], method.tune])
  const once = <T>(part: string, make: () => Promise<T>) =>
    saved.once(`${place}${part}`, () => memory.once(`${key}${part}`, make))
  const whole = await once('', () => selectFromAll(source, method, run))
  const trained = await train(method, whole)
  const { splits } = trained.rows.splits
  const inAll = 1 / (1 + splits.length)
  const { facts } = trained.rows
  const folds = await taskOverReplicas(
    source,
    splits.map(({ train: { sample } }) => ({ sample: sample! })),
    {
      task: selectInSplit,
      given: { method, whole, facts },
      once: (fold, make) => once(`:${fold}`, make),
    },
    { ...run, progress: (share) => progress(inAll + (1 - inAll) * share) },
  )
  const evidence = await evidenceOf(method, whole, folds, trained)
  return { whole, folds, evidence, trained, option: method.tune?.option ?? null }
}

/** The warnings of all methods; one that not all have says whose it is. */
function warningsOf(found: readonly FoundMethod[], { methods }: SettledCompareSpec): readonly Warning[] {
  const each = found.map(({ whole }) => whole.result.warnings)
  const isOfAll = ({ message }: Warning) =>
    each.every((some) => some.some((other) => other.message === message))
  return each.flatMap((some, place) =>
    some.map((warning) =>
      isOfAll(warning)
        ? warning
        : { ...warning, message: `${methodText(methods[place])}: ${warning.message}` },
    ),
  )
}

/** Refuses true columns that the data lack, or that cannot be chosen. */
function checkTruth({ columns }: Source, { truth, target }: SettledCompareSpec): void {
  for (const name of truth) {
    if (name === target) throw new CribaError('invalid', `invalid truth: ${name} (it is the target)`)
    if (columns.some((column) => column.name === name)) continue
    throw unknownName(
      'column',
      name,
      columns.map((column) => column.name),
    )
  }
}

async function weightWarnings(source: Source, { weights }: SettledCompareSpec): Promise<readonly Warning[]> {
  if (weights === null) return []
  const column = source.columns.findIndex(({ name }) => name === weights)
  return foldWarnings(new RequestBatcher(source, {}), { weights: column }, 'compare')
}
