import { CribaError } from '#core'
import type { Forms, FormsRequest, Graph, OptionsOf, Warning } from '#core'
import { scaleOption } from '../../shapes/criterion.ts'
import type { RankScores, RankStep, Reads } from '../../shapes/criterion.ts'

/** What all methods on a graph of the rows have in common. */
export const graphFacts = {
  features: { numeric: 'distances', categorical: null },
  joint: true,
} as const

/** σ, and the edges of rows to themselves. */
export const edgeOptions = {
  sigma: {
    type: 'number',
    min: 0,
    default: 0,
    only: { weights: ['heat'] },
    help: 'σ of the weights exp(−d²/σ); 0: the mean squared length of the edges',
  },
  self: {
    type: 'flag',
    default: false,
    help: 'each row has an edge of weight 1 to itself, as in scikit-feature',
  },
  scale: scaleOption,
} as const

/** How many neighbours. */
export const neighboursOption = {
  type: 'whole',
  min: 1,
  default: 5,
  help: 'how many nearest rows each row has an edge to',
} as const

/** Options of the methods that take any graph. */
export const graphOptions = {
  graph: {
    type: 'choice',
    of: ['knn', 'epsilon', 'class'],
    default: 'knn',
    help: 'which rows have an edge: the nearest, those at most epsilon apart, or those of one class',
  },
  k: { ...neighboursOption, only: { graph: ['knn'] } },
  epsilon: {
    type: 'number',
    min: 0,
    default: 0,
    only: { graph: ['epsilon'] },
    help: 'how far apart rows with an edge are at most; 0: the least that connects all rows',
  },
  supervised: {
    type: 'flag',
    default: false,
    only: { graph: ['knn', 'epsilon'] },
    help: 'drops edges between classes; rows without a class keep theirs',
  },
  weights: {
    type: 'choice',
    of: ['heat', 'binary', 'class'],
    default: 'heat',
    help: 'the weight of an edge: exp(−d²/σ), 1, or with graph class 1 / rows of the class',
  },
  ...edgeOptions,
  self: { ...edgeOptions.self, only: { graph: ['knn', 'epsilon'] } },
} as const

/** A graph as options give it; that of `spec` has `complete` too, all pairs of rows. */
interface GraphChoice {
  readonly graph: 'knn' | 'epsilon' | 'class' | 'complete'
  readonly k: number
  readonly epsilon: number
  readonly supervised: boolean
  readonly weights: 'heat' | 'binary' | 'class'
  readonly sigma: number
  readonly self: boolean
  readonly scale: FormsRequest['scale']
}

/** How a method with these options reads columns: it needs a target only where the graph looks at classes. */
export function readsGraph({ graph, supervised }: Pick<GraphChoice, 'graph' | 'supervised'>): Reads {
  return { ...graphFacts, target: graph === 'class' || supervised ? 'classes' : null }
}

/** Whether rows without a class have edges. */
export function hasUnlabelled({ graph }: Pick<GraphChoice, 'graph'>): boolean {
  return graph !== 'class'
}

type GraphStep = Pick<RankStep, 'features' | 'target' | 'view'>

/** The request of a method under a graph. */
export function graphNeeds(step: GraphStep & { readonly options: GraphChoice }): readonly [FormsRequest] {
  const { options } = step
  const { graph, k, epsilon, supervised, weights } = options
  if (weights === 'class' && graph !== 'class') {
    throw new CribaError('invalid', `invalid weights: class (needs graph class; graph is ${graph})`)
  }
  const graphs = {
    knn: { of: 'knn', k, supervised },
    epsilon: { of: 'epsilon', epsilon: epsilon === 0 ? null : epsilon, supervised },
    complete: { of: 'epsilon', epsilon: Infinity, supervised },
    class: { of: 'class' },
  } as const
  return formsNeeds(step, graphs[graph], options)
}

/** The request of a method for one graph. */
export function formsNeeds(
  { features, target, view }: GraphStep,
  graph: Graph,
  { weights, sigma, self, scale }: OptionsOf<typeof edgeOptions> & Pick<GraphChoice, 'weights'>,
): readonly [FormsRequest] {
  return [
    {
      kind: 'forms',
      columns: features,
      labels: target,
      graph,
      weights,
      sigma: sigma === 0 ? null : sigma,
      self,
      scale,
      view,
    },
  ]
}

/**
 * The scores of a method from the forms of each column that varies on the graph; others have none, and the
 * reason.
 */
export function graphScores(
  forms: Forms,
  step: Pick<RankStep, 'classes'> & { readonly options: Partial<GraphChoice> },
  scoreOf: (i: number) => number,
): RankScores {
  const { n, degree, squares, isolated, edges, components, joins } = forms
  const why = Array.from(squares, (of) => reasonAgainst(of, degree))
  const warnings: Warning[] = []
  if (isolated > 0) {
    const message = `${isolated} of ${n} rows ${isolated === 1 ? 'has' : 'have'} no edge in the graph (use another graph, or a larger k, epsilon or sigma)`
    warnings.push({ code: 'few-rows', message })
  }
  if (components > leastComponents(step) && components > isolated) {
    warnings.push({
      code: 'disconnected',
      message: `the graph of the ${n} rows has ${components} unconnected parts, so columns that tell these apart score best, whatever else they tell (${remedyOf(forms)})`,
    })
  }
  return {
    score: squares.map((_, i) => (why[i] === undefined ? scoreOf(i) : NaN)),
    n: new Float64Array(squares.length).fill(n),
    why,
    warnings,
    graph: { rows: n, edges, components, isolated, ...(joins !== null && { joins }) },
  }
}

/** How many parts a graph has by its definition: one for each class, where edges are within classes. */
function leastComponents({ classes, options }: Parameters<typeof graphScores>[1]): number {
  if (options.graph === 'class') return Infinity
  return Math.max(1, classes.length)
}

/** What connects the parts. */
function remedyOf({ joins, epsilon }: Forms): string {
  if (joins === null) return `a larger ${epsilon === null ? 'k' : 'epsilon'} or sigma may join them`
  return epsilon === null ? `k=${joins} joins them` : `epsilon=${aboveOf(joins)} joins them`
}

/** A number of five digits that is no smaller. */
function aboveOf(length: number): number {
  const shown = Number(length.toPrecision(5))
  return shown >= length ? shown : Number((length * (1 + 1e-4)).toPrecision(5))
}

function reasonAgainst(squares: number, degree: number): string | undefined {
  if (degree === 0) return 'the graph has no edges (use another graph, or a larger k or epsilon)'
  if (squares === 0) return 'constant on the graph'
  return Number.isFinite(squares) ? undefined : 'its squares are too large'
}

/** f̃ᵀLf̃ / f̃ᵀDf̃ of a column. */
export function laplacianRatio({ roughness, squares }: Forms, i: number): number {
  return roughness[i] / squares[i]
}
