import { countLevels, limits } from '#core'
import type { Counts, CountsRequest, Variable } from '#core'
import type { RequestBatcher } from './request-batcher.ts'

/** The most cells of all tables that are counted together. */
const cellsAtATime = 1 << 22

/** Some variables beside each of others: so what the tables share is made once. */
export interface TableFamily {
  readonly base: readonly Variable[]
  readonly each: readonly Variable[]
}

/**
 * Counts the tables of families, in as few batches as fit into memory. `onTable` gets each in turn, with the
 * family and the place in it; a table with more cells than may be requested is left out.
 */
export async function countTables(
  batcher: RequestBatcher,
  view: CountsRequest['view'],
  families: readonly TableFamily[],
  onTable: (table: Counts, family: number, place: number) => void,
): Promise<void> {
  const sizeOf = ({ coding }: Variable) => countLevels(coding!)
  let batch: { readonly family: number; readonly places: number[] }[] = []
  let cells = 0
  const count = async () => {
    const requests = batch.map(({ family, places }): CountsRequest => {
      const { base, each } = families[family]
      return { kind: 'counts', family: { base, each: places.map((place) => each[place]) }, view }
    })
    const answers = await batcher.requestOnce(requests)
    batch.forEach(({ family, places }, i) =>
      places.forEach((place, one) => onTable(answers[i][one], family, place)),
    )
    batch = []
    cells = 0
  }
  for (const [family, { base, each }] of families.entries()) {
    const size = base.reduce((product, variable) => product * sizeOf(variable), 1)
    for (const [place, variable] of each.entries()) {
      const own = size * sizeOf(variable)
      if (own > limits.cells) continue
      if (cells + own > cellsAtATime) await count()
      const last = batch.at(-1)
      if (last?.family === family) last.places.push(place)
      else batch.push({ family, places: [place] })
      cells += own
    }
  }
  if (batch.length > 0) await count()
}
