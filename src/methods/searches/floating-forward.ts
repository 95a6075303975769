import { floating, floatingOptions } from './floating.ts'
import { defineSearch } from './search.ts'

/**
 * After each addition, columns are removed while the smaller set beats the best set found of its size (SFFS),
 * so that early choices can be undone. `improved` also tries every exchange of one column for another. It
 * ends at k columns; without k it goes through all sizes and takes the best set. Up to three columns (two, if
 * `improved`) it is never worse than `forward`; beyond that it seldom is. Pudil, Novovičová and Kittler
 * (1994); `improved`: Nakariyakul and Casasent (2009).
 */
export const floatingForward = defineSearch({
  takes: 'subset',
  id: 'floating-forward',
  title: 'Sequential forward floating selection',
  options: floatingOptions,
  how: 'adds the best column, then removes columns while that beats the best set of the size',
  reference: 'Pudil, Novovičová & Kittler 1994',
  starts: 'growing',
  run: (visited, limits, { improved }) => floating('add', visited, limits, improved),
})
