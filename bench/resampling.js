import { join } from 'node:path'
import { rank, select, tableFromColumns } from 'criba'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { columnOf, formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { formatSeconds } from './timing.js'

const threads = 2
/** How many columns the target depends on. */
const useful = 5

/** Boruta beside its loop over ranger, and stability selection of the lasso beside a single path. */
export async function benchResampling() {
  return [await boruta(500, 50, 40, 500), await stability(1000, 500)]
}

/**
 * @param {number} rows
 * @param {number} width
 * @param {number} runs
 * @param {number} trees
 */
async function boruta(rows, width, runs, trees) {
  const { columns, sums } = dataOf(rows, width)
  const middle = sums.toSorted()[rows / 2]
  const target = sums.map((sum) => (sum >= middle ? 1 : 0))
  const table = tableFromColumns({
    ...namedColumns(columns),
    y: Array.from(target, (value) => (value === 1 ? 'high' : 'low')),
  })
  const theirs = await inFolder((folder) => {
    const file = join(folder, 'data.f64')
    writeColumns(file, [...columns, target])
    return runPeer('boruta.R', [rows, width, runs, trees, threads, file])
  })
  const criterion = /** @type {const} */ (`forest-importance:kind=permutation,trees=${trees}`)
  const { result, ...times } = await timeOf(() =>
    select(table, { target: 'y', method: `boruta:runs=${runs}`, criterion }, { threads }),
  )
  const found = result.selected.map((name) => Number(name.slice(1)))
  if (
    theirs &&
    [found, theirs.result].some(
      (some) => some.filter((/** @type {number} */ place) => place < useful).length < useful - 1,
    )
  ) {
    throw new Error(`boruta: ${found.join()}, theirs ${theirs.result.join()}`)
  }
  return formatComparison(`boruta, ${runs} runs of ${trees} trees, ${rows} × ${width}`, times, 'peer', theirs)
}

/**
 * @param {number} rows
 * @param {number} width
 */
async function stability(rows, width) {
  const { columns, sums } = dataOf(rows, width)
  const table = tableFromColumns({ ...namedColumns(columns), y: sums })
  const path = await timeOf(() => rank(table, { target: 'y', by: ['lasso:choose=bic'] }, { threads }))
  const { result, ...times } = await timeOf(() =>
    select(table, { target: 'y', method: 'stability-selection' }, { threads }),
  )
  if (!result.selected.every((name) => Number(name.slice(1)) < useful))
    throw new Error(result.selected.join())
  const line = formatComparison(`stability selection, 100 halves, ${rows} × ${width}`, times, 'peer', null)
  return {
    ...line,
    peer: `${formatSeconds(path.median)} (one path)`,
    ratio: `× ${(times.median / path.median).toPrecision(3)}`,
  }
}

/**
 * @param {number} rows
 * @param {number} width
 */
function dataOf(rows, width) {
  const random = xoroshiro128plus(7)
  const columns = Array.from({ length: width }, () => columnOf(rows, () => uniformFloat64(random)))
  const sums = columnOf(rows, (row) => {
    let sum = uniformFloat64(random)
    for (let i = 0; i < useful; i++) sum += columns[i][row]
    return sum
  })
  return { columns, sums }
}

/** @param {readonly Float64Array[]} columns */
function namedColumns(columns) {
  return Object.fromEntries(columns.map((values, i) => [`x${i}`, values]))
}

/**
 * Once cold, then the median of three: a call takes seconds.
 * @template T
 * @param {() => Promise<T>} call
 */
async function timeOf(call) {
  const once = async () => {
    const start = performance.now()
    const result = await call()
    return { result, seconds: (performance.now() - start) / 1000 }
  }
  const { result, seconds: cold } = await once()
  const warm = []
  for (let run = 0; run < 3; run++) warm.push((await once()).seconds)
  return { result, cold, median: warm.sort((a, b) => a - b)[1] }
}
