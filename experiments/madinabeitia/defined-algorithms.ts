import { select } from '../../src/index.ts'
import type { Run, SelectResult, Table } from '../../src/index.ts'
import { whole } from '../whole.ts'
import { exampleTable } from './example-data.ts'
import type { ExampleData } from './example-data.ts'
import { measured } from './measured.ts'
import { maskOf } from './sets.ts'

/** The columns that a search chose, how much it evaluated, and its seconds. */
export interface Selected {
  readonly set: number
  readonly evaluations: number
  readonly seconds: number
}

const strict = 'backward:acceptTies=false'
const mrmr = 'mrmr:estimator=nearest'

/** The algorithms of the thesis as criba defines them, by the name of each. */
const algorithms: Readonly<
  Record<
    string,
    (table: Table, run: Run, width: number) => Promise<Pick<SelectResult, 'selected' | 'evaluations'>>
  >
> = {
  'exhaustive DT': (table, run) => whole(select(table, { target: 'y', method: 'exhaustive-dt' }, run)),
  'backward MI': (table, run) =>
    whole(select(table, { target: 'y', criterion: 'total-correlation', search: strict }, run)),
  'backward DT': (table, run) =>
    whole(select(table, { target: 'y', criterion: 'delta-test', search: strict }, run)),
  'backward MI-DT': (table, run) =>
    whole(select(table, { target: 'y', criterion: 'mi-dt', search: strict }, run)),
  'DT, then backward MI': (table, run) =>
    whole(
      select(
        table,
        { target: 'y', criterion: 'total-correlation', search: strict, startFrom: 'exhaustive-dt' },
        run,
      ),
    ),
  'mRMR, half': (table, run, width) =>
    whole(select(table, { target: 'y', criterion: mrmr, k: Math.floor(width / 2) }, run)),
  'mRMR, rising': (table, run) => whole(select(table, { target: 'y', criterion: mrmr, stop: 'rising' }, run)),
}

/** What each algorithm chooses among the first `width` columns. */
export async function definedAlgorithms(
  data: ExampleData,
  width: number,
  run: Run,
): Promise<Readonly<Record<string, Selected>>> {
  const table = exampleTable(data, width)
  const entries: (readonly [string, Selected])[] = []
  for (const [name, algorithm] of Object.entries(algorithms)) {
    const [{ selected, evaluations }, seconds] = await measured(() => algorithm(table, run, width))
    const set = maskOf(selected.map((column) => Number(column.slice(1))))
    entries.push([name, { set, evaluations, seconds }])
  }
  return Object.fromEntries(entries)
}
