import { flippedShare, irrelevantColumns, irrelevantNumbers, numberedColumns, withFlips } from './columns.ts'
import { defineGenerator } from './generator.ts'
import type { MadeColumn } from './generator.ts'
import type { RandomStream } from '../random-stream.ts'

/**
 * Clusters on the corners of a hypercube, as of the Madelon data: columns that only work together, their
 * linear combinations, copies, and much noise.
 *
 * Each of the 2^k corners of a cube with edges of 2·`separation` is the centre of a cluster; half of the
 * corners, drawn by chance, have class 1. A row belongs to a corner, each with the same chance; its
 * informative columns are the corner plus A·z, with z standard normal and A a matrix of the cluster with
 * elements uniform on −1 … 1. Redundant columns are linear combinations of the informative ones, with weights
 * uniform on −1 … 1; repeated columns are copies of any of them. `noise` flips classes.
 *
 * Relevant: the informative columns x1 … xk. Redundant: the combinations and the copies. The others are
 * standard normal noise.
 *
 * Reference: Guyon (2003), Design of experiments for the NIPS 2003 variable selection benchmark: 5
 * informative, 5 redundant, 10 repeated and 480 columns of noise. scikit-learn's `make_classification`
 * follows it too.
 *
 * @example generate('madelon', { rows: 500, informative: 5, redundant: 5, repeated: 0, irrelevant: 40 })
 */
export const madelon = defineGenerator({
  name: 'madelon',
  title: 'Clusters on the corners of a cube, as of Madelon',
  formula: 'y is the class of the corner of the cube around which x1 … xk lie',
  reference: 'Guyon 2003',
  rows: 2000,
  noise: flippedShare(0.01),
  options: {
    informative: { whole: true, min: 1, max: 10, default: 5, help: 'k, the dimensions of the cube' },
    redundant: {
      whole: true,
      min: 0,
      max: 1000,
      default: 5,
      help: 'linear combinations of the informative columns',
    },
    repeated: {
      whole: true,
      min: 0,
      max: 1000,
      default: 10,
      help: 'copies of informative or redundant columns',
    },
    irrelevant: irrelevantColumns(480),
    separation: { min: 0, max: 1000, default: 2, help: 'half of the edge of the cube' },
  },
  make: ({ rows, noise, options, stream }) => {
    const { informative, redundant, repeated, irrelevant, separation } = options
    const flips = stream()
    const [ofCorners, ofRows, ofWeights, ofCopies] = [stream(), stream(), stream(), stream()]
    const clusters = clustersOf(informative, separation, ofCorners)
    const drawn = Array.from({ length: rows }, () =>
      drawPoint(clusters[ofRows.below(clusters.length)], ofRows),
    )
    const useful = numberedColumns('relevant', 1, informative, (at) =>
      Float64Array.from(drawn, ({ point }) => point[at]),
    )
    const names = useful.map(({ name }) => name)
    const mixed = numberedColumns('redundant', informative + 1, redundant, () => {
      const weights = names.map(() => between(ofWeights))
      return Float64Array.from(drawn, ({ point }) => dot(weights, point))
    }).map((column) => ({ ...column, of: names }))
    const sources: readonly MadeColumn[] = [...useful, ...mixed]
    const copies = Array.from({ length: repeated }, (_, i): MadeColumn => {
      const { name, values, of = [name] } = sources[ofCopies.below(sources.length)]
      return { name: `x${sources.length + i + 1}`, values, role: 'redundant', of }
    })
    const from = sources.length + repeated + 1
    const others = irrelevantNumbers({ rows, stream }, from, irrelevant, ({ normal }) => normal())
    const classes = Float64Array.from(drawn, ({ label }) => label)
    return { columns: [...sources, ...copies, ...others], target: withFlips(classes, noise, flips) }
  },
})

/** A cluster: its centre, the matrix of its points around it row by row, and its class. */
interface Cluster {
  readonly centre: readonly number[]
  readonly matrix: readonly (readonly number[])[]
  readonly label: number
}

/** A cluster at each corner; half of the corners have class 1. */
function clustersOf(dimensions: number, separation: number, random: RandomStream): readonly Cluster[] {
  const axes = Array.from({ length: dimensions }, (_, axis) => axis)
  const corners = 1 << dimensions
  const left = Array.from({ length: corners }, (_, corner) => corner)
  return Array.from({ length: corners }, (_, i) => {
    const at = random.below(left.length)
    const corner = left[at]
    left[at] = left[left.length - 1]
    left.pop()
    return {
      centre: axes.map((axis) => ((corner >> axis) & 1 ? separation : -separation)),
      matrix: axes.map(() => axes.map(() => between(random))),
      label: i % 2,
    }
  })
}

function drawPoint({ centre, matrix, label }: Cluster, { normal }: RandomStream) {
  const z = centre.map(() => normal())
  return { point: centre.map((value, axis) => value + dot(matrix[axis], z)), label }
}

function dot(weights: readonly number[], values: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * values[i], 0)
}

/** A uniform number from −1 to below 1. */
function between({ uniform }: RandomStream): number {
  return 2 * uniform() - 1
}
