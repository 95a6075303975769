import { CribaError, MemorySource } from '../src/index.ts'
import type { Source, Table } from '../src/index.ts'
import { rankBy, selectBy } from './calls.ts'
import { ensure, ensureSame, isNear } from './law.ts'
import type { Law } from './law.ts'
import { columnsOf, tableOf, withGaps } from './tables.ts'
import type { Kind } from './tables.ts'

const kinds: readonly Kind[] = [
  { features: 'numeric', target: 'classes' },
  { features: 'categorical', target: 'classes' },
  { features: 'numeric', target: 'numbers' },
]

/**
 * What holds of every source: counts and what follows from them are those of memory to the last bit, moments
 * up to rounding. `open` makes a source of a table's rows.
 *
 * An engine with `rowMemory` is loaded here; leave that out, and its queries are held to the laws.
 *
 * @example for (const { name, check } of engineContract(async (table) => defineEngine(engine, await store(table)))) it(name, check)
 */
export function engineContract(open: (table: Table) => Promise<Source & { close?(): void }>): readonly Law[] {
  if (typeof open !== 'function')
    throw new CribaError('invalid', 'invalid engine: no function (needs one that opens a table)')
  const both = async (
    kind: Kind,
    gaps: boolean,
    compare: (source: Source, memory: Source) => Promise<void>,
  ) => {
    const columns = columnsOf(kind, 1)
    const table = tableOf(gaps ? withGaps(columns) : columns)
    const source = await open(table)
    try {
      await compare(source, new MemorySource(table))
    } finally {
      source.close?.()
    }
  }
  return kinds.flatMap((kind) =>
    [false, true].flatMap((gaps): Law[] => {
      const what = `${kind.features} columns, ${kind.target}${gaps ? ', missing values' : ''}`
      const byLevels = kind.target === 'classes'
      return [
        {
          name: `knows the columns (${what})`,
          check: () =>
            both(kind, gaps, (source, memory) => {
              const facts = ({ rows, columns }: Source) => [
                rows,
                columns.map(({ name, type, missing }) => [name, type, missing]),
              ]
              ensureSame(facts(source), facts(memory), 'facts differ')
              return Promise.resolve()
            }),
        },
        {
          name: `counts to the last bit (${what})`,
          check: () =>
            both(kind, gaps, async (source, memory) => {
              const spec = { target: 'y', by: ['mutual-information', 'gain-ratio'] as const }
              const scores = async (of: Source) => (await rankBy(of, spec)).rankings.map((one) => one.scores)
              ensureSame(await scores(source), await scores(memory), 'scores differ')
              const chosen = async (of: Source) =>
                (await selectBy(of, { target: 'y', criterion: 'jmi', k: 4, evidence: false })).steps
              ensureSame(await chosen(source), await chosen(memory), 'selections differ')
            }),
        },
        ...(byLevels && kind.features === 'categorical'
          ? []
          : [
              {
                name: `sums up to rounding (${what})`,
                check: () =>
                  both(kind, gaps, async (source, memory) => {
                    const by = byLevels ? (['anova-f'] as const) : (['pearson', 'spearman'] as const)
                    const scores = async (of: Source) =>
                      (await rankBy(of, { target: 'y', by })).rankings.flatMap((one) => one.scores)
                    const [a, b] = [await scores(source), await scores(memory)]
                    a.forEach(({ feature, score }, i) => {
                      ensure(
                        b[i].feature === feature && isNear(score, b[i].score),
                        `${feature}: ${score} and ${b[i].score}`,
                      )
                    })
                  }),
              },
            ]),
      ]
    }),
  )
}
