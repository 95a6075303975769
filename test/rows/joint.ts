import type { Request, Source, Variable } from 'criba'
import { levelsOf } from './cells.ts'
import type { Levels } from './cells.ts'
import type { TrueColumn, TrueTable } from './data.ts'

const bins = 16
const tolerance = 1e-9

/**
 * The differences between joint statistics of a source and of the true columns: every column with the row index, every numeric
 * column with the next one and with all others, every categorical column with the class. Any misaligned column changes them.
 */
export async function wrongJoints(source: Source, truth: TrueTable, threads?: number): Promise<string[]> {
  const places = new Map(source.columns.map(({ name }, place) => [name, place]))
  const columns = truth.columns.filter(({ kind }) => kind !== 'id')
  const numeric = columns.filter(({ type }) => type === 'numeric')
  const levels = columns.filter(({ type }) => type === 'categorical')
  const numbers = new Map(numeric.map(({ name }) => [name, { column: places.get(name)!, coding: null }]))
  const coded = new Map(
    levels.map(({ name }): [string, Variable] => [
      name,
      { column: places.get(name)!, coding: { kind: 'values' } },
    ]),
  )
  const rowOf = truth.columns.find(({ kind }) => kind === 'row')!
  const cuts = Array.from({ length: bins - 1 }, (_, i) =>
    Number(rowOf.cells[Math.floor((truth.rows * (i + 1)) / bins)]),
  )
  const row = numbers.get(rowOf.name)!
  const rowBin: Variable = { column: row.column, coding: { kind: 'cuts', cuts } }
  const target = coded.get('class')!
  const each = [...numbers.values()]
  const view = {}
  const requests = [
    { kind: 'moments', family: { base: [row], each }, of: 'values', view },
    {
      kind: 'moments',
      family: { list: each.slice(1).map((variable, i) => [each[i], variable]) },
      of: 'values',
      view,
    },
    { kind: 'moments', family: { list: [each] }, of: 'values', view },
    { kind: 'counts', family: { base: [rowBin], each: [...coded.values()] }, view },
    { kind: 'counts', family: { base: [target], each: [...coded.values()].slice(0, -1) }, view },
  ] as const satisfies readonly Request[]
  const run = threads === undefined ? {} : { threads }
  const [byRow, byNext, together, inBins, inClasses] = await source.answer(requests, run)
  const lines: string[] = []

  const compareMoments = (
    what: string,
    { n, comoment, width }: { n: Float64Array; comoment: Float64Array; width: number },
    member: number,
    set: readonly TrueColumn[],
  ) => {
    const wanted = momentsOf(set, truth.rows)
    if (n[member] !== wanted.n) lines.push(`${what}: ${n[member]} complete rows (needs ${wanted.n})`)
    const start = member * width * width
    let wrong = 0
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < width; j++) {
        const scale = Math.sqrt(wanted.comoment[i * width + i] * wanted.comoment[j * width + j])
        const difference = comoment[start + i * width + j] - wanted.comoment[i * width + j]
        if (!(Math.abs(difference) <= tolerance * scale)) wrong++
      }
    }
    if (wrong > 0) lines.push(`${what}: ${wrong} of ${width * width} co-moments are wrong`)
  }
  numeric.forEach((column, i) => {
    compareMoments(`${column.name} with the row`, byRow, i, [rowOf, column])
    if (i > 0) {
      const before = numeric[i - 1]
      compareMoments(`${column.name} with ${before.name}`, byNext, i - 1, [before, column])
    }
  })
  compareMoments('all numeric columns', together, 0, numeric)

  const classOf = levelsOf(levels.at(-1))
  const binOf = { levels: cuts.map(String).concat(''), codes: new Int32Array(truth.rows) }
  for (let at = 0, bin = 0; at < truth.rows; at++) {
    if (Number(rowOf.cells[at]) > cuts[bin]) bin++
    binOf.codes[at] = bin
  }
  levels.forEach((column, i) => {
    const wrongByRow = wrongCounts(inBins[i].cells, binOf, levelsOf(column))
    if (wrongByRow > 0) lines.push(`${column.name} with the row: ${wrongByRow} counts are wrong`)
    if (i === levels.length - 1) return
    const wrongByClass = wrongCounts(inClasses[i].cells, classOf, levelsOf(column))
    if (wrongByClass > 0) lines.push(`${column.name} with the class: ${wrongByClass} counts are wrong`)
  })
  return lines
}

/** The number of complete rows of a set, and its centred co-moments, by plain loops. */
export function momentsOf(set: readonly TrueColumn[], rows: number) {
  const width = set.length
  const values: Float64Array[] = set.map(() => new Float64Array(rows))
  let n = 0
  for (let row = 0; row < rows; row++) {
    let isComplete = true
    for (let i = 0; i < width && isComplete; i++) {
      const cell = set[i].cells[row]
      if (cell === null) isComplete = false
      else values[i][n] = cell as number
    }
    if (isComplete) n++
  }
  const comoment = new Float64Array(width * width)
  for (const column of values) {
    let mean = 0
    for (let row = 0; row < n; row++) mean += (column[row] - mean) / (row + 1)
    for (let row = 0; row < n; row++) column[row] -= mean
  }
  for (let i = 0; i < width; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0
      for (let row = 0; row < n; row++) sum += values[i][row] * values[j][row]
      comoment[i * width + j] = comoment[j * width + i] = sum
    }
  }
  return { n, comoment }
}

/** How many cells of a table of groups by levels, in row-major order, differ from the true counts. */
function wrongCounts(found: Float64Array, groups: Levels, { levels, codes }: Levels): number {
  const wanted = new Float64Array(groups.levels.length * levels.length)
  codes.forEach((code, row) => {
    if (code >= 0) wanted[groups.codes[row] * levels.length + code]++
  })
  if (found.length !== wanted.length) return Math.max(found.length, wanted.length)
  return wanted.reduce((wrong, count, i) => wrong + (count === found[i] ? 0 : 1), 0)
}
