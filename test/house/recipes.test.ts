// The recipes of CONTRIBUTING.md: what they name is where they say, and their examples work.
import { rank, tableFromColumns } from 'criba'
import { rankContract } from 'criba/contract'
import { defineRank } from 'criba/methods'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { singles } from '../../src/core/index.ts'
import { whole } from '../../src/core/spec/parts.ts'
import { textOf } from './imports.ts'

const text = textOf('CONTRIBUTING.md')

/** What an example in TypeScript defines, given what it uses. */
function definedBy(start: string, name: string, uses: Readonly<Record<string, unknown>>): unknown {
  const block = [...text.matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, code]) => code)
    .find((code) => code.includes(start))
  const { outputText } = ts.transpileModule(block!.replaceAll('export ', ''), {
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  })
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const run = new Function(...Object.keys(uses), `${outputText}; return ${name}`) as (
    ...given: unknown[]
  ) => unknown
  return run(...Object.values(uses))
}

it('the names of recipes stand in the files that they say', () => {
  // `name` (`file`), `name` of `file`, `name` in `file`, `one` and `other` (`file`)
  const named = [
    ...text.matchAll(
      /((?:`\w+`(?:,| and| with)? ?)+)(?:\(|of |in )`((?:src|cli|test|tools)\/[\w./-]+\.\w+)`/g,
    ),
  ]
  const places = named.flatMap(([, names, file]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, file]),
  )
  expect(places.length).toBeGreaterThan(20)
  const missing = places.filter(([name, file]) => !new RegExp(`\\b${name}\\b`).test(textOf(file)))
  expect(missing).toEqual([])
})

describe('the ranker of the recipe', () => {
  const variation = definedBy("id: 'variation'", 'variation', {
    defineRank,
    singles,
    coefficientOfVariation: (n: number, mean: number, comoment: number) =>
      Math.sqrt(comoment / n) / Math.abs(mean),
  }) as ReturnType<typeof defineRank>

  it('scores by its formula', async () => {
    // μ = 5 and σ = 2; μ = −4 and σ = 1.
    const table = tableFromColumns({ a: [2, 4, 4, 4, 5, 5, 7, 9], b: [-3, -5, -3, -5, -3, -5, -3, -5] })
    const { rankings } = await rank(table, { by: [variation] })
    expect(rankings[0].scores.map(({ feature, score }) => [feature, score])).toEqual([
      ['a', 0.4],
      ['b', 0.25],
    ])
  })

  for (const { name, check } of rankContract(variation)) it(name, check)
})

it('the part of the recipe is checked by its row', () => {
  const { distinct } = definedBy('rankParts', 'rankParts', { whole }) as {
    distinct: ReturnType<typeof whole>
  }
  expect(distinct.settle('distinct', 3)).toBe(3)
  expect(distinct.settle('distinct', null)).toBe(1)
  expect(() => distinct.settle('distinct', 0)).toThrow(
    'invalid distinct: 0 (needs a whole number, 1 or more)',
  )
})
