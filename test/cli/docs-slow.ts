/* The commands of the pages that take long: docs.long.ts runs them, and docs.document.ts what is quick of them. */

/** A command whose output a page shows. */
export interface ShownOutput {
  readonly args: readonly string[]
  readonly lines: readonly string[]
}

/** Ends of commands of many folds, runs or sets, each with the end that makes it quick, if that leaves something to see. */
export const slowEnds: Readonly<Record<string, string | null>> = {
  '--folds 10 --repeats 3': null,
  '--holdout 0.3 --repeats 20': null,
  '-t body_mass_g --strata species': null,
  '-t progression --size one-error': null,
  '-t progression --why s4': null,
  '-t sex --group island --folds 3': null,
  // Evidence of 30 columns; docs/start.md has that of six.
  '--target diagnosis': '--target diagnosis --no-evidence',
  'select examples/breast-cancer.csv -t diagnosis': null,
  '-t progression --quiet': '-t progression --quiet --no-evidence',
  '-k 3 --save two.json': '-k 3 --save two.json --no-evidence',
  '--report penguins.html --quiet': '--report penguins.html --quiet --no-evidence',
  '--size one-error -o reduced.csv --save run.json': '-k 3 --no-evidence -o reduced.csv --save run.json',
  // Its evidence is shown by itself.
  'select examples/penguins.csv -t species --drop island':
    'select examples/penguins.csv -t species --drop island --no-evidence',
  '-t diagnosis --alternatives': null,
  '-t diagnosis --report page.html': null,
  // test/cli/methods.document.ts runs each of the methods.
  '-t diagnosis --criterion lasso': null,
  '--by adaptive-lasso bridge fused-lasso --types sex=numeric': '--by adaptive-lasso --types sex=numeric',
  '--by sparse-logistic group-lasso:choose=bic': '--by group-lasso:choose=bic',
  '--method rfe --evidence --learner logistic': '--method rfe --no-evidence',
  '--criterion permutation-importance': '--criterion permutation-importance -k 1',
  '--prefilter boruta:runs=10 -k 3': null,
  '--method boruta:runs=20': '--method boruta:runs=3 --criterion mutual-information',
  '--method boruta:runs=30 --criterion mutual-information':
    '--method boruta:runs=3 --criterion mutual-information',
  '--method stability-selection:threshold=0.75,q=4':
    '--method stability-selection:threshold=0.75,q=4,pairs=5',
  'stability-selection:q=2 --criterion mrmr --groups examples/breast-cancer-groups.csv --keep texture':
    'stability-selection:q=2,pairs=5 --criterion mrmr --groups examples/breast-cancer-groups.csv --keep texture',
  '--methods stability-selection:q=3 lasso jmi -k 3':
    '--methods stability-selection:q=3,pairs=5 jmi -k 3 --folds 2',
  '--methods jmi mrmr relieff -k 10': '--methods jmi mrmr relieff -k 2 --folds 2',
  '--methods jmi mrmr --learner naive-bayes logistic -k 5':
    '--methods jmi mrmr --learner naive-bayes logistic -k 2 --folds 2',
  '--methods lasso delta-test --truth x1,x2,x3,x4,x5':
    '--methods lasso delta-test --truth x1,x2,x3,x4,x5 --folds 2',
  '--tune jmi:k=1..12': '--tune jmi:k=1..2 --folds 2',
  '--tune relieff:k=5/10/20': '--tune relieff:k=5/10 --folds 2',
  '--methods lasso stepwise --repeats 4': '--methods lasso stepwise --repeats 2 --folds 2',
  '--pareto joint-mi': '--pareto joint-mi --drop s1,s2,s3,s4',
  '--prefilter mutual-information:top=10 --criterion joint-mi --search exhaustive':
    '--prefilter mutual-information:top=4 --criterion joint-mi --search exhaustive',
  '--search recursive-elimination:share=0.3 --evidence':
    '--search recursive-elimination:share=0.3 --no-evidence',
  '--stability 20': '--stability 3',
  '--method rfe:learner=forest,trees=50 -k 5 --no-evidence':
    '--method rfe:learner=forest,trees=5 -k 5 --no-evidence',
}

/** Experiments that take a second or more: test/experiments/ has what is quick of them. */
const slowExperiment =
  /^(agreement|alpha-beta|example-.*|greedy-on-noise|hughes-curve|missing-labels|relief-blindness|square)$/

const endOf = (args: readonly string[]) => Object.keys(slowEnds).find((end) => args.join(' ').endsWith(end))

/** Whether a command takes long. */
export function isSlow(args: readonly string[]): boolean {
  return args[0] === 'experiment' ? slowExperiment.test(args[1]) : endOf(args) !== undefined
}

/** A command if it is quick, or its quick form, if there is one. */
export function quickCommand(args: readonly string[]): (readonly string[])[] {
  if (!isSlow(args)) return [args]
  const end = endOf(args)
  const quick = end === undefined ? null : slowEnds[end]
  return quick === null ? [] : [[...args.slice(0, -end!.split(' ').length), ...quick.split(' ')]]
}

/** What a page shows of a command in its quick form: without evidence, what comes before it. */
export function quickOutput({ args, lines }: ShownOutput): ShownOutput[] {
  return quickCommand(args).map((quick) => {
    const evidence = lines.findIndex((line) => line.startsWith('evidence: '))
    const isWithout = quick !== args && quick.includes('--no-evidence') && evidence >= 0
    return { args: quick, lines: isWithout ? [...lines.slice(0, evidence), '…'] : lines }
  })
}
