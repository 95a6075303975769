import { beforeAll, describe, expect, it } from 'vitest'
import { readApi } from '../../tools/site/api.js'
import { apiAddresses, apiPages } from '../../tools/site/api-pages.js'
import { root } from '../house/imports.ts'

type Exported = ReturnType<typeof readApi>[number]

let api: readonly Exported[]
beforeAll(() => {
  api = readApi(root)
})

const found = (name: string) => api.find((exported) => exported.name === name)!
/** The exports without a docstring; of overloads each has one. */
const undocumented = (exports: readonly Exported[]) =>
  exports
    .filter(({ declarations }) => declarations.some(({ docstring }) => docstring.text === ''))
    .map(({ name, source }) => `${name} (${source})`)

describe('the API reference', () => {
  it('has every name that the package exports when it runs', async () => {
    for (const entry of [
      'criba',
      'criba/methods',
      'criba/node',
      'criba/duckdb',
      'criba/worker',
      'criba/experiments',
      'criba/report',
    ]) {
      const names = Object.keys((await import(entry)) as object)
      const described = api.filter((exported) => exported.entry === entry).map(({ name }) => name)
      expect(names.length, entry).toBeGreaterThan(0)
      expect(
        names.filter((name) => !described.includes(name)),
        entry,
      ).toEqual([])
    }
  })

  it('has a docstring for each', () => expect(undocumented(api)).toEqual([]))

  it('would find one that is missing', () => {
    const [{ docstring, text }] = found('rank').declarations
    const without = { ...found('rank'), declarations: [{ text, docstring: { ...docstring, text: '' } }] }
    expect(undocumented([without])).toEqual(['rank (src/analyses/rank.ts)'])
  })

  it('has an example for each method', () => {
    const without = api.filter(
      ({ kind, declarations, source }) =>
        kind === 'method' &&
        !source.startsWith('src/methods/searches/') &&
        declarations.every(({ docstring }) => docstring.examples.length === 0),
    )
    expect(without.map(({ name }) => name)).toEqual([])
  })

  it('has the parameters, the comments and the types of a function', () => {
    const { kind, declarations, docstring } = found('rank')
    expect(kind).toBe('function')
    expect(declarations).toHaveLength(2)
    expect(declarations[0].text).toBe(
      'function rank(data: Table | Source, spec?: RankSpec, run?: Run): Promise<RankResult>;',
    )
    expect(docstring.text).toMatch(/^Ranks the columns of a table/)
    expect(docstring.throws).toEqual(['CribaError naming the column, the method and the remedy'])
  })

  it('has all members of a type, also those of the types that it extends', () => {
    const members = new Map(found('SelectSpec').members.map((member) => [member.name, member]))
    expect(members.get('target')?.docstring.text).toMatch(
      /^The column to predict, or several: their joint levels/,
    )
    expect(members.get('method')?.docstring.text).toMatch(/^A method by its name/)
    expect([...members.keys()]).toEqual(
      expect.arrayContaining(['k', 'stop', 'criterion', 'search', 'evidence']),
    )
  })

  it('names the words of a type that is a list', () => {
    expect(found('Task').declarations[0].text).toMatch(/^type Task = "classification" \| "regression"/)
  })

  it('has the public members of a class only', () => {
    const names = found('MemorySource').members.map(({ name }) => name)
    expect(names).toContain('answer')
    expect(names.filter((name) => /^#|^_/.test(name))).toEqual([])
  })

  it('names the options of a method', () => {
    expect(found('jmi').declarations[0].text).toMatch(
      /^const jmi: \(options\?: \{ .*form\?: "mean" \| "sum".* \}\) => MethodSpec$/,
    )
  })

  it('links types to where they are described', async () => {
    const some = [found('rank'), found('select'), found('jmi')]
    const pages = await apiPages(some, apiAddresses(api), new Map([['jmi', 'methods/jmi.html']]))
    const { html } = pages.find(({ path }) => path === 'api/analyses.html')!
    expect(html).toContain('<a href="results.html#RankResult">RankResult</a>')
    expect(html).toContain('<h2 id="select">select</h2>')
    const methods = pages.find(({ path }) => path === 'api/methods.html')!
    expect(methods.html).toContain('<a href="../methods/jmi.html">Formula, options and examples</a>')
  })
})
