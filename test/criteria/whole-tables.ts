import fc from 'fast-check'
import { randomOf } from '../contract/tables.ts'

/** Columns of whole numbers, so that levels tie, and classes a, b and perhaps c, of which a has most rows. */
export const tables = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.constantFrom(2, 3), fc.integer({ min: 1, max: 1e6 }))
  .map(([width, classes, seed]) => {
    const random = randomOf(seed)
    const y = Array.from({ length: 40 }, (_, row) => 'abc'[(row % (classes + 1)) % classes])
    const columns: Record<string, number[]> = {}
    for (let c = 0; c < width; c++) {
      const pull = 3 * random()
      columns[`x${c}`] = y.map((level) => Math.floor(8 * (c + 1) * random() + pull * 'abc'.indexOf(level)))
    }
    return { columns, y }
  })
