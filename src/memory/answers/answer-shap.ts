import { CribaError, seeded, sharedBuffer } from '#core'
import type { FitInput, FitPart, FitTask } from '../models/fit-job.ts'
import type { ExplainedRows } from '../models/model.ts'
import { shapJob } from '../models/shap-job.ts'
import type { ShapInput } from '../models/shap-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import { drawFirst } from '../trees/row-draws.ts'
import { outputsOf, rowsTogether } from '../trees/shap.ts'
import { sizeOfTree } from '../trees/tree.ts'
import type { Tree } from '../trees/tree.ts'

/** The most nodes of all trees together: about 1 GB. */
const mostNodes = 1 << 24
/** Steps a millisecond: a row at a node, for one point of integration and one output. */
const rate = 1e5
/** The most steps: about ten hours of a thread. */
const mostSteps = 4e12
/** Approximate milliseconds of a task. */
const taskCost = 50

/** A run whose progress is the first (0) or the second (1) half of that of another. */
export function halfOf(run: BatchRun, half: 0 | 1): BatchRun {
  const { progress } = run
  return { ...run, progress: progress && ((share) => progress((half + share) / 2)) }
}

/** The importances of fits whose trees, in parts, are explained together. */
export async function explainFits(
  fitted: readonly FitPart[],
  fits: FitTask,
  parts: number,
  { columns, trials, weights }: FitInput,
  explained: ExplainedRows,
  run: BatchRun,
): Promise<readonly Float64Array[]> {
  const trees = fitted.flatMap((part) => part.trees!)
  const values: Float64Array[] = []
  for (let first = 0; first < fits.length; first += parts) {
    const own = fits[first]
    const input = {
      columns: own.columns.map((column) => columns[column]),
      trees: trees.slice(first, first + parts).flat(),
      rows: trials[own.trial].train,
      weights,
    }
    values.push(await shapImportances(input, explained, run))
  }
  return values
}

/**
 * For each column the mean over rows, by their weights, of |φ|, φ its SHAP value in the mean of the trees.
 */
async function shapImportances(
  input: ShapInput,
  explained: ExplainedRows,
  run: BatchRun,
): Promise<Float64Array> {
  const { columns, trees, weights } = input
  refuseLarge(trees)
  const rows = drawnRows(input.rows, explained)
  const steps = trees.reduce((sum, tree) => sum + stepsOf(tree, columns.length), 0)
  refuseLong(steps * rows.length, rows.length)
  const each = steps / rate
  const together = rowsTogether * Math.max(1, Math.floor(taskCost / each / rowsTogether))
  const count = Math.ceil(rows.length / together)
  const tasks = Array.from({ length: count }, (_, task) => ({
    from: task * together,
    to: Math.min(rows.length, (task + 1) * together),
  }))
  const parts = await runBatch(
    {
      job: shapJob,
      input: { columns, trees: trees.map(sharedTree), rows, weights },
      tasks,
      count,
      cost: each * rows.length,
    },
    run,
  )
  const all = rows.reduce((sum, row) => sum + (weights ? weights[row] : 1), 0)
  return Float64Array.from(columns, (_, i) => {
    return parts.reduce((sum, part) => sum + part[i], 0) / all / trees.length
  })
}

function drawnRows(rows: Int32Array, { rows: wanted, seed }: ExplainedRows): Int32Array {
  if (wanted === 0 || wanted >= rows.length) return rows
  const order = rows.slice()
  drawFirst(order, wanted, seeded(`${seed}/explained`))
  return order.slice(0, wanted).sort()
}

function stepsOf(tree: Tree, columns: number): number {
  return tree.column.length * Math.ceil(sizeOfTree(tree, columns).columns / 2) * (1 + outputsOf(tree))
}

/** Refuses trees that would not fit into memory. */
function refuseLarge(trees: readonly Tree[]): void {
  const nodes = trees.reduce((sum, { column }) => sum + column.length, 0)
  if (nodes <= mostNodes) return
  throw new CribaError(
    'too-large',
    `too many nodes for SHAP values: ${nodes} in ${trees.length} trees (at most ${mostNodes}: raise leaf, or lower depth or trees)`,
  )
}

/** Refuses what nobody would wait for. */
function refuseLong(steps: number, rows: number): void {
  if (steps <= mostSteps) return
  const hours = Math.round(steps / rate / 3_600_000)
  throw new CribaError(
    'too-large',
    `too much work for SHAP values: ${rows} rows in these trees take about ${hours} hours of a thread (give rows=1000, raise leaf, or lower depth or trees)`,
  )
}

/** A tree that threads read without a copy. */
function sharedTree(tree: Tree): Tree {
  const copied = Object.entries(tree).map(([name, list]: [string, number | Float64Array]) => {
    if (typeof list === 'number') return [name, list]
    const copy = new (list.constructor as Float64ArrayConstructor)(
      sharedBuffer(list.byteLength),
      0,
      list.length,
    )
    copy.set(list)
    return [name, copy]
  })
  return Object.fromEntries(copied) as Tree
}
