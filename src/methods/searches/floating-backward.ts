import { floating, floatingOptions } from './floating.ts'
import { defineSearch } from './search.ts'

/**
 * Begins with every column; after each removal, columns are added while the larger set beats the best set
 * found of its size (SBFS). `improved` also tries every exchange of one column for another. It ends at k
 * columns; without k it goes through all sizes and takes the best set. Pudil, Novovičová and Kittler (1994);
 * `improved`: Nakariyakul and Casasent (2009).
 */
export const floatingBackward = defineSearch({
  takes: 'subset',
  id: 'floating-backward',
  title: 'Sequential backward floating selection',
  options: floatingOptions,
  how: 'removes the column with the smallest loss, then adds columns while that beats the best set of the size',
  reference: 'Pudil, Novovičová & Kittler 1994',
  starts: 'shrinking',
  run: (visited, limits, { improved }) => floating('remove', visited, limits, improved),
})
