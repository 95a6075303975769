import { singles } from '#core'
import type { Answer, Counts, Entropies, EntropyRequest, Request } from '#core'
import { adjustedInformation, differenceBeyondRounding } from '../../measures/adjusted-information.ts'
import { entropy } from '../../measures/estimators.ts'
import { ratio } from '../../measures/test.ts'
import { defineRank } from '../../shapes/criterion.ts'
import type { CriterionFacts, RankScores, RankStep } from '../../shapes/criterion.ts'

const options = {
  adjusted: {
    type: 'flag',
    default: false,
    help: 'less what chance gives: fair between columns of few levels and of many',
  },
} as const

type Options = typeof options

/**
 * A method that is I(X;Y) in a measure of its own, from H(X), H(Y) and H(X,Y), all three over the rows
 * complete in both. With `adjusted` it is (I − E)/(most − E), E the mean of I over permutations of the target
 * and `most` what the method divides by.
 */
export function informationRanker<const Id extends string>(
  record: Omit<CriterionFacts<Options>, 'features' | 'target' | 'options' | 'better' | 'withoutChance'> & {
    readonly id: Id
    score(x: Entropies, y: Entropies, joint: Entropies, feature: number): number
    /** What I is divided by, from H(X) and H(Y); null where it stands by itself. */
    readonly most: ((x: number, y: number) => number) | null
  },
) {
  return defineRank<Options, readonly Request[], Id>({
    ...record,
    features: { numeric: 'levels', categorical: 'levels' },
    target: 'levels',
    better: 'higher',
    options,
    takesGiven: ({ adjusted }) => !adjusted,
    withoutChance: ({ adjusted }) => (adjusted ? null : `${record.id}:adjusted=true`),
    needs: (step) => {
      const { features, target, view } = step
      const pairs = { base: [target!], each: features }
      if (!step.options.adjusted) return entropiesOf(step)
      return [...entropiesOf(step), { kind: 'counts', family: pairs, view }]
    },
    fold: (answers: readonly Answer[], step) => {
      const [x, y, joint] = answers as readonly [Entropies, Entropies, Entropies]
      const n = joint.n
      if (!step.options.adjusted) {
        return { n, score: n.map((_, feature) => record.score(x, y, joint, feature)) }
      }
      return { n, ...adjustedScores(answers[3] as readonly Counts[], x, y) }
    },
  })

  function adjustedScores(
    tables: readonly Counts[],
    x: Entropies,
    y: Entropies,
  ): Pick<RankScores, 'score' | 'why'> {
    const found = tables.map(adjustedInformation)
    const score = found.map(({ bits, expected }, i) => {
      if (Number.isNaN(bits)) return NaN
      return record.most
        ? ratio(bits, differenceBeyondRounding(record.most(entropy(x, i), entropy(y, i)), expected))
        : bits
    })
    return { score: Float64Array.from(score), why: found.map(({ why }) => why) }
  }
}

/** H(X), H(Y) and H(X,Y) of each column, all three over the rows complete in both. */
export function entropiesOf({ features, target, view }: RankStep): readonly EntropyRequest[] {
  const pairs = { base: [target!], each: features }
  const alone = [target!]
  return [
    { kind: 'entropy', family: singles(features), within: pairs, view },
    { kind: 'entropy', family: { list: features.map(() => alone) }, within: pairs, view },
    { kind: 'entropy', family: pairs, view },
  ]
}
