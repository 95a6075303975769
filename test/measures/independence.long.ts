import { it } from 'vitest'
import { expectLevelOfInteractions, expectLevelOfTables, shapes } from './noise-tests.ts'

it.each(shapes)('the test of a table keeps its level on noise: %i rows, %i levels by %i', (n, k, v) =>
  expectLevelOfTables(n, k, v, 2000),
)

it('the test of an interaction keeps its level on noise', () => expectLevelOfInteractions(2000))
