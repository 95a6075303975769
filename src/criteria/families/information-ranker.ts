import type { Entropies } from '../../statistics/entropies.ts'
import { singles } from '../../statistics/family.ts'
import type { EntropyRequest } from '../../statistics/request.ts'
import { defineRank } from '../criterion.ts'
import type { CriterionFacts } from '../criterion.ts'

/** A method that is a function of H(X), H(Y) and H(X,Y), all three over the rows complete in both. */
export function informationRanker<const Id extends string>(
  record: Omit<CriterionFacts<Record<never, never>>, 'features' | 'target' | 'options' | 'better'> & {
    readonly id: Id
    score(x: Entropies, y: Entropies, joint: Entropies, feature: number): number
  },
) {
  return defineRank<Record<never, never>, readonly [EntropyRequest, EntropyRequest, EntropyRequest], Id>({
    ...record,
    features: { numeric: 'levels', categorical: 'levels' },
    target: 'levels',
    better: 'higher',
    options: {},
    needs: ({ features, target, view }) => {
      const pairs = { base: [target!], each: features }
      const alone = [target!]
      return [
        { kind: 'entropy', family: singles(features), within: pairs, view },
        { kind: 'entropy', family: { list: features.map(() => alone) }, within: pairs, view },
        { kind: 'entropy', family: pairs, view },
      ]
    },
    fold: ([x, y, joint]) => ({
      n: joint.n,
      score: joint.n.map((_, feature) => record.score(x, y, joint, feature)),
    }),
  })
}
