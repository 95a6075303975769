import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { methods, tableFromCsv } from 'criba'
import { rankers, setCriteria, stepCriteria } from 'criba/methods'
import type { Catalogue, Table } from 'criba'
import { describe, expect, it } from 'vitest'
import { learners } from '../../dist/src/methods/learners/registry.js'
import { catalogueText } from '../../dist/src/report/catalogue-text.js'
import { searches } from '../../dist/src/methods/searches/registry.js'
import { isOuterMethod, outerMethodIds } from '../../dist/src/core/spec/outer-methods.js'
import { criba } from './criba.ts'
import { rank, score, select } from '../untyped.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)
const tables = new Map<string, Promise<Table>>()

/** Every nth row of an example, read once. */
function tableOf(name: string, every: number): Promise<Table> {
  const key = `${name} ${every}`
  const path = new URL(`../../examples/${name}.csv`, import.meta.url)
  const [header, ...lines] = readFileSync(path, 'utf8').split('\n')
  const some = [header, ...lines.filter((_, row) => row % every === 0)].join('\n')
  if (!tables.has(key)) tables.set(key, tableFromCsv(some))
  return tables.get(key)!
}

const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id)

const terminal = { width: 80, colour: false, lines: 50 }
const catalogue = methods()
const names = idsOf([...catalogue.methods, ...catalogue.searches, ...catalogue.learners])
const linesOf = (name: string) => catalogueText(methods(name), terminal).split('\n')

type Example = readonly [file: string, target: string | readonly string[]]

/** A table for each kind of target. */
const examples: Readonly<Record<string, Example>> = {
  numeric: ['diabetes', 'progression'],
  classes: ['penguins', 'species'],
  'two classes': ['breast-cancer', 'diagnosis'],
  'event time': ['leukaemia', 'weeks'],
  'several numbers': ['penguins', ['body_mass_g', 'flipper_length_mm']],
}

describe('criba methods', () => {
  it('lists every method, search and learner, following the schema and equal to the library', async () => {
    const { out } = await criba(['methods', '--format', 'json'])
    const listed = JSON.parse(out) as Catalogue
    expect(isValid(listed), JSON.stringify(isValid.errors)).toBe(true)
    // A criterion of sets that also ranks single columns is listed once.
    const named = ['exhaustive', 'backward'].flatMap((search) =>
      ['dt', 'mi', 'mi-dt', 'mi-dt-inverse'].map((criterion) => `${search}-${criterion}`),
    )
    expect(idsOf(listed.methods).sort()).toEqual(
      [
        ...new Set(idsOf([...rankers, ...stepCriteria, ...setCriteria])),
        ...named,
        'stepwise',
        'turf',
        'rfe',
        'svm-rfe',
        'iamb',
        'inter-iamb',
        'fbed',
        'mmpc',
        'hiton-pc',
        ...outerMethodIds,
      ].sort(),
    )
    const sets = listed.methods.filter(({ shape, search }) => shape === 'subset' && !search)
    expect(idsOf(sets)).toEqual(idsOf(setCriteria))
    const { k } = sets[0].options
    expect(k.only).toEqual({ estimator: ['nearest', 'ksg1', 'ksg2', 'ross', 'mesner-shalizi'] })
    expect(idsOf(listed.searches)).toEqual(idsOf(searches))
    expect(idsOf(listed.learners)).toEqual(idsOf(learners))
    expect(listed).toEqual(JSON.parse(JSON.stringify(catalogue)))
  })

  it('gives each entry a name of its own', () => {
    expect(new Set(names).size).toBe(names.length)
  })

  it('says which criteria each search takes, and where it starts', () => {
    const facts = catalogue.searches.map(({ id, shape, monotone, starts, paretoFront }) => ({
      id,
      shape,
      facts: [monotone && 'monotone', starts, paretoFront && 'paretoFront'].filter(Boolean),
    }))
    expect(facts).toContainEqual({ id: 'forward', shape: 'step', facts: ['growing'] })
    expect(facts).toContainEqual({ id: 'branch-and-bound', shape: 'subset', facts: ['monotone'] })
    expect(facts).toContainEqual({ id: 'exhaustive', shape: 'subset', facts: ['paretoFront'] })
    expect(facts).toContainEqual({ id: 'backward', shape: 'subset', facts: ['shrinking'] })
    for (const { title, how, source } of catalogue.searches) expect([title, how, source]).not.toContain('')
  })

  it('shows three tables that fit a terminal', () => {
    const lines = catalogueText(catalogue, terminal).split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    const heads = lines.flatMap((line, i) => (i === 0 || lines[i - 1] === '' ? [line] : []))
    expect(heads).toEqual([
      'method                     features  target           p  what it is',
      'search                   evaluates   what it is',
      'learner      task            what it is',
      'All about one of them: criba methods <name>',
    ])
    for (const name of names) {
      expect(
        lines.filter((line) => line.startsWith(`${name} `)),
        name,
      ).toHaveLength(1)
    }
    expect(lines).toContain('beam                     candidates  Beam search')
    expect(lines).toContain('floating-backward        whole sets  Sequential backward floating selection')
    expect(lines).toContain('naive-bayes  classification  Naive Bayes')
  })

  it('shows all about a search', async () => {
    const { code, out } = await criba(['methods', 'exhaustive'])
    expect(code).toBe(0)
    expect(out).toBe(`exhaustive  Exhaustive search

how        evaluates every subset
evaluates  whole sets
criteria   of sets
front      also finds the Pareto front of two criteria (--pareto)
source     by definition

option  default  takes                    what it is
from    1        a whole number, 1 to 30  columns of the smallest sets
to      30       a whole number, 1 to 30  columns of the largest sets

criba select data.csv -t y --criterion delta-test --search exhaustive:from=1
`)
    expect(linesOf('branch-and-bound')).toContain(
      'criteria   of sets, if adding a column never makes a set worse',
    )
    expect(linesOf('forward')).toContain('start      adds to the columns given, if any (--start-from)')
  })

  it('shows all about a learner', async () => {
    const { out } = await criba(['methods', 'linear'])
    expect(out).toBe(`linear  Linear regression with a ridge

task       regression
reads      numeric columns by values, categorical columns by levels
metrics    r2 (R², higher is better); mse (y², lower is better)
source     Hoerl & Kennard 1970

option  default  takes      what it is
ridge   1        0 or more  penalty on the squared weight of a standardised column; 0, of linear alone: ordinary least
                            squares

criba select data.csv -t y --criterion cv:learner=linear,ridge=1
`)
  })

  it('shows all about a method, with its options in lines that fit', () => {
    expect(linesOf('mutual-information')).toContain('shape      rank')
    expect(linesOf('joint-mi')).toContain('shape      subset')
    expect(linesOf('fisher')).toContain(
      'denominator  within   within, total  divide by the squares within the classes,',
    )
    const [beta] = linesOf('extended-mrmr').filter((line) => line.startsWith('beta '))
    expect(beta).toMatch(/^beta {7}— {9}0 or more, or 1\/s {10}weight of what is/)
  })

  it.each(names)('shows %s in lines that fit, except the command', (name) => {
    const lines = linesOf(name)
    expect(lines[0]).toMatch(new RegExp(`^${name} {2}\\S`))
    const { methods: ofMethods, searches: ofSearches, learners: ofLearners } = methods(name)
    const [{ options }] = [...ofMethods, ...ofSearches, ...ofLearners]
    for (const option of Object.keys(options)) {
      expect(
        lines.filter((line) => line.startsWith(`${option} `)),
        option,
      ).not.toEqual([])
    }
    expect(lines.slice(1, -1).filter((line) => line.length > 80)).toEqual([])
    expect(lines.at(-1)).toMatch(/^criba (rank|score|select) data.csv -t (y|a,b|time --event status) --/)
  })

  it.each(names)('shows a command that runs: %s', async (name) => {
    const { methods: [method] = [], learners: [learner] = [] } = methods(name)
    const wanted =
      method?.types.target[0] ??
      (learner?.tasks.includes('classification')
        ? 'classes'
        : learner?.tasks.includes('survival')
          ? 'event time'
          : 'numeric')
    // Entropies by neighbours need columns of numbers that seldom repeat.
    const isOfNeighbours = /^(exhaustive|backward)-mi/.test(name)
    const [file, target]: Example = isOfNeighbours
      ? ['breast-cancer', 'mean radius']
      : method?.blocks
        ? ['penguins', 'sex']
        : (examples[wanted] ?? ['diabetes', 'progression'])
    const words = linesOf(name).at(-1).split(' ')
    // Of few rows a test or a search chooses nothing.
    const isWhole = file === 'leukaemia' || method?.blocks
    const table = await tableOf(file, isWhole ? 1 : words[1] === 'rank' ? 10 : 5)
    const after = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined)
    const [by, features] = [after('--by'), after('--features')]
    const event = words.includes('--event') ? 'relapse' : null
    const block = words.includes('--block') ? 'species' : null
    if (words[1] === 'rank') {
      expect((await rank(table, { target, event, block, by: [by!] })).rankings[0].method).toBe(name)
    } else if (words[1] === 'score') {
      const pair = table.columns.filter((column) => column.type === 'numeric' && column.name !== target)
      expect(features).toBe('a,b')
      const two = pair.slice(0, 2).map((column) => column.name)
      expect((await score(table, { target, features: two, by: [by!] })).scores[0].method).toBe(name)
    } else {
      const [criterion, search, k] = [after('--criterion'), after('--search'), after('-k')]
      const { selected, warnings } = await select(table, {
        target,
        event,
        ...(isOfNeighbours && { drop: ['diagnosis'] }),
        ...(criterion === undefined ? { method: after('--method')! } : { criterion }),
        ...(search !== undefined && { search }),
        // Without a test of each gain.
        k: Number(k ?? 2),
        // A method that resamples is quick with a cheap criterion.
        ...(isOuterMethod(name)
          ? name !== 'consensus' && { criterion: 'pearson' }
          : { budget: { evals: learner ? 3 : 40 } }),
      })
      // Knockoffs choose 1/q columns or more, or none: of ten, with q = 0.1, hardly ever any.
      if (name === 'knockoffs') {
        expect(warnings.map(({ code }) => code)).toContain('no-discoveries')
      } else expect(selected).not.toEqual([])
    }
  })

  it('writes CSV, a line for each entry with its kind', async () => {
    const { out } = await criba(['methods', '--format', 'csv'])
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toBe('id,shape,title,better,units,formula,source,kind')
    expect(lines.slice(1).map((line) => line.slice(0, line.indexOf(',')))).toEqual(names)
    const kinds = lines.slice(1).map((line) => line.slice(line.lastIndexOf(',') + 1))
    expect(kinds).toEqual([
      ...catalogue.methods.map(() => 'method'),
      ...searches.map(() => 'search'),
      ...learners.map(() => 'learner'),
    ])
    expect(lines).toContain('beam,step,Beam search,,,,Lowerre 1976,search')
  })

  it('writes one entry as JSON, with empty lists of the other kinds', async () => {
    const { out } = await criba(['methods', 'linear', '--format', 'json'])
    const one = JSON.parse(out) as Catalogue
    expect(isValid(one), JSON.stringify(isValid.errors)).toBe(true)
    expect(one).toEqual(JSON.parse(JSON.stringify(methods('linear'))))
    expect([one.methods, one.searches, idsOf(one.learners)]).toEqual([[], [], ['linear']])
  })

  it.each([
    ['exhaustve', 'exhaustive'],
    ['naive-baies', 'naive-bayes'],
    ['jmj', 'jmi'],
  ])('suggests the nearest name for %s', async (given, near) => {
    const { code, out, err } = await criba(['methods', given])
    expect(err).toBe(`criba: unknown method, search or learner: ${given} (did you mean ${near}?)\n`)
    expect(out).toBe('')
    expect(code).toBe(1)
    expect(() => methods('nothing-like-it')).toThrow(
      'unknown method, search or learner: nothing-like-it (`criba methods` lists them)',
    )
  })
})
