import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position, StepProblem } from '../../src/methods/searches/problem.ts'
import { earlyDropping } from '../../src/methods/searches/early-dropping.ts'
import { hiton } from '../../src/methods/searches/hiton.ts'
import { incrementalAssociation } from '../../src/methods/searches/incremental-association.ts'
import { driveSteps } from '../../src/methods/searches/driver.ts'
import { maxMin } from '../../src/methods/searches/max-min.ts'
import { resolveOptions } from '../../src/core/spec/options.ts'
import { none } from '../../src/methods/stops/halt.ts'
import { runs } from '../properties/runs.ts'

/** A network: the parents of each node, all before it. The target is one of the nodes. */
interface Network {
  readonly parents: readonly (readonly number[])[]
  readonly target: number
}

const networks: fc.Arbitrary<Network> = fc.integer({ min: 2, max: 8 }).chain((size) =>
  fc
    .tuple(
      fc.array(fc.boolean(), { minLength: (size * (size - 1)) / 2, maxLength: (size * (size - 1)) / 2 }),
      fc.integer({ min: 0, max: size - 1 }),
    )
    .map(([edges, target]) => {
      let edge = 0
      const parents = Array.from({ length: size }, (_, node) =>
        Array.from({ length: node }, (_, before) => before).filter(() => edges[edge++] === true),
      )
      return { parents, target }
    }),
)

/** Whether two nodes are d-separated: no path in the moral graph of the ancestors goes around what is given. */
function areSeparated({ parents }: Network, a: number, b: number, given: readonly number[]): boolean {
  const ancestors = new Set<number>()
  const add = (node: number) => {
    if (ancestors.has(node)) return
    ancestors.add(node)
    parents[node].forEach(add)
  }
  ;[a, b, ...given].forEach(add)
  const linked = new Set<string>()
  const link = (one: number, other: number) => linked.add(`${one}-${other}`).add(`${other}-${one}`)
  for (const node of ancestors) {
    for (const one of parents[node]) {
      link(one, node)
      for (const other of parents[node]) if (one !== other) link(one, other)
    }
  }
  const reached = new Set([a])
  for (const node of reached) {
    for (const other of ancestors) {
      if (linked.has(`${node}-${other}`) && !given.includes(other)) reached.add(other)
    }
  }
  return !reached.has(b)
}

/** The parents, the children, and the other parents of these. */
function blanketOf({ parents, target }: Network) {
  const children = parents.flatMap((of, node) => (of.includes(target) ? [node] : []))
  const near = new Set([...parents[target], ...children])
  const all = new Set([...near, ...children.flatMap((child) => parents[child])])
  all.delete(target)
  return { near: [...near].sort((a, b) => a - b), all: [...all].sort((a, b) => a - b) }
}

/** Candidates are the nodes without the target; their tests are those of the network. Strength is by a made-up order. */
function problemOf(network: Network) {
  const nodes = network.parents.map((_, node) => node).filter((node) => node !== network.target)
  const tested: string[] = []
  const problem: StepProblem = {
    size: nodes.length,
    evaluate: (selected, excluded = new Set()) => {
      const merit = Float64Array.from(nodes, (_, i) =>
        selected.includes(i) || excluded.has(i) ? NaN : (((i * 7 + selected.length * 3) % 5) + 1) / 10,
      )
      return Promise.resolve({ merit, gain: merit })
    },
    test: () => Promise.reject(new Error('no test')),
    pValues: () => Promise.reject(new Error('no p-values')),
    meritOf: () => Promise.resolve(1),
    independence: (questions) =>
      Promise.resolve(
        questions.map(({ given, candidates }) =>
          candidates.map((candidate) => {
            expect(given).not.toContain(candidate)
            tested.push(`${candidate}|${[...given].sort((a, b) => a - b).join()}`)
            const beside = given.map((one) => nodes[one])
            const isOut = areSeparated(network, nodes[candidate], network.target, beside)
            const pValue = isOut ? 0.5 : 0.01 / (candidate + 1)
            return { bits: isOut ? 0 : 0.1, pValue, lnP: Math.log(pValue), lacking: null, by: 'law' }
          }),
        ),
      ),
  }
  return { problem, nodes, tested }
}

const ofAll = [incrementalAssociation, earlyDropping, maxMin, hiton] as const

async function run(
  search: (typeof ofAll)[number],
  network: Network,
  k: number | null = null,
  options: Readonly<Record<string, number | boolean>> = {},
) {
  const { problem, nodes, tested } = problemOf(network)
  const { search: record } = search
  if (record.takes !== 'step') throw new Error('a search of steps')
  const limits = { k, halt: none, cut: null, start: [], keep: 1, bookmark: null, seed: 0, progress: () => {} }
  const walk = driveSteps(record, problem, limits, resolveOptions(record.id, record.options, options))
  const positions: Position[] = []
  for (;;) {
    const next = await walk.next()
    if (next.done) {
      const selected = (positions.at(-1)?.selected ?? []).map((one) => nodes[one]).sort((a, b) => a - b)
      const aside = positions.flatMap(({ setAside }) => (setAside ? [setAside] : []))
      return { positions, selected, tested, nodes, aside, stopped: next.value.stopped }
    }
    positions.push(next.value)
  }
}

describe('searches by tests of independence, where the tests are right', () => {
  it.each([
    ['incremental-association', incrementalAssociation, {}],
    ['incremental-association, interleaved', incrementalAssociation, { interleaved: true }],
    ['early-dropping', earlyDropping, { runs: 1 }],
  ] as const)('%s finds the Markov blanket', async (_, search, options) => {
    await fc.assert(
      fc.asyncProperty(networks, async (network) => {
        const { selected, nodes, aside } = await run(search, network, null, options)
        expect(selected).toEqual(blanketOf(network).all)
        // Each other column is said to be independent given a set that makes it so.
        expect(aside.map(({ candidate }) => nodes[candidate]).sort((a, b) => a - b)).toEqual(
          nodes.filter((node) => !selected.includes(node)),
        )
        for (const { candidate, given } of aside) {
          const beside = given!.map((one) => nodes[one])
          expect(areSeparated(network, nodes[candidate], network.target, beside)).toBe(true)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('early-dropping finds all parents and children without another run', async () => {
    await fc.assert(
      fc.asyncProperty(networks, async (network) => {
        const { selected } = await run(earlyDropping, network, null, { runs: 0 })
        const { near } = blanketOf(network)
        expect(near.filter((node) => !selected.includes(node))).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })

  it.each([
    ['max-min', maxMin],
    ['hiton', hiton],
  ] as const)('%s finds all parents and children, and tests nothing twice', async (_, search) => {
    await fc.assert(
      fc.asyncProperty(networks, async (network) => {
        const { selected, tested, nodes, aside } = await run(search, network, null, { most: 6 })
        const { near } = blanketOf(network)
        expect(near.filter((node) => !selected.includes(node))).toEqual([])
        expect(new Set(tested).size).toBe(tested.length)
        // What is chosen is independent given no set of other chosen columns.
        for (const node of selected) {
          const others = selected.filter((other) => other !== node)
          for (let mask = 0; mask < 1 << others.length; mask++) {
            const given = others.filter((_, i) => mask & (1 << i))
            expect(areSeparated(network, node, network.target, given)).toBe(false)
          }
        }
        for (const { candidate, given } of aside) {
          const beside = given!.map((one) => nodes[one])
          expect(areSeparated(network, nodes[candidate], network.target, beside)).toBe(true)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('stop at k, and give no more than k', async () => {
    await fc.assert(
      fc.asyncProperty(networks, fc.integer({ min: 1, max: 3 }), async (network, k) => {
        for (const search of ofAll) {
          const { positions, stopped } = await run(search, network, k)
          const most = Math.max(0, ...positions.map(({ selected }) => selected.length))
          expect(most).toBeLessThanOrEqual(k)
          if (most === k) expect(stopped).toBe(`k = ${k}`)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('with alpha = 1 choose every column, and with most = 0 all that are not independent alone', async () => {
    await fc.assert(
      fc.asyncProperty(networks, async (network) => {
        const all = network.parents.map((_, node) => node).filter((node) => node !== network.target)
        for (const search of ofAll) {
          expect((await run(search, network, null, { alpha: 1 })).selected).toEqual(all)
        }
        for (const search of [maxMin, hiton]) {
          const { selected } = await run(search, network, null, { most: 0 })
          expect(selected).toEqual(all.filter((node) => !areSeparated(network, node, network.target, [])))
        }
      }),
      { numRuns: runs(100) },
    )
  })
})
