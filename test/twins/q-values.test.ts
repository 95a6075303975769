import fc from 'fast-check'
import { it } from 'vitest'
import { near, scores, tied } from '../laws/given.ts'
import type { Named } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'
import * as plain from './plain.ts'

const some = { numRuns: runs(60) }

it('q-values are those of Benjamini and Hochberg', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.infiniteStream(tied), async (d, stream) => {
      const rows = 14
      const y = Array.from({ length: rows }, (_, row) => 'ab'[row % 2])
      const columns: Named = Array.from({ length: d }, (_, i) => [
        `x${i}`,
        y.map(() => stream.next().value as number),
      ])
      const found = [...(await scores([...columns, ['y', y]], { target: 'y', by: ['wilcoxon'] })).values()]
      const twin = plain.benjaminiHochberg(found.map(({ pValue }) => pValue!))
      found.forEach(({ qValue }, i) => near(qValue!, twin[i], 1e-12))
    }),
    some,
  ))
