import { memberOf, settleChain } from '#core'
import type { ChainResult, ChainSpec, Run, Source, Table, Variable, View } from '#core'
import { entropyChain, entropyOf, informationChain, mutualInformation, plugIn } from '#methods'
import type { Quantity } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { readLevels } from './levels-in-scope.ts'

/** See `chain` (src/analyses/verbs.ts). */
export async function chainOf(data: Table | Source, spec: ChainSpec, run: Run = {}): Promise<ChainResult> {
  const settled = settleChain(spec)
  const { batcher, scope, features, target, resultOf } = await readLevels(
    data,
    settled,
    settled.features,
    run,
  )
  const order = features.map((_, i) => [i])
  const all = order.flat()
  const apart = entropyChain(order)
  const about = target ? informationChain([features.length], order) : []
  const whole = [entropyOf(all), ...(target ? [mutualInformation([features.length], all)] : [])]
  const variables = [...features, ...(target ? [target] : [])]
  const { n, bits } = await valuesOf([...apart, ...about, ...whole], variables, batcher, scope.view)
  const [joint, information] = bits.slice(apart.length + about.length)
  return {
    ...resultOf(n),
    command: 'chain',
    terms: settled.features.map((feature, i) => ({
      feature,
      entropy: bits[i],
      ...(target && { information: bits[apart.length + i] }),
    })),
    entropy: joint,
    ...(target && { information }),
  }
}

/**
 * Plug-in values of quantities of variables, in bits, from one request for the entropies of all their sets.
 */
async function valuesOf(
  quantities: readonly Quantity[],
  variables: readonly Variable[],
  batcher: RequestBatcher,
  view: View,
): Promise<{ readonly n: number; readonly bits: readonly number[] }> {
  const places = new Map<string, number>()
  const list: (readonly Variable[])[] = []
  for (const { axes } of quantities.flatMap(({ terms }) => terms)) {
    if (places.has(axes.join())) continue
    places.set(axes.join(), list.length)
    list.push(axes.map((axis) => variables[axis]))
  }
  const [[entropies]] = await batcher.request([[{ kind: 'entropy', family: { list }, view }]])
  const bits = quantities.map((quantity) => {
    const answers = quantity.terms.map(({ axes }) => memberOf(entropies, places.get(axes.join())!))
    return plugIn(quantity, answers, 0)
  })
  return { n: entropies.n[0], bits }
}
