import { foldWarnings } from '../analyses/scope/fold-warnings.ts'
import { RequestBatcher } from '../analyses/scope/request-batcher.ts'
import { oneLineEach, sourceOf } from '../analyses/scope/scope.ts'
import type { Checkpoint } from '../analyses/selection/checkpoint.ts'
import type { Table } from '../columns/table.ts'
import type { Run, Source } from '../sources/source.ts'
import { settleCompare } from '../spec/compare-spec.ts'
import type { CompareSpec, SettledCompareSpec } from '../spec/compare-spec.ts'
import { CribaError, unknownName } from '../spec/error.ts'
import { version } from '../spec/version.ts'
import type { Comparison } from '../trace/comparison.ts'
import type { Warning } from '../trace/warning.ts'
import { agreementOf, consensusOf, differencesOf, figuresOf } from './comparison-figures.ts'
import { ComparisonCheckpoint } from './comparison-checkpoint.ts'
import { contendersOf, evidenceOf, selectFromAll, selectFromPart, trainForContenders } from './contender.ts'
import type { Contender, FoldChoice, TrainedSplits, WholeChoice } from './contender.ts'
import { checkLearner } from './evidence-learner.ts'
import { overReplicas } from './replicas.ts'

/** How a comparison reports progress, is stopped, and is resumed. */
export interface CompareRun extends Run {
  /** What is done is saved there; a comparison of the same data and spec goes on with it. */
  readonly checkpoint?: Checkpoint
}

/**
 * Compares methods of `select` on the same splits of the rows. Each method selects from all rows, and again without each held-out
 * part, with all that looks at rows inside: cuts, levels, prefilters, and the choice of an option (`tune`). One or several
 * learners predict the held-out rows from what was chosen, size by size. The result has this evidence (of one method the same as
 * that of `select`), paired tests between methods, how stable each choice is, how far the methods agree, and the ranking that
 * they make together. An interrupted comparison has the methods that are whole.
 *
 * @example const { methods } = await compare(wine, { target: 'quality', methods: ['jmi', 'mrmr'], k: 5 })
 * @throws CribaError naming the method, the column and the remedy
 */
export async function compare(
  data: Table | Source,
  spec: CompareSpec,
  { progress = () => {}, checkpoint, ...run }: CompareRun = {},
): Promise<Comparison> {
  const start = performance.now()
  const settled = settleCompare(spec)
  const source = sourceOf(data)
  checkTruth(source, settled)
  const contenders = contendersOf(settled)
  for (const one of contenders[0].specs) await checkLearner(source, one, one.evidence, run)
  const saved = await ComparisonCheckpoint.open(checkpoint, source, settled, run)
  try {
    const { folds, repeats } = contenders[0].specs[0].evidence
    const inAll = 1 / (1 + (folds ?? 1) * repeats)
    const wholes: WholeChoice[] = []
    for (const [place, contender] of contenders.entries()) {
      wholes.push(await saved.once(`${place}`, () => selectFromAll(source, contender, run)))
      progress((inAll * (place + 1)) / contenders.length)
    }
    const trained = await interruptible(run, (own) => trainForContenders(source, contenders, wholes, own))
    const rest = { ...run, progress: (share: number) => progress(inAll + (1 - inAll) * share) }
    const choices = await choicesOf(source, { contenders, wholes, trained }, saved, rest)
    const done = contenders.filter((_, place) => choices[place].length === countSplits(trained[place]))
    if (done.length === 0) throw new CribaError('interrupted', 'interrupted')
    const columns = trained[0].rows.scope.features.map(({ name }) => name)
    const methods = []
    for (const [place, contender] of done.entries()) {
      const [whole, folds] = [wholes[place], choices[place]]
      const evidence = await evidenceOf(contender, whole, folds, trained[place])
      const found = { whole, folds, evidence, option: contender.tune?.option ?? null }
      methods.push(figuresOf(found, columns, settled.truth))
    }
    const [{ result }] = wholes
    return {
      criba: version,
      command: 'compare',
      data: result.data,
      spec: { ...settled, task: result.spec.task },
      methods,
      differences: differencesOf(methods, trained[0].rows.splits.heldOutRatio),
      agreement: agreementOf(methods),
      consensus: consensusOf(methods, columns),
      stopped: done.length === contenders.length ? 'done' : 'interrupted',
      warnings: oneLineEach([
        ...wholes.flatMap(({ result: { warnings } }) => warnings),
        ...(await weightWarnings(source, settled)),
      ]),
      seconds: (performance.now() - start) / 1000,
    }
  } finally {
    await saved.write()
  }
}

/** Does some work that an interruption stops; what it leaves to be called later is not stopped, so that what is done is judged. */
async function interruptible<T>(run: Run, work: (run: Run) => Promise<T>): Promise<T> {
  const { signal } = run
  const own = new AbortController()
  const stop = () => own.abort()
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  try {
    return await work({ ...run, signal: own.signal })
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** What each method chose from the training rows of each split, as far as the comparison came. */
async function choicesOf(
  source: Source,
  {
    contenders,
    wholes,
    trained,
  }: {
    readonly contenders: readonly Contender[]
    readonly wholes: readonly WholeChoice[]
    readonly trained: readonly TrainedSplits[]
  },
  saved: ComparisonCheckpoint,
  run: Run,
): Promise<readonly (readonly FoldChoice[])[]> {
  const choices: FoldChoice[][] = contenders.map(() => [])
  const parts = contenders.flatMap((_, place) =>
    trained[place].rows.splits.splits.map(({ train }, fold) => ({ place, fold, sample: train.sample! })),
  )
  try {
    await overReplicas(
      source,
      parts,
      (part, at, ownRun) => {
        const { place, fold } = parts[at]
        return saved.once(`${place}:${fold}`, () =>
          selectFromPart(part, contenders[place], wholes[place], trained[place], ownRun),
        )
      },
      run,
      (choice, at) => choices[parts[at].place].push(choice),
    )
  } catch (error) {
    if (!(error instanceof CribaError) || error.code !== 'interrupted') throw error
  }
  return choices
}

function countSplits({ rows }: TrainedSplits): number {
  return rows.splits.splits.length
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
