import { readFileSync } from 'node:fs'
import * as functions from 'criba/methods'
import { CribaError } from 'criba'
import { rankers } from 'criba/methods'
import type { RankMethod } from 'criba'
import { describe, expect, it } from 'vitest'
import { methods } from './cases.ts'

const camelCase = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

describe.each(methods)('%s', (id, criterion) => {
  it('is registered under its name, exported and documented', () => {
    expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
    expect(rankers.filter((other) => other.id === id)).toHaveLength(1)
    expect(rankers.filter((other) => other.id === id)).toEqual([criterion])
    const method = (functions as unknown as Record<string, RankMethod>)[camelCase(id)]
    expect(typeof method, camelCase(id)).toBe('function')
    const { criterion: exported } = method as { criterion: { readonly id: string; readonly shape: string } }
    if (exported.shape === 'rank') expect(exported).toBe(criterion)
    else {
      // A subset criterion ranks by the merit of each column alone.
      const isFact = ([name]: [string, unknown]) => !['needs', 'fold', 'shape'].includes(name)
      expect(exported).toMatchObject(Object.fromEntries(Object.entries(criterion).filter(isFact)))
    }
    expect(method()).toEqual({ method: id, options: {} })
    for (const fact of ['title', 'formula', 'reference', 'units'] as const)
      expect(criterion[fact].trim(), fact).not.toBe('')
    const source = readFileSync(new URL(`../../src/methods/criteria/${id}.ts`, import.meta.url), 'utf8')
    const [, docstring] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (?:\w+)/.exec(source) ?? []
    expect(docstring).toMatch(/J = /)
    expect(docstring).toMatch(new RegExp(`@example (rank|score)\\(.*${camelCase(id)}\\(`))
  })

  it('refuses a wrong option when the spec is made', () => {
    const method = (functions as unknown as Record<string, RankMethod>)[camelCase(id)]
    expect(() => method({ 'no such option': 1 })).toThrow(CribaError)
  })
})
