import { defineStop } from '../src/methods.ts'
import type { SelectResult } from '../src/index.ts'
import type { SearchMethod } from '../src/methods.ts'
import { selectBy } from './calls.ts'
import { checkMethod, ensure, ensureSame } from './law.ts'
import type { Law } from './law.ts'
import { columnsOf, tableOf } from './tables.ts'

type AnySearch = Pick<SearchMethod<'subset'>, 'search'>
type Given = Readonly<Record<string, unknown>>

const names = ['a', 'b', 'c', 'd', 'e', 'f']
/** More questions than any search that ends asks about six columns. */
const mostAsked = 4096
/** What each column is worth; sets are worth the sum, less than that with `c`, which repeats `a`. */
const worth = { a: 9, b: 6, c: 8, d: 4, e: 1, f: 0 } as const

/** What a set is worth; more columns never make it worse. */
function worthOf(set: readonly string[]): number {
  const sum = set.reduce((sum, name) => sum + worth[name as keyof typeof worth], 0)
  return set.includes('a') && set.includes('c') ? sum - 7 : sum
}

/**
 * What holds of every search: it ends, by itself and by k; it keeps to budgets of evaluations and cost, to
 * columns to keep, and to an interruption; a search over candidates obeys every stop; one over sets lists the
 * best that it scored.
 *
 * @example for (const { name, check } of searchContract(greedy)) it(name, check)
 */
export function searchContract(method: AnySearch): readonly Law[] {
  checkMethod(method, 'search')
  const { search } = method
  const seen: string[][] = []
  let onScore = () => {}
  const criterion = {
    id: 'worth',
    monotone: true,
    score: (set: readonly string[]) => {
      seen.push([...set].sort())
      onScore()
      return worthOf(set)
    },
  }
  const table = tableOf(columnsOf({ features: 'numeric', target: 'numbers' }, 1))
  const run = (given: Given, how: Given = {}): Promise<SelectResult> => {
    seen.length = 0
    const spec = { target: 'y', criterion, search: method, evidence: false, ...given }
    return selectBy(table, spec, how)
  }
  const common: Law[] = [
    {
      name: 'ends by itself, and says why; does the same again',
      check: async () => {
        const first = await run({})
        ensure(first.stopped.length > 0, 'no reason to end')
        ensureSame(withoutSeconds(first), withoutSeconds(await run({})), 'another run differs')
      },
    },
    {
      name: 'chooses k columns, each once',
      check: async () => {
        for (let k = 1; k <= names.length; k++) {
          const { selected } = await run({ k })
          ensure(selected.length === k, `${selected.length} columns at k = ${k}`)
          ensure(new Set(selected).size === k, `a column twice: ${selected.join()}`)
        }
      },
    },
    {
      name: 'scores the chosen set as the criterion does',
      check: async () => {
        const { selected, score } = await run({ k: 2 })
        ensure(score === worthOf(selected), `score ${score} of ${selected.join()}`)
      },
    },
    {
      name: 'keeps the columns to keep',
      check: async () => {
        const { selected } = await run({ k: 3, keep: ['f'] })
        ensure(selected.includes('f') && selected.length === 3, `chosen ${selected.join()}`)
      },
    },
    {
      name: 'moves groups as a whole',
      check: async () => {
        const { selected } = await run({ k: 2, groups: { pair: ['d', 'e'] } })
        ensure(selected.includes('d') === selected.includes('e'), `a part of a group: ${selected.join()}`)
      },
    },
    {
      name: 'keeps to a budget of cost',
      check: async () => {
        const costs = { a: 5, b: 2, c: 5, d: 2, e: 1, f: 1 }
        const { selected } = await run({ costs, budget: { cost: 6 } })
        const cost = selected.reduce((sum, name) => sum + costs[name as keyof typeof costs], 0)
        ensure(cost <= 6, `costs ${cost}`)
      },
    },
    {
      name: 'keeps to a budget of evaluations, with the best so far',
      check: async () => {
        const whole = await run({})
        const { selected, stopped, score } = await run({ budget: { evals: 8 } })
        const isSpent = stopped === 'the budget of 8 evaluations is spent'
        ensure(isSpent || stopped === whole.stopped, `stopped: ${stopped}`)
        if (selected.length > 0) ensure(score === worthOf(selected), `score ${score} of ${selected.join()}`)
      },
    },
    {
      name: 'ends when it is interrupted, with the best so far',
      check: async () => {
        const controller = new AbortController()
        const whole = await run({})
        const half = seen.length / 2
        onScore = () => {
          if (seen.length > half) controller.abort()
        }
        const { stopped } = await run({}, { signal: controller.signal }).finally(() => (onScore = () => {}))
        // A search may need no more than the scores that it has by then.
        ensure(stopped === 'interrupted' || stopped === whole.stopped, `stopped: ${stopped}`)
        ensure(seen.length <= whole.evaluations, 'it went on')
      },
    },
  ]
  return [...common, ...(search.takes === 'step' ? stepLaws(method) : setLaws(run, seen))]
}

/** What holds of a search over candidates under stops that its code does not know. */
function stepLaws(method: AnySearch): Law[] {
  const table = tableOf(columnsOf({ features: 'categorical', target: 'classes' }, 1))
  const run = (given: Given): Promise<SelectResult> => {
    const spec = { target: 'y', criterion: 'mim', search: method, evidence: false, ...given }
    return selectBy(table, spec)
  }
  return [
    {
      name: 'obeys a stop that lets nothing join',
      check: async () => {
        const stop = defineStop({
          id: 'contract-nothing',
          options: {},
          start: () => ({ decide: () => ({ joins: false, stopped: 'nothing joins' }) }),
        })
        const { selected, steps, stopped } = await run({ stop: stop() })
        ensure(selected.length === 0 && steps.length === 0, `chosen ${selected.join()}`)
        ensure(stopped === 'nothing joins', `stopped: ${stopped}`)
      },
    },
    {
      name: 'asks the stop about each column that joins, and about none twice that it set aside',
      check: async () => {
        const asked: number[] = []
        const stop = defineStop({
          id: 'contract-every-other',
          options: {},
          start: () => ({
            decide: ({ candidate }) => {
              asked.push(candidate)
              return asked.length % 2 === 0
                ? { joins: true }
                : { joins: false, setAside: { because: null, pValue: 0.5 } }
            },
          }),
        })
        const { selected, setAside } = await run({ stop: stop() })
        ensure(
          selected.length <= Math.floor(asked.length / 2),
          `${selected.length} of ${asked.length} joined`,
        )
        const aside = new Set(setAside.map(({ feature }) => feature))
        ensure(!selected.some((name) => aside.has(name)), 'a column that was set aside is chosen')
        ensure(asked.length <= mostAsked, 'asks without end')
      },
    },
    {
      name: 'lets no more join than the gain allows',
      check: async () => {
        const { selected, stopped } = await run({ stop: 'gain:1000' })
        ensure(selected.length === 0, `chosen ${selected.join()}`)
        ensure(stopped === 'no gain above 1000', `stopped: ${stopped}`)
      },
    },
    {
      name: 'chooses nothing of noise by significance',
      check: async () => {
        const { y: _, ...columns } = columnsOf({ features: 'categorical', target: 'classes' }, 1)
        const noise = tableOf({
          ...columns,
          y: columns['a'].map((_, row) => ((row * 7) % 3 > 0 ? 'yes' : 'no')),
        })
        const spec = {
          target: 'y',
          criterion: 'mim',
          search: method,
          stop: 'significance:alpha=0',
          evidence: false,
        }
        const { selected } = await selectBy(noise, spec)
        ensure(selected.length === 0, `chosen ${selected.join()}`)
      },
    },
  ]
}

/** What holds of a search over sets. */
function setLaws(run: (given: Given) => Promise<SelectResult>, seen: readonly string[][]): Law[] {
  return [
    {
      name: 'lists the best of the sets that it scored, each once',
      check: async () => {
        const { landscape = [] } = await run({ landscape: 4 })
        const scored = new Set(seen.map((set) => set.join()))
        const listed = landscape.map(({ features }) => [...features].sort().join())
        ensure(new Set(listed).size === listed.length, `a set twice: ${listed.join(' ')}`)
        for (const set of listed) ensure(scored.has(set), `never scored: ${set}`)
        const scores = landscape.map(({ score }) => score)
        ensureSame(
          scores,
          [...scores].sort((a, b) => b - a),
          'not the best first',
        )
      },
    },
  ]
}

function withoutSeconds({ seconds: _, ...result }: SelectResult): unknown {
  return result
}
