import { isDeepStrictEqual } from 'node:util'
import type { Answers, Family, Request, Variable, View } from 'criba'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  familyKey,
  keyOfList,
  shortKeys,
  textKey,
  variableKey,
  viewKey,
} from '../../dist/src/core/statistics/keys.js'
import { requestKey, variablesRead } from '../../dist/src/core/statistics/request.js'
import { runs } from '../properties/runs.ts'

type Kind = Request['kind']
type RequestOf<K extends Kind> = Extract<Request, { readonly kind: K }>

const some = <T>(one: fc.Arbitrary<T>, minLength = 0) => fc.array(one, { minLength, maxLength: 3 })
const optional = <T, const N extends string>(name: N, one: fc.Arbitrary<T>) =>
  fc.option(one).map((value) => (value === null ? {} : { [name]: value }) as { [K in N]?: T })

const column = fc.nat(2)
// Texts that look like parts of a key, and one that is longer than a key.
const text = fc.constantFrom('', 'a', 'b', '"a","b"', '],"', '#', '1', 'é\ud800', 'long '.repeat(30))
const number = fc.constantFrom(0, -0, 1, 0.1, -Infinity, 1e300)
const level = fc.oneof(text, number)
const missing = optional('missing', fc.constant('level' as const))
const coding: fc.Arbitrary<Variable['coding']> = fc.oneof(
  fc.constant(null),
  fc.constantFrom({ kind: 'values' } as const, { kind: 'missingness' } as const),
  fc.tuple(some(number), missing).map(([cuts, more]) => ({ kind: 'cuts' as const, cuts, ...more })),
  fc.tuple(some(level), missing).map(([levels, more]) => ({ kind: 'levels' as const, levels, ...more })),
)
const permuted = fc.record({ seed: fc.nat(1), number: fc.nat(1) })
const variable: fc.Arbitrary<Variable> = fc
  .tuple(column, coding, optional('fill', level), optional('permuted', permuted))
  .map(([column, coding, fill, permuted]) => ({ column, coding, ...fill, ...permuted }))
const variables = some(variable)
const family: fc.Arbitrary<Family> = fc.oneof(
  fc.record({ base: variables, each: variables }),
  fc
    .tuple(variables, fc.tuple(fc.nat(2), fc.nat(2)), optional('base', variables))
    .map(([of, sizes, base]) => ({ of, sizes, ...base })),
  fc.record({ list: some(variables) }),
)
const plainView: fc.Arbitrary<View> = fc
  .tuple(
    optional('weights', column),
    optional('sampledOver', some(column)),
    optional('once', fc.boolean()),
    optional('complete', some(column)),
    optional('movedWith', variable),
  )
  .map((parts) => Object.assign({}, ...parts) as View)
const division = fc
  .tuple(
    fc.oneof(fc.record({ folds: fc.nat(2) }), fc.record({ share: fc.constantFrom(0.25, 0.5) })),
    fc.record({ seed: fc.nat(1), number: fc.nat(1) }),
    optional('by', variable),
    optional('together', variable),
    optional('along', variable),
  )
  .map(([size, seeds, by, together, along]) => ({ ...size, ...seeds, ...by, ...together, ...along }))
const view: fc.Arbitrary<View> = fc
  .tuple(
    plainView,
    optional(
      'sample',
      fc
        .tuple(
          fc.record({ of: plainView, division, part: fc.nat(1), rows: fc.constantFrom('train', 'test') }),
          optional('isSource', fc.constant(true as const)),
        )
        .map(([sample, more]) => ({ ...sample, ...more })),
    ),
  )
  .map(([plain, sample]) => ({ ...plain, ...sample }))

const wanted: fc.Arbitrary<RequestOf<'nearest'>['wanted']> = fc.oneof(
  fc.record({
    of: fc.constant('differences' as const),
    target: variable,
    as: fc.constantFrom('value', 'rank'),
    ties: fc.constantFrom('shared', 'first'),
  }),
  fc.constant({ of: 'distances' as const }),
  fc.record({ of: fc.constant('ksg' as const), with: variables, rule: fc.constantFrom(1, 2) }),
  fc.record({
    of: fc.constant('conditional' as const),
    with: variables,
    given: variables,
    rule: fc.constantFrom('frenzel-pompe', 'mesner-shalizi'),
  }),
  fc.record({ of: fc.constant('levels' as const), target: variable }),
)
const neighbourhood: fc.Arbitrary<RequestOf<'contrasts'>['neighbourhood']> = fc.oneof(
  fc.record({
    of: fc.constant('nearest' as const),
    k: fc.nat(3),
    ties: fc.constantFrom('shared', 'first'),
    decay: fc.constantFrom(null, 20),
  }),
  fc.record({
    of: fc.constant('radius' as const),
    mean: fc.constantFrom('pairs', 'row'),
    far: fc.boolean(),
  }),
)
const quantile = fc.record({
  part: fc.nat(2),
  of: fc.nat(2),
  side: fc.constantFrom('lower', 'upper', 'before', 'after'),
})

/** Requests of every kind. A kind that is forgotten here does not compile. */
const requests: { readonly [K in Kind]: fc.Arbitrary<Omit<RequestOf<K>, 'kind' | 'view'>> } = {
  contrasts: fc.record({
    columns: variables,
    target: variable,
    metric: fc.constantFrom('manhattan', 'euclidean'),
    differences: fc.constantFrom('absolute', 'squared'),
    neighbourhood,
    among: fc.constantFrom('classes', 'rest'),
    sample: fc.constantFrom(null, { rows: 3, seed: 0 }, { rows: 3, seed: 1 }, { rows: 30, seed: 1 }),
  }),
  counts: fc.record({ family }),
  density: fc.record({
    family,
    with: variables,
    kernel: fc.constant('gaussian' as const),
    bandwidth: fc.constantFrom('scott' as const, 'likelihood' as const, 0.5),
  }),
  dependence: fc.record({
    measure: fc.constantFrom('xi' as const, 'distance' as const, 'kernel' as const),
    family,
    target: variable,
    unbiased: fc.boolean(),
    seed: fc.nat(1),
  }),
  entropy: fc
    .tuple(fc.record({ family }), optional('within', family), optional('also', variable))
    .map(([of, within, also]) => ({ ...of, ...within, ...also })),
  fit: fc.record({
    model: fc.constantFrom({ id: 'logistic', ridge: 1 } as const, { id: 'logistic', ridge: 2 } as const),
    features: variables,
    target: variable,
    sets: fc.array(
      fc.record({
        columns: fc.array(fc.nat(2), { maxLength: 2 }),
        trials: fc.array(fc.nat(2), { maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
    parts: fc.array(view, { maxLength: 2 }),
    trials: fc.array(fc.record({ train: fc.array(fc.nat(2), { maxLength: 2 }), test: fc.nat(2) }), {
      maxLength: 2,
    }),
    metrics: fc.constantFrom([], ['accuracy'], ['accuracy', 'auc']),
  }),
  'likelihood-path': fc
    .tuple(
      fc.record({
        features: variables,
        target: variable,
        groups: fc.array(fc.nat(2), { maxLength: 2 }),
        penalty: fc.record({ columns: fc.nat(1), groups: fc.nat(1), squares: fc.nat(1) }),
        hasReference: fc.boolean(),
        penalties: fc.constantFrom(2, 100),
        least: fc.constantFrom(0.1, 0.01),
        parts: fc.array(view, { maxLength: 2 }),
        trials: fc.array(fc.record({ train: fc.array(fc.nat(2), { maxLength: 2 }), test: fc.nat(2) }), {
          maxLength: 2,
        }),
      }),
      optional('most', fc.constantFrom(1, 2)),
      optional('event', fc.record({ variable, level: fc.nat(1) })),
    )
    .map(([of, most, event]) => ({ ...of, ...most, ...event })),
  path: fc
    .tuple(
      fc.record({
        features: variables,
        targets: variables,
        groups: fc.array(fc.nat(2), { maxLength: 2 }),
        penalty: fc.oneof(
          fc.record({
            kind: fc.constant('norms' as const),
            columns: fc.nat(1),
            groups: fc.nat(1),
            squares: fc.nat(1),
          }),
          fc.record({
            kind: fc.constantFrom('adaptive' as const, 'bridge' as const),
            power: fc.constantFrom(0.5, 0.9),
            ridge: fc.constantFrom(1, 2),
          }),
          fc.record({
            kind: fc.constant('fused' as const),
            ratio: fc.constantFrom(1, 0.5),
            pairs: fc.constantFrom('neighbours' as const, 'group' as const),
          }),
        ),
        penalties: fc.constantFrom(2, 100),
        least: fc.constantFrom(0.1, 0.01),
        parts: fc.array(view, { maxLength: 2 }),
        trials: fc.array(fc.record({ train: fc.array(fc.nat(2), { maxLength: 2 }), test: fc.nat(2) }), {
          maxLength: 2,
        }),
      }),
      optional('most', fc.constantFrom(1, 2)),
    )
    .map(([of, most]) => ({ ...of, ...most })),
  forms: fc.record({
    columns: variables,
    labels: fc.option(variable),
    graph: fc.oneof(
      fc.record({ of: fc.constant('knn' as const), k: fc.nat(3), supervised: fc.boolean() }),
      fc.record({
        of: fc.constant('epsilon' as const),
        epsilon: fc.constantFrom(null, 0.5, 1),
        supervised: fc.boolean(),
      }),
      fc.record({ of: fc.constant('class' as const) }),
      fc.record({ of: fc.constant('labelled' as const), k: fc.nat(3) }),
    ),
    weights: fc.constantFrom('heat' as const, 'binary' as const, 'class' as const),
    sigma: fc.constantFrom(null, 0.5, 1),
    self: fc.boolean(),
    scale: fc.constantFrom('standard' as const, 'minmax' as const, 'none' as const),
  }),
  moments: fc
    .tuple(fc.record({ family, of: fc.constantFrom('values', 'ranks') }), optional('by', variable))
    .map(([of, by]) => ({ ...of, ...by })),
  nearest: fc
    .tuple(
      fc.record({
        family,
        k: fc.nat(3),
        metric: fc.constantFrom('euclidean', 'manhattan', 'chebyshev'),
        scale: fc.constantFrom('standard', 'minmax', 'none'),
        wanted,
      }),
      optional('jitter', number),
    )
    .map(([of, jitter]) => ({ ...of, ...jitter })),
  order: fc.record({ variable, at: some(quantile), distinctUpTo: fc.nat(2) }),
  rows: fc.record({ columns: variables }),
}
const kinds = Object.keys(requests) as Kind[]
const requestOf = (kind: Kind) =>
  fc.tuple(requests[kind], view).map(([rest, view]) => ({ kind, ...rest, view }) as Request)

/** The same content in other objects, with properties in another order, or `undefined`. */
function rebuilt(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(rebuilt)
  if (typeof content !== 'object' || content === null) return content
  const parts = Object.entries(content).reverse()
  return { nothing: undefined, ...Object.fromEntries(parts.map(([name, part]) => [name, rebuilt(part)])) }
}

/** The content without what changes no answer: permutations in `within`, which leave missing values in their rows. */
function meaningOf(content: unknown, isWithin = false): unknown {
  if (Array.isArray(content)) return content.map((part) => meaningOf(part, isWithin))
  if (typeof content !== 'object' || content === null) return content
  const parts = Object.entries(content).filter(([name]) => !isWithin || name !== 'permuted')
  return Object.fromEntries(
    parts.map(([name, part]) => [name, meaningOf(part, isWithin || name === 'within')]),
  )
}

const isEqual = (one: unknown, other: unknown) =>
  isDeepStrictEqual(rebuilt(meaningOf(one)), rebuilt(meaningOf(other)))

/** Words that say what else there is. */
const isVariant = (name: string, value: unknown) =>
  name === 'kind' ||
  (name === 'of' &&
    /^(differences|distances|ksg|conditional|levels|nearest|radius|knn|epsilon|class|labelled)$/.test(
      String(value),
    ))

const mayBeAbsent = new Set(
  ['within', 'also', 'by', 'jitter', 'missing', 'fill', 'most'].concat([
    'weights',
    'sampledOver',
    'once',
    'complete',
    'movedWith',
    'permuted',
    'sample',
    'isSource',
  ]),
)

/** Contents that differ in one number, text, truth value or length of a list, or lack a property, and so mean something else. */
function* changes(content: unknown, isWithin = false): Generator<unknown> {
  if (typeof content === 'number') yield content === 1 ? 2 : 1
  else if (typeof content === 'string') yield `${content} `
  else if (typeof content === 'boolean') yield !content
  else if (Array.isArray(content)) {
    if (content.length > 0) yield* [content.slice(1), [...content, content.at(-1)]]
    for (const [i, part] of content.entries()) {
      for (const other of changes(part, isWithin)) yield content.with(i, other)
    }
  } else if (typeof content === 'object' && content !== null) {
    for (const [name, part] of Object.entries(content)) {
      if (isVariant(name, part) || (isWithin && name === 'permuted')) continue
      if (mayBeAbsent.has(name)) yield { ...content, [name]: undefined }
      for (const other of changes(part, isWithin || name === 'within')) yield { ...content, [name]: other }
    }
  }
}

/** Every variable in a request but in its view. */
function variablesIn(content: unknown): readonly unknown[] {
  if (typeof content !== 'object' || content === null) return []
  if ('coding' in content) return [content]
  return Object.entries(content).flatMap(([name, part]) => (name === 'view' ? [] : variablesIn(part)))
}

/** Holds that equal content has equal keys, and any other content other keys. */
function holdKeys<T>(content: fc.Arbitrary<T>, key: (content: T) => string): void {
  fc.assert(
    fc.property(content, content, (one, other) => {
      const found = key(one)
      expect(key(rebuilt(one) as T)).toBe(found)
      for (const changed of changes(one)) expect(key(changed as T)).not.toBe(found)
      expect(key(other) === found).toBe(isEqual(one, other))
    }),
    { numRuns: runs(100) },
  )
}

describe.each(kinds)('a request of %s', (kind) => {
  it('has the key of its content', () => {
    holdKeys(requestOf(kind), requestKey)
  })

  it('has no key of another kind', () => {
    fc.assert(
      fc.property(requestOf(kind), fc.constantFrom(...kinds).chain(requestOf), (one, other) => {
        expect(requestKey(one) === requestKey(other)).toBe(isEqual(one, other))
      }),
    )
  })

  it('names every variable that it reads', () => {
    fc.assert(
      fc.property(requestOf(kind), (request) => {
        expect(new Set(variablesRead(request))).toEqual(new Set(variablesIn(request)))
      }),
    )
  })
})

describe('keys', () => {
  it('are those of the content of variables, families and views', () => {
    holdKeys(variable, variableKey)
    holdKeys(family, familyKey)
    holdKeys(view, viewKey)
  })

  it('of requests differ by a permuted variable, but not by one that only says which rows are complete', () => {
    const plain: Variable = { column: 0, coding: null }
    const variants = [plain, ...[1, 2].map((number) => ({ ...plain, permuted: { seed: 0, number } }))]
    const request = (set: Variable, within: Variable): Request => {
      return { kind: 'entropy', family: { list: [[set]] }, within: { list: [[within]] }, view: {} }
    }
    expect(new Set(variants.map((one) => requestKey(request(one, plain)))).size).toBe(3)
    expect(new Set(variants.map((one) => requestKey(request(plain, one)))).size).toBe(1)
  })

  it('of long lists differ in each place, and are short', () => {
    const keyOf = shortKeys(keyOfList(textKey))
    const list = Array.from({ length: 500 }, (_, i) => `level ${i}`)
    const found = new Set(list.map((_, i) => keyOf(list.with(i, 'other'))))
    expect(found.size).toBe(list.length)
    for (const key of found) expect(key.length).toBeLessThan(40)
  })
})

describe('the type of an answer', () => {
  it('follows from the kind of the request', () => {
    type Asked = readonly [RequestOf<'rows'>, RequestOf<'entropy'> | RequestOf<'order'>]
    type Found = Answers<Asked>
    expectTypeOf<Found[0]>().toHaveProperty('weights')
    expectTypeOf<Found[1]>().toHaveProperty('n')
    // @ts-expect-error: order statistics have no cells
    expectTypeOf<Found[1]>().toHaveProperty('cells')
  })
})
