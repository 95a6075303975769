import { expect, it } from 'vitest'
import { cribaOn } from './criba.ts'

const lines = Array.from(
  { length: 40 },
  (_, i) => `${i & 1},${(i >> 1) & 1},${(i & 1) ^ ((i >> 1) & 1)},${i % 3}`,
)
const table = (names: string) => `${names}\n${lines.join('\n')}\n`
const targetOf = async (text: string, ...words: readonly string[]) => {
  const { out, err } = await cribaOn(text, ['rank', '-', ...words, '--format', 'json', '--quiet'])
  return err === '' ? (JSON.parse(out) as { spec: { target: unknown } }).spec.target : err.trim()
}

it('-t takes several columns, and first the one that has the whole name', async () => {
  expect(await targetOf(table('a,b,x,c'), '-t', 'a,b')).toEqual(['a', 'b'])
  expect(await targetOf(table('a,b,"a,b",c'), '-t', 'a,b')).toBe('a,b')
  expect(await targetOf(table('a,"b, c",x,c'), '-t', 'a', '-t', 'b, c')).toEqual(['a', 'b, c'])
  expect(await targetOf(table('species,island,x,c'), '-t', 'species,iland')).toBe(
    'criba: unknown target: iland (did you mean island?)',
  )
})
