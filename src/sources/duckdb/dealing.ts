import { CribaError } from '../../spec/error.ts'
import { permutedRows } from '../../statistics/permutation.ts'
import type { Dealing } from './batch.ts'
import type { CodedColumns } from './coded-columns.ts'
import { fromCodes } from './from.ts'
import { loadCodes, noCode } from './load.ts'
import type { Deal } from './sampled.ts'

/** The weight of the rows among which values are dealt; 0: the row keeps its own. */
export function dealtRows({ play, presence }: Pick<Deal, 'play' | 'presence'>): string {
  const weight = `${play ? play.name : '1'}::DOUBLE`
  return presence ? `CASE WHEN ${presence.name} = 0 THEN ${weight} ELSE 0 END` : weight
}

/** The codes to deal out, and the weight of the rows among which they are dealt (0: the row keeps its own). */
export function dealingQuery({ view, play, columns }: Dealing, coded: CodedColumns): string {
  const { column } = view.permuted!
  const presence = coded.relation.columns[column].missing > 0 ? coded.presenceOf(column) : null
  const dealt = dealtRows({ play, presence })
  const codes = [...columns.keys()].map(({ name }) => `coalesce(${name}::BIGINT, ${noCode})::UINTEGER`)
  const needed = [...columns.keys(), ...(play ? [play] : []), ...(presence ? [presence] : [])]
  return `SELECT ${[dealt, ...codes].join(', ')} FROM ${fromCodes(needed)}`
}

/** Deals the codes of a column out anew and puts them into the engine as columns of their own. */
export async function deal(dealing: Dealing, coded: CodedColumns): Promise<void> {
  const { engine, rows, columns } = coded.relation
  const { permuted } = dealing.view
  const dealt = new Int32Array(rows)
  let dealtRows = 0
  const codes = [...dealing.columns].map(() => new Uint32Array(rows))
  let row = 0
  for await (const chunk of engine.chunks(dealingQuery(dealing, coded))) {
    const weights = chunk.getColumnValues(0) as number[]
    weights.forEach((weight, i) => {
      if (weight !== 0 && weight !== 1) {
        throw new CribaError(
          'unsuitable',
          'unsuitable weights: permutation p-values need every weight to be 0 or 1',
        )
      }
      if (weight === 1) dealt[dealtRows++] = row + i
    })
    codes.forEach((column, i) => column.set(chunk.getColumnValues(i + 1) as number[], row))
    row += weights.length
  }
  const from = permutedRows(permuted!, columns[permuted!.column].name, rows, dealt.subarray(0, dealtRows))
  const targets = [...dealing.columns.values()]
  const table = `criba_dealt_${targets[0].name}`
  await loadCodes(
    engine,
    table,
    targets.map(({ name }) => name),
    codes.map((column) => Uint32Array.from(from, (at) => column[at])),
  )
  for (const target of targets) target.table = table
}

/** Drops the columns that were dealt out for a batch. */
export async function dropDealt(dealings: Iterable<Dealing>, coded: CodedColumns): Promise<void> {
  for (const { columns } of dealings) {
    const [{ table }] = columns.values()
    if (table !== null) await coded.relation.engine.run(`DROP TABLE ${table}`)
  }
}
