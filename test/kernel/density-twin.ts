import type { DensityInput, KernelDensity } from '../../dist/src/memory/neighbours/density-job.js'
import type { DensityFlaw } from '../../dist/src/core/statistics/density.js'

/** A density by its definition. */
export interface DensityTwin {
  readonly log: number
  readonly logVolume: number
  readonly flaw: DensityFlaw | null
}

/** Σ log of the kernel sum at each row, for columns of whole numbers: distances and flaws are exact. */
export function densityTwin(
  { rows, columns, kernel }: DensityInput,
  unit: Pick<KernelDensity, 'columns' | 'bandwidth'>,
): DensityTwin {
  const integers = unit.columns.map((column) => [...columns[column]].map(BigInt))
  const moments = integers.map((a) => integers.map((b) => momentOf(a, b)))
  const flaw = flawOf(moments, rows, kernel)
  if (flaw) return { log: NaN, logVolume: NaN, flaw }
  const h = unit.bandwidth
  const scale = rows * (rows - 1)
  if (kernel === 'box') {
    const deviations = moments.map((row, i) => Math.sqrt(Number(row[i]) / scale))
    let log = 0
    for (let i = 0; i < rows; i++) {
      let near = 0
      for (let j = 0; j < rows; j++) {
        if (integers.every((column, c) => Math.abs(Number(column[i] - column[j])) <= (h * deviations[c]) / 2))
          near++
      }
      log += Math.log(near)
    }
    return { log, logVolume: deviations.reduce((sum, s) => sum + Math.log(s), 0), flaw }
  }
  const whole = determinant(moments)
  const cofactors = moments.map((row, i) => row.map((_, j) => cofactor(moments, i, j)))
  let log = 0
  for (let i = 0; i < rows; i++) {
    const exponents: number[] = []
    for (let j = 0; j < rows; j++) {
      if (j === i) continue
      const difference = integers.map((column) => column[i] - column[j])
      const square = total(difference.map((a, c) => a * total(difference.map((b, d) => b * cofactors[c][d]))))
      exponents.push((-scale * (Number(square) / Number(whole))) / (2 * h * h))
    }
    const largest = Math.max(...exponents)
    log += largest + Math.log(exponents.reduce((sum, exponent) => sum + Math.exp(exponent - largest), 0))
  }
  return { log, logVolume: (Math.log(Number(whole)) - integers.length * Math.log(scale)) / 2, flaw }
}

function flawOf(
  moments: readonly (readonly bigint[])[],
  rows: number,
  kernel: DensityInput['kernel'],
): DensityFlaw | null {
  if (rows <= (kernel === 'box' ? 1 : moments.length)) return 'rows'
  for (let size = 1; size <= moments.length; size++) {
    if (moments[size - 1][size - 1] === 0n) return 'constant'
    const leading = moments.slice(0, size).map((row) => row.slice(0, size))
    if (kernel === 'gaussian' && determinant(leading) === 0n) return 'dependent'
  }
  return null
}

/** n(n − 1) times the covariance. */
function momentOf(a: readonly bigint[], b: readonly bigint[]): bigint {
  return BigInt(a.length) * total(a.map((value, row) => value * b[row])) - total(a) * total(b)
}

function total(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => a + b, 0n)
}

/** By Laplace's expansion. */
function determinant(matrix: readonly (readonly bigint[])[]): bigint {
  if (matrix.length === 0) return 1n
  return total(matrix[0].map((value, place) => value * cofactor(matrix, 0, place)))
}

function cofactor(matrix: readonly (readonly bigint[])[], row: number, column: number): bigint {
  const left = matrix.filter((_, i) => i !== row).map((cells) => cells.filter((_, j) => j !== column))
  return (row + column) % 2 === 0 ? determinant(left) : -determinant(left)
}
