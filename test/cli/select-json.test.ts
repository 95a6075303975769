import { it } from 'vitest'
import { expectSameFromSpec, smallCases } from './select-json.ts'

// With all their evidence, in select.long.ts.
it.each(smallCases)(
  'criba select writes JSON of %s that follows the schema, and gives the same result again from its spec',
  (_, args) => expectSameFromSpec(args),
)
