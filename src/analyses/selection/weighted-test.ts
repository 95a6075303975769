import { conditionalMutualInformation, tableEstimators } from '#methods'
import type { NullTest } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { levelsError } from './gain-test.ts'
import type { TestContext } from './gain-test.ts'
import { testStrata } from './strata-test.ts'

/**
 * `testGain` under sampling weights. A table of fractions cannot be permuted, so rows are permuted within the
 * levels of the selected column beside which the candidates gain least. Null where no two rows share a level
 * of it.
 */
export async function testWeightedGain(
  batcher: RequestBatcher,
  tested: TestContext,
  selected: readonly number[],
  joining: readonly number[],
): Promise<NullTest | null> {
  const { features, target, view } = tested
  const candidates = joining.map((candidate) => features[candidate])
  if (!target?.coding || candidates.some(({ coding }) => !coding)) throw levelsError()
  let least = 0
  if (selected.length > 1) {
    const list = selected.map((j) => [features[j], ...candidates, target])
    const [tables] = await batcher.requestOnce([{ kind: 'counts', family: { list }, view }])
    const places = candidates.map((_, i) => i + 1)
    const gain = conditionalMutualInformation(places, [candidates.length + 1], [0])
    const gains = tables.map((table) => tableEstimators['plug-in'](table)(gain))
    gains.forEach((one, i) => {
      if (one < gains[least]) least = i
    })
  }
  const strata = selected.slice(least, least + 1)
  const found = await testStrata(batcher, tested, strata, joining, null)
  return found && { ...found, because: strata[0] ?? null }
}
