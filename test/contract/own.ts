// Methods of one's own, as users would write them.
import { defineDiscretiser, defineSearch, defineStop, pathWith } from 'criba/methods'

/** A search of ten lines: it knows of no stop, no k, no budget and nothing set aside. */
export const greedy = defineSearch({
  takes: 'step',
  id: 'greedy',
  title: 'Greedy',
  options: {},
  how: 'adds the best candidate',
  reference: 'by definition',
  async *run(candidates, { start }) {
    for (let path = start; ;) {
      const next = pathWith(path, await candidates.evaluate(path.selected))
      if (!next) return
      path = (yield { add: [next] }) ?? path
    }
  },
})

/** Cuts at the mean. */
export const halves = defineDiscretiser({
  id: 'halves',
  bins: 'own',
  needs: (columns, { view }) => [
    { kind: 'moments', family: { list: columns.map((column) => [column]) }, of: 'values', view },
  ],
  cuts: ([{ mean }]) => Array.from(mean, (one) => [one]),
})

export const atMost = defineStop({
  id: 'at-most',
  options: { columns: { type: 'whole', min: 1, default: 2, help: 'how many columns join' } },
  start: ({ columns }) => {
    let joined = 0
    return { decide: () => (joined++ < columns ? { joins: true } : { joins: false, stopped: 'enough' }) }
  },
})
