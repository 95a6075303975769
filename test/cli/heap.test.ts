import { expect, it } from 'vitest'
import { cribaApart } from './criba.ts'

it('a heap that is too small for the texts of the data ends in one line', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `c${i}`)
  const rows = Array.from({ length: 12_000 }, (_, row) =>
    names.map((name) => `${name} ${row * 7919}`).join(','),
  )
  const { code, out, err } = await cribaApart(['describe', '-', '--threads', '1'], {
    input: `${names.join(',')}\n${rows.join('\n')}\n`,
    env: { NODE_OPTIONS: '--max-old-space-size=28' },
  })
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(
    /^criba: too little memory: Node may use \d+ MB, .* NODE_OPTIONS=--max-old-space-size=8192, /,
  )
  expect(err.trim().split('\n')).toHaveLength(1)
})
