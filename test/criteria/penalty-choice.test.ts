import { describe, expect, it } from 'vitest'
import { choosePenalty } from '../../dist/src/methods/criteria/families/penalty-choice.js'

/** What is chosen of three penalties by the errors of two folds of ten rows each, fold after fold. */
function chosenOf(rule: 'one-error' | 'min', ...errors: readonly (readonly number[])[]) {
  const none = new Float64Array(3)
  const { chosen, judged } = choosePenalty(
    {
      n: 20,
      lists: 1,
      penalties: Float64Array.of(3, 2, 1),
      starts: Uint32Array.of(0),
      weights: none,
      intercepts: none,
      sizes: none,
      residuals: Float64Array.of(1, 1, 1),
      gaps: none,
      degrees: none,
      isRidge: false,
      unsquarable: [],
      heldOut: Float64Array.of(10, 10),
      errors: Float64Array.from(errors.flat()),
    },
    rule,
    [],
    { loss: 'squares', classes: null, targets: null },
  )
  return { chosen, mean: [...judged!.mean], error: [...judged!.error] }
}

describe('the choice of a penalty by held-out errors', () => {
  it('takes the greatest whose mean is within one standard error of the least, the limit included', () => {
    // Of errors 1 and 3 the mean is 2, the standard error √2/√2 = 1: a mean of 3 is just within.
    const found = chosenOf('one-error', [3, 4, 1], [3, 2, 3])
    expect(found).toEqual({ chosen: 0, mean: [3, 3, 2], error: [0, 1, 1] })
    expect(chosenOf('one-error', [3, 4, 1], [3.001, 2, 3]).chosen).toBe(1)
    expect(chosenOf('min', [3, 4, 1], [3, 2, 3]).chosen).toBe(2)
  })

  it('takes the greatest of the least means where folds do not differ, or nothing is wrong', () => {
    expect(chosenOf('one-error', [4, 1, 1], [4, 1, 1]).chosen).toBe(1)
    expect(chosenOf('one-error', [4, 0, 0], [4, 0, 0]).chosen).toBe(1)
  })
})
