import { Lattice } from './lattice'
import { searchRow } from './lattice-groups'
import { layOut } from './lattice-search'
import { finishSums, startSums } from './lattice-sums'

/**
 * Adds a block of rows, `first` to before `last`, to the sums of a task. At least three columns are not fixed, and there
 * are more rows than neighbours.
 */
export function sumLattice(address: usize, first: u32, last: u32): void {
  const lattice = changetype<Lattice>(address)
  layOut(lattice.room, lattice.rows, lattice.width, lattice.fixed, lattice.k)
  startSums(lattice)
  for (let row = first; row < last; row++) searchRow(lattice, row)
  finishSums(lattice)
}
