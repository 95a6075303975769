import { expect, it } from 'vitest'
import { criba } from './criba.ts'
import { cases, expectSameFromSpec, penguins } from './select-json.ts'

it.each(cases)(
  'criba select writes JSON of %s that follows the schema, and gives the same result again from its spec',
  (_, args) => expectSameFromSpec(args),
)

it('criba select writes the same CSV with evidence as without', async () => {
  const args = [...penguins, '--quiet', '--format', 'csv']
  expect((await criba(args)).out).toBe((await criba([...args, '--no-evidence'])).out)
})
