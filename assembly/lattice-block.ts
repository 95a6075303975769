import { Lattice } from './lattice'
import { searchRow } from './lattice-groups'
import { layOutSearch } from './lattice-search'
import { finishSums, startSums } from './lattice-sums'

/**
 * Adds the block of rows `first` to `last` − 1 to the sums of a task. At least three columns are not fixed,
 * and there are more rows than neighbours.
 */
export function sumLattice(address: usize, first: u32, last: u32): void {
  const lattice = changetype<Lattice>(address)
  layOutSearch(lattice.workspace, lattice.rows, lattice.width, lattice.fixed, lattice.k)
  startSums(lattice)
  for (let row = first; row < last; row++) searchRow(lattice, row)
  finishSums(lattice)
}
