import { describe, expect, it } from 'vitest'
import { rankers, setCriteria, stepCriteria } from 'criba/methods'
import { compiler } from './compiler.ts'

const right = [
  `rank(table, { target: 'y', by: ['pearson', 'fisher:denominator=total', fisher, fisher({ denominator: 'total' })] })`,
  `rank(table, { by: [{ method: 'fisher', options: { denominator: 'within' } }, { method: 'pearson' }, 'delta-test:k=3'] })`,
  `rank(table, { by: [mine, jointMi] })`,
  `rank(table, { by: names as NonNullable<RankSpec['by']>[number][] })`,
  `rank(table, { by: ['mutual-information:estimator=nearest,jitter=1e-10'] })`,
  `for (const x of [1, 2]) rank(table, { by: [\`delta-test:k=\${x}\`, deltaTest({ k: x })] })`,
  `for (const { id } of rankers) rank(table, { by: [id] })`,
  `rank(table, {}).then((result) => rank(table, { ...result.spec, seed: 3 }))`,
  `select(table, { target: 'y' }).then((result) => select(table, { ...result.spec, k: 3 }))`,
  `score(table, { features: ['a'] }).then((result) => score(table, result.spec))`,
  `score(table, { features: ['a'], by: ['joint-mi:estimator=plug-in', cv({ folds: 10 }), cv] })`,
  `select(table, { target: 'y' }).then(async (result) => (await criba.transform(result, table)).table.columns)`,
  `select(table, { method: 'jmi', k: 3 })`,
  `select(table, { criterion: cv({ learner: defineLearner({ fit: (_, y) => ({ predict: (rows) => rows.map(() => y[0]) }) }, { id: 'first', task: 'regression' }) }) })`,
  `select(table, { criterion: 'cv:learner=forest,trees=20', evidence: { learner: 'mine' } })`,
  `select(table, { method: 'joint:lookahead=2,null=max', prefilter: 'mutual-information:top=50' })`,
  `select(table, { method: 'exhaustive-dt', startFrom: ['a'], cut: 'fdr:0.05', stop: null })`,
  `select(table, { criterion: jmi(), search: forward() })`,
  `select(table, { criterion: jmi, search: forward, stop: 'gain:0.01' })`,
  `select(table, { criterion: pearson(), search: 'ranking', cut: 'top:10' })`,
  `select(table, { criterion: jointMi(), search: forward(), stop: 'significance:alpha=0.01,null=max' })`,
  `select(table, { criterion: deltaTest(), search: exhaustive({ to: 3 }), pareto: 'sse' })`,
  `select(table, { criterion: deltaTest, search: exhaustive })`,
  `select(table, { criterion: 'delta-test', search: 'exhaustive:from=2,to=4' })`,
  `select(table, { criterion: 'sse', search: { method: 'beam', options: { width: 3 } }, stop: 'partial-f:alpha=0.05' })`,
  `select(table, { criterion: (subset) => subset.length, search: exhaustive() })`,
  `select(table, { criterion: { score: async () => 1, better: 'lower' }, search: 'genetic' })`,
]

// Wrong lines, and the word that the compiler names in each.
const wrong = [
  [`rank(table, { by: ['pearsn'] })`, 'pearsn'],
  [`rank(table, { by: [jmi()] })`, 'jmi'],
  [`rank(table, { by: [jmi] })`, 'step'],
  [`rank(table, { by: ['jmi'] })`, 'jmi'],
  [`rank(table, { by: ['joint-mi'] })`, 'joint-mi'],
  [`rank(table, { by: 'pearson' })`, 'string'],
  [`rank(table, { by: ['fisher:denominater=total'] })`, 'denominater'],
  [`rank(table, { by: ['fisher:denominator=totl'] })`, 'totl'],
  [`rank(table, { by: ['pearson:bins=3'] })`, 'pearson:bins'],
  [`rank(table, { by: [{ method: 'pearsn' }] })`, 'pearsn'],
  [`rank(table, { by: [{ method: 'fisher', options: { denominater: 'total' } }] })`, 'denominater'],
  [`rank(table, { by: [fisher({ denominator: 'totl' })] })`, 'totl'],
  [`rank(table, { by: [{ method: 'fisher', options: { denominator: 'totl' } }] })`, 'totl'],
  [`rank(table, { by: names })`, 'string'],
  [`rank(table, { target: 'y', discretize: 'mdl' })`, 'discretize'],
  [`score(table, { features: ['a'], by: ['pearson'] })`, 'pearson'],
  [`score(table, { features: ['a'], by: [pearson] })`, 'rank'],
  [`select(table, { method: 'jmii' })`, 'jmii'],
  [`select(table, { method: { method: 'jmii' } })`, 'jmii'],
  [`select(table, { criterion: 'jmii' })`, 'jmii'],
  [`select(table, { criterion: 'cv:fold=3' })`, 'fold'],
  [`select(table, { criterion: cv({ learner: 'forrest' }) })`, 'forrest'],
  [`select(table, { search: 'foward' })`, 'foward'],
  [`select(table, { criterion: 'delta-test', search: 'exhaustive:too=4' })`, 'too'],
  [`select(table, { criterion: 'delta-test', search: exhaustive({ too: 4 }) })`, 'too'],
  [`select(table, { stop: 'soon' })`, 'soon'],
  [`select(table, { stop: 'gain' })`, 'gain'],
  [`select(table, { stop: 'significance:alfa=0.1' })`, 'alfa'],
  [`select(table, { cut: 'tops:10' })`, 'tops'],
  [`select(table, { prefilter: 'mutual-infomation:top=50' })`, 'infomation'],
  [`select(table, { pareto: 'jmi' })`, 'jmi'],
  // Criteria of steps and of single columns with searches of sets.
  [`select(table, { criterion: jmi(), search: exhaustive() })`, '"jmi"'],
  [`select(table, { criterion: njmim, search: exhaustive })`, 'SearchMethod'],
  [`select(table, { criterion: jmi, search: exhaustive })`, 'OfSets'],
  [`select(table, { criterion: pearson(), search: exhaustive() })`, 'exhaustive'],
  [`select(table, { criterion: 'jmi', search: 'exhaustive' })`, 'jmi'],
  [`const spec: SelectSpec<'step'> = { criterion: 'jmi', search: 'genetic' }`, 'genetic'],
] as const

const offers = [
  [`rank(table, { by: ['▮'] })`, rankers],
  [`rank(table, { by: [{ method: '▮' }] })`, rankers],
  [`score(table, { features: [], by: ['▮'] })`, setCriteria],
  [`select(table, { method: '▮' })`, [...rankers, ...setCriteria, ...stepCriteria]],
  [`select(table, { criterion: '▮' })`, [...rankers, ...setCriteria, ...stepCriteria]],
  [`select(table, { search: '▮' })`, ['forward', 'exhaustive', 'floating-forward', 'beam']],
  [`select(table, { criterion: 'jmi', search: '▮' })`, ['forward', 'beam']],
  [`select(table, { stop: '▮' })`, ['significance', 'rising', 'partial-f', 'none']],
  [`rank(table, { by: ['fisher:▮'] })`, ['fisher:denominator=total', 'fisher:denominator=within']],
  [`rank(table, { by: [{ method: 'fisher', options: { ▮ } }] })`, ['denominator']],
  [`rank(table, { by: [fisher({ denominator: '▮' })] })`, ['total', 'within']],
  [`select(table, { ▮ })`, ['criterion', 'search', 'stop', 'method']],
] as const

const lines = [...right, ...wrong.map(([line]) => line), ...offers.map(([line]) => line)]
const { faults, offered } = compiler(lines)

describe('the compiler', () => {
  it.each(right.map((line, i) => [line, i] as const))('accepts %s', (_, i) => {
    expect(faults[i]).toEqual([])
  })

  it.each(wrong.map(([line, word], i) => [line, word, right.length + i] as const))(
    'refuses %s',
    (_, word, i) => {
      expect(faults[i].join('\n')).toContain(word)
    },
  )
})

describe('an editor', () => {
  it.each(offers.map(([line, names], i) => [line, names, right.length + wrong.length + i] as const))(
    'completes %s',
    (_, names, i) => {
      expect(offered(i)).toEqual(
        expect.arrayContaining(names.map((name) => (typeof name === 'string' ? name : name.id))),
      )
    },
  )
})
