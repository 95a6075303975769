// The tables of parts, from which come the flags, the help, the checks and the schema of specs.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commandParts } from '../../dist/src/core/spec/command-parts.js'
import { evidenceParts } from '../../dist/src/core/spec/evidence-spec.js'
import {
  choice,
  flag,
  names,
  number,
  schemaOf,
  settleParts,
  text,
  whole,
} from '../../dist/src/core/spec/parts.js'
import type { PartFlag, PartsOf, PartTable } from '../../dist/src/core/spec/parts.js'
import { dataParts } from '../../dist/src/core/spec/rank-spec.js'
import { criba } from './criba.ts'

/** The parts that only the library takes, each with its reason. */
const withoutFlag: Record<string, string> = {}

const tables = { ...commandParts, evidence: evidenceParts as PartTable }
const commands = Object.entries(commandParts)

/** The flags of a table, those of the parts of its parts too. */
function flagsOf(parts: PartTable): readonly PartFlag[] {
  return Object.values(parts).flatMap(({ flag }) => (flag ? [flag, ...flagsOf(flag.parts ?? {})] : []))
}

/** The name that commander gives to a flag: the long one in camel case, without its first dashes. */
function nameOf({ spelling }: PartFlag): string {
  const [flags] = spelling.split(/ (?=[<[])/)
  const last = flags.split(', ').at(-1)
  return last.replace(/^--?/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

describe('the flags of the command line', () => {
  it.each(Object.entries(tables))('of %s have the names of the parts', (_, parts) => {
    for (const [name, { flag }] of Object.entries(parts)) {
      expect(flag ? nameOf(flag) : withoutFlag[name], name).toEqual(flag ? name : expect.any(String))
    }
  })

  it.each(commands)('of %s are in its help, with their texts', async (command, parts) => {
    const { out } = await criba([command, '--help'])
    const shown = out.replace(/\s+/g, ' ')
    const flags = flagsOf(parts)
    expect(flags.length).toBeGreaterThanOrEqual(Object.keys(parts).length)
    for (const { spelling, help, negation } of flags) {
      expect(help).not.toBe('')
      expect(shown).toContain(`${spelling} ${help}`)
      if (negation) expect(shown).toContain(`${negation.spelling} ${negation.help}`)
    }
  })

  it('show the default, if it is a word or a number', () => {
    const row = { flag: '--x <n>', help: 'x' }
    const helpOf = ({ flag }: { readonly flag?: PartFlag }) => flag?.help
    expect(helpOf(whole({ ...row, min: 0, default: 3 }))).toBe('x (default: 3)')
    expect(helpOf(choice(['a', 'b'], { ...row, default: 'b' }))).toBe('x (default: b)')
    expect(helpOf(number({ ...row, min: 0, defaultInWords: 'half' }))).toBe('x (default: half)')
    expect(helpOf(whole({ ...row, min: 0, default: 0, defaultInWords: '' }))).toBe('x')
    expect([names(row), text(row), flag(row)].map(helpOf)).toEqual(['x', 'x', 'x'])
  })

  it('do not offer auto, which is what an absent flag means', () => {
    expect(evidenceParts.size.flag?.choices).toEqual(['one-error', 'stop'])
  })
})

describe('a settled spec', () => {
  it.each(Object.entries(tables))('of %s has every part, and settles to itself', (_, parts) => {
    const settled = settleParts('a spec', parts, {})
    expect(Object.keys(settled)).toEqual(Object.keys(parts))
    expect(Object.values(settled)).not.toContain(undefined)
    expect(settleParts('a spec', parts, settled)).toEqual(settled)
  })

  it('takes null for a part that is not given, and refuses other parts and values', () => {
    const parts = { k: whole({ min: 1, default: 7 }), on: flag({}), by: choice(['a', 'b'], {}) }
    const settle = (spec: object) => settleParts('a spec for x', parts, spec)
    expect(settle({ k: null, on: true })).toEqual({ k: 7, on: true, by: null })
    expect(() => settle({ kk: 1 })).toThrow('unknown part of a spec for x: kk (did you mean k?)')
    expect(() => settle({ k: 0 })).toThrow('invalid k: 0 (needs a whole number, 1 or more)')
    expect(() => settle({ by: 'c' })).toThrow('invalid by: c (needs a or b)')
  })

  it('needs a row for each part of its type: the compiler says so', () => {
    // @ts-expect-error The table has no row for `given`.
    const missing = { ...dataParts } satisfies PartsOf<{ readonly given?: string }>
    // @ts-expect-error The type has no part `bins`.
    const unknown = { bins: dataParts.bins } satisfies PartsOf<{ readonly given?: string }>
    // @ts-expect-error The row is for numbers.
    const wrong = { given: dataParts.bins } satisfies PartsOf<{ readonly given?: string }>
    expect([missing, unknown, wrong]).toHaveLength(3)
  })
})

describe('the schema', () => {
  const file = new URL('../../schema/criba.schema.json', import.meta.url)
  const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as {
    definitions: Record<string, { properties: { spec: { description?: string } } }>
  }

  // `npm run build` writes it.
  it.each(commands)('of the spec of %s is made from its parts', (command, parts) => {
    const { spec } = definitions[command].properties
    expect(spec).toEqual(schemaOf(parts, spec.description))
  })

  it('names only definitions that exist, and has none that nothing names', () => {
    const named = [...readFileSync(file, 'utf8').matchAll(/"#\/definitions\/(\w+)"/g)].map(([, name]) => name)
    expect([...new Set(named)].sort()).toEqual(Object.keys(definitions).sort())
  })

  it('of a kind of part says what it takes', () => {
    expect(whole({ min: 1, max: 9 }).schema).toEqual({ type: ['integer', 'null'], minimum: 1, maximum: 9 })
    expect(whole({ min: 1, default: 2 }).schema).toEqual({ type: 'integer', minimum: 1 })
    expect(choice(['a'], {}).schema).toEqual({ enum: ['a', null] })
    expect(text({ description: 'A text.' }).schema).toEqual({
      type: ['string', 'null'],
      description: 'A text.',
    })
    expect(names().schema).toEqual({ type: 'array', items: { type: 'string' } })
  })
})
