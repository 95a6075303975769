import { tableFromColumns } from 'criba'
import type { Request, Variable } from 'criba'
import { oddTexts, randomNumbers } from './tables.ts'

const random = randomNumbers(8)
const rows = 600
const column = (at: (row: number) => unknown) => Array.from({ length: rows }, (_, row) => at(row))
/** A table with keys of several kinds. */
export const table = tableFromColumns({
  id: column((row) => row * 7919 - 5000),
  far: column((row) => 9007199254740991 - row),
  fraction: column((row) => row / 4 - 300),
  text: column((row) => `${oddTexts[row % oddTexts.length]}${row % 500}`),
  y: column(() => Math.floor(random() * 3)),
  x: column(() => random()),
})
/** The place of each key. */
const keys = { id: 0, far: 1, fraction: 2, text: 3 }

/** The classes in each part of two divisions by a key. */
export function requestsBy(name: keyof typeof keys): readonly Request[] {
  const key: Variable = { column: keys[name], coding: { kind: 'values' } }
  const y: Variable = { column: 4, coding: { kind: 'levels', levels: [0, 1, 2] } }
  return [{ folds: 5 }, { share: 0.3 }].flatMap((size) =>
    [0, 1].flatMap((part) =>
      (['train', 'test'] as const).map((of): Request => {
        const division = { ...size, seed: 3, number: 1, key }
        return {
          kind: 'counts',
          family: { list: [[y]] },
          view: { sample: { of: {}, division, part, rows: of } },
        }
      }),
    ),
  )
}

export const namesOfKeys = Object.keys(keys) as (keyof typeof keys)[]
