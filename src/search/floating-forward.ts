import { floating, floatingOptions } from './floating.ts'
import { defineSubsetSearch } from './search.ts'

/**
 * After each column that joins, columns leave while the smaller set beats the best known of its size (SFFS): what was
 * chosen early can be undone. `improved` also tries every exchange of a column for another. It ends at k columns;
 * without k it goes through all sizes and takes the best set. Up to three columns (two, if `improved`) it is never worse than
 * `forward`; beyond that it seldom is. Pudil, Novovičová and Kittler (1994); `improved`: Nakariyakul and Casasent (2009).
 */
export const floatingForward = defineSubsetSearch({
  id: 'floating-forward',
  title: 'Sequential forward floating selection',
  options: floatingOptions,
  how: 'the best column joins, then columns leave while that beats the best known of the size',
  reference: 'Pudil, Novovičová & Kittler 1994',
  starts: 'growing',
  run: (problem, limits, { improved }) => floating('add', problem, limits, improved),
})
