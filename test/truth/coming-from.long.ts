/* Rows of docs/from-*.md of as many folds as rows give the digits of other programs. */

import { expect, it } from 'vitest'
import { expectSameDigits, isLong, programs } from './coming-from.ts'

const long = Object.values(programs).flat().filter(isLong)

it.each(long.map((reference) => [reference.there, reference.here, reference] as const))(
  '%s: criba %s',
  async (_, __, reference) => {
    expect(long).toHaveLength(2)
    await expectSameDigits(reference)
  },
)
