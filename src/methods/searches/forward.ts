import { withBestPair } from './lookahead.ts'
import { pathWith } from './path.ts'
import { defineSearch } from './search.ts'

/**
 * Begins with no columns, or with the given ones, and adds the best candidate in each step, until there are
 * k, the stop ends the search, or no candidate is left. Candidates that the stop sets aside are excluded from
 * then on. With `lookahead: 2` pairs are evaluated too: two columns join together where they score more than
 * the best single column with the best one to follow it. Whitney (1971).
 */
export const forward = defineSearch({
  takes: 'step',
  id: 'forward',
  title: 'Forward selection',
  options: {
    lookahead: {
      type: 'whole',
      min: 1,
      max: 2,
      default: 1,
      help: '2: also evaluates pairs that join together, for scores that are merits of sets',
    },
  },
  how: 'adds the best candidate in each step',
  reference: 'Whitney 1971',
  starts: 'growing',
  comparesSizes: ({ lookahead }) => lookahead > 1,
  async *run(problem, { start, most }, { lookahead }) {
    for (let path = start; ;) {
      const evaluation = await problem.evaluate(path.selected)
      const single = pathWith(path, evaluation)
      if (!single) return
      const pairFits = lookahead > 1 && most - path.selected.length > 1
      const proposals = pairFits ? await withBestPair(problem, evaluation, single) : [single]
      path = (yield { add: proposals }) ?? path
    }
  },
})
