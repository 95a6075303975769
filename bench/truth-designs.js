// The tables and the methods of the study of known truth: `truth.js`.
import { generate } from 'criba/experiments'

/**
 * A table: each generator in a small and in a harder form.
 *
 * @typedef {{ name: string, generator: string, options: import('criba/experiments').GenerateOptions }} Design
 * @typedef {'numbers' | 'two classes' | 'classes'} Target
 * @typedef {{ target: Target, hasTexts: boolean }} Facts
 * @typedef {{ seeds?: number, rank: (facts: Facts) => NonNullable<import('criba').RankSpec['by']> | null }} Ranker
 * @typedef {{ seeds?: number, select: (facts: Facts, k: number) => Partial<import('criba').SelectSpec> | null }} Selector
 */

/** @type {readonly Design[]} */
export const designs = [
  design('friedman1', { rows: 200, irrelevant: 5 }),
  design('friedman1', { rows: 200, irrelevant: 45, noise: 3 }),
  design('friedman2', { rows: 200, irrelevant: 6 }),
  design('friedman2', { rows: 100, irrelevant: 46 }),
  design('friedman3', { rows: 200, irrelevant: 6 }),
  design('friedman3', { rows: 100, irrelevant: 46 }),
  design('correlated-groups', { rows: 200 }),
  design('correlated-groups', { rows: 100, correlation: 0.95, inactive: 8, noise: 2 }),
  design('xor', { rows: 200, irrelevant: 8 }),
  design('xor', { rows: 200, irrelevant: 48, noise: 0.1 }),
  design('parity', { rows: 200, bits: 3, irrelevant: 7 }),
  design('parity', { rows: 300, bits: 4, irrelevant: 26, noise: 0.1 }),
  design('monk1', { rows: 124 }),
  design('monk1', { rows: 124, irrelevant: 20 }),
  design('monk2', { rows: 432, irrelevant: 6 }),
  design('monk2', { rows: 169, irrelevant: 20 }),
  design('monk3', { rows: 122 }),
  design('monk3', { rows: 122, irrelevant: 20 }),
  design('corral', { rows: 128 }),
  design('corral', { rows: 128, irrelevant: 94 }),
  design('madelon', { rows: 500, repeated: 0, irrelevant: 10 }),
  design('madelon', { rows: 500, repeated: 0, irrelevant: 40, noise: 0.1 }),
  design('epistasis', { rows: 400, heritability: 0.2 }),
  design('epistasis', { rows: 400, heritability: 0.1, irrelevant: 98 }),
  design('led', { rows: 300 }),
  design('led', { rows: 100, irrelevant: 43, noise: 0.2 }),
]

/** @param {string} generator @param {import('criba/experiments').GenerateOptions} options @returns {Design} */
function design(generator, options) {
  const { rows, ...others } = options
  const given = Object.entries(others).map(([name, value]) => `${name}=${value}`)
  const call = given.length > 0 ? `${generator}:${given.join(',')}` : generator
  return { name: `${call}, ${rows} rows`, generator, options }
}

/**
 * What decides which methods fit: the kind of target, and whether columns are texts. @param {Design} design
 * @returns {Facts}
 */
export function factsOf({ generator, options }) {
  const { table } = generate(generator, options)
  const classes = new Set(valuesOf(table.columns[table.columns.length - 1])).size
  return {
    target: classes > 20 ? 'numbers' : classes > 2 ? 'classes' : 'two classes',
    hasTexts: table.columns.some(({ type }) => type === 'categorical'),
  }
}

/** @param {import('criba').Column} column @returns {Float64Array | readonly (string | number)[]} */
export function valuesOf(column) {
  return column.type === 'numeric' ? column.values : Array.from(column.codes, (code) => column.levels[code])
}

/**
 * The first columns of a ranking or of a search that is told how many: as many as are right. @type
 * {Record<string, Ranker | Selector>}
 */
export const orders = {
  'pearson, anova-f': {
    rank: ({ target, hasTexts }) => (hasTexts ? null : target === 'numbers' ? ['pearson'] : ['anova-f']),
  },
  'spearman, kruskal-wallis': {
    rank: ({ target, hasTexts }) =>
      hasTexts ? null : target === 'numbers' ? ['spearman'] : ['kruskal-wallis'],
  },
  'mutual-information': { rank: () => ['mutual-information'] },
  'distance-correlation': { rank: () => ['distance-correlation'] },
  mdfs: { rank: () => ['mdfs'] },
  'relieff, rrelieff': { rank: ({ target }) => (target === 'numbers' ? ['rrelieff'] : ['relieff']) },
  multisurf: { rank: ({ target }) => (target === 'numbers' ? null : ['multisurf']) },
  'forest-importance': { rank: () => ['forest-importance'] },
  lasso: { rank: ({ target }) => (target === 'classes' ? null : ['lasso']) },
  mrmr: { select: (_, k) => ({ method: 'mrmr', k, stop: 'none' }) },
  jmi: { select: (_, k) => ({ method: 'jmi', k, stop: 'none' }) },
  jmim: { select: (_, k) => ({ method: 'jmim', k, stop: 'none' }) },
  cmim: { select: (_, k) => ({ method: 'cmim', k, stop: 'none' }) },
  jmi3: { select: (_, k) => ({ method: 'jmi3', k, stop: 'none' }) },
  joint: { select: (_, k) => ({ criterion: 'joint', search: 'forward', k, stop: 'none' }) },
  'joint-mi': { select: (_, k) => ({ criterion: 'joint-mi', search: 'forward', k, stop: 'none' }) },
  'total-correlation': {
    select: ({ hasTexts }, k) =>
      hasTexts ? null : { criterion: 'total-correlation', search: 'forward', k, stop: 'none' },
  },
  'delta-test': {
    select: ({ target, hasTexts }, k) =>
      hasTexts || target === 'classes'
        ? null
        : { criterion: 'delta-test', search: 'forward', k, stop: 'none' },
  },
  'mi-dt': {
    select: ({ target, hasTexts }, k) =>
      hasTexts || target === 'classes' ? null : { criterion: 'mi-dt', search: 'forward', k, stop: 'none' },
  },
  rfe: { select: (_, k) => ({ method: 'rfe', k }) },
}

/** Selections that decide themselves how many columns they choose. @type {Record<string, Selector>} */
export const selections = {
  'the default': { select: () => ({}) },
  'joint, lookahead 2': {
    select: () => ({ criterion: 'joint', search: { method: 'forward', options: { lookahead: 2 } } }),
  },
  'joint-mi': { select: () => ({ criterion: 'joint-mi', search: 'forward' }) },
  'delta-test': {
    select: ({ target, hasTexts }) =>
      hasTexts || target === 'classes' ? null : { criterion: 'delta-test', search: 'forward' },
  },
  fcbf: { select: () => ({ method: 'fcbf' }) },
  cfs: { select: () => ({ criterion: 'cfs', search: 'best-first' }) },
  iamb: { select: () => ({ method: 'iamb' }) },
  lasso: { select: ({ target }) => (target === 'classes' ? null : { method: 'lasso' }) },
  'knockoffs, q = 0.2': {
    select: ({ target, hasTexts }) =>
      hasTexts || target === 'classes' ? null : { method: { method: 'knockoffs', options: { q: 0.2 } } },
  },
  'boruta, 100 trees': {
    seeds: 25,
    select: () => ({
      method: 'boruta',
      criterion: { method: 'forest-importance', options: { kind: 'permutation', trees: 100 } },
    }),
  },
  'cv of a tree, forward': {
    select: () => ({ criterion: { method: 'cv', options: { learner: 'tree' } }, search: 'forward' }),
  },
}
