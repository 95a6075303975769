import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { latticeJob, latticeTasks, mergeLattice } from '../../dist/src/memory/tables/lattice-job.js'
import type { LatticeInput, LatticeSums } from '../../dist/src/memory/tables/lattice-job.js'

export function runLattice(input: LatticeInput, kernels: Kernels): LatticeSums {
  const work = latticeJob.open(kernels, input)
  return mergeLattice(input, [...latticeTasks(input)].map(work))
}

/** Numbers from 0 to 1 that repeat for a seed. */
function uniform(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16807) % 2147483647) / 2147483647
}

function columnsOf(rows: number, width: number, next: () => number): Float64Array[] {
  return Array.from({ length: width }, () => Float64Array.from({ length: rows }, next))
}

export function uniformCase(
  rows: number,
  width: number,
  seed: number,
): Pick<LatticeInput, 'rows' | 'columns' | 'target' | 'ties' | 'common'> {
  const next = uniform(seed)
  return {
    rows,
    columns: columnsOf(rows, width, next),
    target: Float64Array.from({ length: rows }, next),
    common: 0,
    ties: 'shared',
  }
}

/**
 * Rows almost equally far from the first, which is 0: in each column their squared differences from it are rounded
 * where they are first compared, in units of 2⁻²¹ of a distance, and differ by less.
 */
export function closeCase(rows: number, width: number, seed: number): ReturnType<typeof uniformCase> {
  const next = uniform(seed)
  const columns = Array.from({ length: width }, () =>
    Float64Array.from({ length: rows }, (_, row) =>
      row === 0 ? 0 : (next() < 0.5 ? -1 : 1) + next() * 1e-6,
    ),
  )
  return { ...uniformCase(rows, width, seed), columns }
}

/** More rows than a block has. */
export function longCase(k: number): LatticeInput {
  const wanted = k === 1 ? 'differences' : 'distances'
  return { ...uniformCase(8_200, 2, 11), k, wanted, sizes: [2, 2] }
}
