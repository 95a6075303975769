// The learners that have no closed form.
import { score, tableFromColumns } from 'criba'
import { cv } from 'criba/methods'
import fc from 'fast-check'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'
import { kernelModule, Kernels } from '../../dist/src/memory/threads/kernels.js'
import { DesignMatrix } from '../../dist/src/memory/models/design.js'
import { Network } from '../../dist/src/memory/models/mlp.js'
import { perceptron } from '../../dist/src/memory/models/perceptron.js'
import { randomOf } from '../contract/tables.ts'
import { near } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'

const rows = 240
const random = randomOf(3)
const a = Array.from({ length: rows }, () => 2 * random() - 1)
const b = Array.from({ length: rows }, () => 2 * random() - 1)
const table = tableFromColumns([
  ['a', a],
  ['b', b],
  // No line tells these: the quadrant, and the distance from the middle.
  ['quadrant', a.map((x, i) => (x * b[i] > 0 ? 'even' : 'odd'))],
  ['bowl', a.map((x, i) => 1e6 + 50 * (x * x + b[i] * b[i]))],
  // A line with a gap between the classes tells this.
  ['side', a.map((x, i) => (x + b[i] > 0 ? 'right' : 'left'))],
])

async function scoreOf(target: string, options: Parameters<typeof cv>[0]): Promise<number> {
  const { scores } = await score(table, { features: ['a', 'b'], target, by: [cv(options)] })
  return scores[0].score!
}

describe('mlp', () => {
  it('says whether its steps reach a minimum', async () => {
    const warningsOf = async (ridge: number) => {
      const by = [cv({ learner: 'mlp', ridge })]
      return (await score(table, { features: ['a', 'b'], target: 'bowl', by })).warnings
    }
    expect((await warningsOf(1e-6)).map(({ code }) => code)).toEqual(['not-converged'])
    expect(await warningsOf(1000)).toEqual([])
  })

  it('learns what no line tells', async () => {
    expect(await scoreOf('quadrant', { learner: 'logistic' })).toBeLessThan(0.7)
    expect(await scoreOf('quadrant', { learner: 'mlp', ridge: 0.1 })).toBeGreaterThan(0.93)
    expect(await scoreOf('bowl', { learner: 'linear' })).toBeLessThan(0.1)
    expect(await scoreOf('bowl', { learner: 'mlp', ridge: 0.01 })).toBeGreaterThan(0.97)
  })

  it('predicts the mean under a great ridge', async () => {
    expect(Math.abs(await scoreOf('bowl', { learner: 'mlp', ridge: 1e6 }))).toBeLessThan(0.05)
  })

  it('gives the same for the same seed, and begins elsewhere for another', async () => {
    const of = (seed: number) => scoreOf('bowl', { learner: 'mlp', hidden: 3, metric: 'mse', seed })
    expect(await of(1)).toBe(await of(1))
    expect(await of(1)).not.toBe(await of(2))
  })
})

const networks = fc.record({
  count: fc.integer({ min: 1, max: 30 }),
  numbers: fc.integer({ min: 0, max: 3 }),
  levels: fc.integer({ min: 1, max: 3 }),
  hidden: fc.integer({ min: 1, max: 5 }),
  classes: fc.constantFrom(0, 2, 3),
  isWeighted: fc.boolean(),
  seed: fc.integer({ min: 1, max: 1e6 }),
})

describe('the loss of a network', () => {
  it('and its slopes are those of the formula, written out', async () => {
    const kernels = await Kernels.load(await kernelModule())
    fc.assert(
      fc.property(networks, ({ count, numbers, levels, hidden, classes, isWeighted, seed }) => {
        const draw = randomOf(seed)
        const values = Array.from({ length: numbers }, () => Float64Array.from({ length: count }, draw))
        const codes = Uint8Array.from({ length: count }, () => Math.floor(draw() * levels))
        const weights = isWeighted ? Float64Array.from({ length: count }, () => 1 + draw()) : null
        const target = classes
          ? { codes: Uint8Array.from({ length: count }, () => Math.floor(draw() * classes)), classes }
          : { values: Float64Array.from({ length: count }, draw) }
        const columns = [...values.map((of) => ({ values: of, missing: null })), { codes, levels }]
        const training = {
          columns,
          target,
          rows: Int32Array.from({ length: count }, (_, i) => i),
          weights,
          shared: {},
        }
        const arena = kernels.arena()
        const network = new Network(new DesignMatrix(kernels, arena, training), hidden, arena, kernels)
        const size = network.layers.reduce((sum, { units, inputs }) => sum + units * (inputs + 1), 0)
        const point = Float64Array.from({ length: size }, () => 2 * draw() - 1)
        const { value, slopes } = network.lossAt(point)
        const plain = (at: Float64Array) => plainLoss({ values, codes, levels, weights, target }, hidden, at)
        near(value, plain(point))
        slopes.forEach((slope, i) => {
          const [up, down] = [point.slice(), point.slice()]
          up[i] += 1e-5
          down[i] -= 1e-5
          expect(Math.abs(slope - (plain(up) - plain(down)) / 2e-5)).toBeLessThan(1e-7)
        })
      }),
      { numRuns: runs(60) },
    )
  })
})

interface PlainInput {
  readonly values: readonly Float64Array[]
  readonly codes: Uint8Array
  readonly levels: number
  readonly weights: Float64Array | null
  readonly target:
    { readonly codes: Uint8Array; readonly classes: number } | { readonly values: Float64Array }
}

function plainLoss({ values, codes, levels, weights, target }: PlainInput, hidden: number, at: Float64Array) {
  const of: readonly number[] = weights ? [...weights] : Array.from(codes, () => 1)
  const scaled = (cells: Float64Array) => {
    const total = of.reduce((sum, weight) => sum + weight, 0)
    const mean = cells.reduce((sum, x, i) => sum + of[i] * x, 0) / total
    const spread = Math.sqrt(cells.reduce((sum, x, i) => sum + of[i] * (x - mean) ** 2, 0) / total)
    return cells.map((x) => (spread < 1e-12 ? 0 : (x - mean) / spread))
  }
  const numbers = values.map(scaled)
  const outputs = 'codes' in target ? target.classes : 1
  const wanted = 'codes' in target ? target.codes : scaled(target.values)
  let [loss, total] = [0, 0]
  codes.forEach((code, row) => {
    const inputs = [1, ...numbers.map((cells) => cells[row])]
    for (let level = 0; level < levels; level++) inputs.push(Number(level === code))
    let next = 0
    const layer = (from: readonly number[], units: number) =>
      Array.from({ length: units }, () => from.reduce((sum, x) => sum + x * at[next++], 0))
    const units = layer(inputs, hidden).map(Math.tanh)
    const sums = layer([1, ...units], outputs)
    const own =
      'codes' in target
        ? Math.log(sums.reduce((sum, z) => sum + Math.exp(z), 0)) - sums[wanted[row]]
        : (sums[0] - wanted[row]) ** 2 / 2
    loss += of[row] * own
    total += of[row]
  })
  return loss / total
}

describe('perceptron', () => {
  it('finds a line where there is one, and no more than a line', async () => {
    expect(await scoreOf('side', { learner: 'perceptron', epochs: 200 })).toBeGreaterThan(0.97)
    expect(await scoreOf('quadrant', { learner: 'perceptron' })).toBeLessThan(0.7)
  })

  it('sums the mean of the weights that it had after each row', async () => {
    const kernels = await Kernels.load(await kernelModule())
    fc.assert(
      fc.property(
        fc.record({
          count: fc.integer({ min: 1, max: 20 }),
          classes: fc.integer({ min: 2, max: 4 }),
          epochs: fc.integer({ min: 1, max: 6 }),
          isWeighted: fc.boolean(),
          seed: fc.integer({ min: 1, max: 1e6 }),
        }),
        ({ count, classes, epochs, isWeighted, seed }) => {
          const draw = randomOf(seed)
          const codes = Uint8Array.from({ length: count }, () => Math.floor(draw() * 3))
          const target = {
            codes: Uint8Array.from({ length: count }, () => Math.floor(draw() * classes)),
            classes,
          }
          const weights = isWeighted ? Float64Array.from({ length: count }, () => 1 + draw()) : null
          const rows = Int32Array.from({ length: count }, (_, i) => i)
          const training = { columns: [{ codes, levels: 3 }], target, rows, weights, shared: {} }
          const found = perceptron.fit(training, { epochs, seed }, kernels, 0).predict(rows)
          plainPerceptron({ codes, labels: target.codes, weights }, { classes, epochs, seed }).forEach(
            (sum, i) => near(found[i], sum),
          )
        },
      ),
      { numRuns: runs(60) },
    )
  })
})

function plainPerceptron(
  given: { readonly codes: Uint8Array; readonly labels: Uint8Array; readonly weights: Float64Array | null },
  { classes, epochs, seed }: { readonly classes: number; readonly epochs: number; readonly seed: number },
): readonly number[] {
  const { codes, labels, weights } = given
  const inputsOf = (row: number) => [1, ...[0, 1, 2].map((level) => Number(codes[row] === level))]
  const zeros = () => Array.from({ length: classes }, () => [0, 0, 0, 0])
  const sumsOf = (w: readonly (readonly number[])[], row: number) =>
    w.map((own) => own.reduce((sum, weight, i) => sum + weight * inputsOf(row)[i], 0))
  const [now, all] = [zeros(), zeros()]
  const order = [...codes.keys()]
  const stream = xoroshiro128plus(seed)
  let met = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let last = order.length - 1; last > 0; last--) {
      const other = uniformInt(stream, 0, last)
      ;[order[last], order[other]] = [order[other], order[last]]
    }
    let mistakes = 0
    for (const row of order) {
      const sums = sumsOf(now, row)
      const own = labels[row]
      const rest = [...sums.keys()].filter((one) => one !== own)
      const other = rest.reduce((best, one) => (sums[one] > sums[best] ? one : best), rest[0])
      if (sums[other] >= sums[own]) {
        mistakes++
        inputsOf(row).forEach((x, i) => {
          now[own][i] += (weights?.[row] ?? 1) * x
          now[other][i] -= (weights?.[row] ?? 1) * x
        })
      }
      met++
      all.forEach((sums, one) => sums.forEach((_, i) => (sums[i] += now[one][i])))
    }
    if (mistakes === 0) break
  }
  return [...codes.keys()].flatMap((row) => sumsOf(all, row).map((sum) => sum / met))
}
