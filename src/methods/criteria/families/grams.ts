import { membersOf, variablesOf } from '#core'
import type { Family, MomentsOfFamily, MomentsRequest, Variable, View } from '#core'
import { canSquare } from '../../measures/test.ts'

/** The centred co-moments of a set and the target, which is place 0 of the table. */
export interface SetGram {
  readonly n: number
  /** Row by row, `width` columns. */
  readonly comoment: Float64Array
  readonly width: number
  /** The places of the set's columns. */
  readonly places: readonly number[]
  /** What of it has squares that leave the range of doubles. */
  readonly unsquarable?: 'the target' | 'the column'
}

/**
 * What criteria of numbers ask for: one table of co-moments of the target and every column of the family.
 * Sets that differ in one column each are asked for by themselves where that is less, and single columns
 * always, over their own rows.
 */
export function gramNeeds(sets: Family, target: Variable, view: View): readonly [MomentsRequest] {
  return [{ kind: 'moments', family: gramFamily(sets, target), of: 'values', view }]
}

function gramFamily(sets: Family, target: Variable): Family {
  const variables = [...variablesOf(sets)]
  if ('each' in sets) {
    const width = sets.base.length + 2
    if (width === 2 || width * width <= variables.length) {
      return { base: [target, ...sets.base], each: sets.each }
    }
  }
  return { list: [[target, ...variables]] }
}

/** The co-moments of each set of the family, from the answer. */
export function* gramsOf([moments]: readonly [MomentsOfFamily], sets: Family): Generator<SetGram> {
  const { members, width } = moments
  const isOfEach = 'each' in sets && width === sets.base.length + 2
  const places = new Map([...variablesOf(sets)].map((variable, i) => [variable, i + 1]))
  const tables = Array.from({ length: members }, (_, member) => tableOf(moments, member))
  let member = 0
  for (const set of membersOf(sets)) {
    const { unsquarable, ...table } = tables[isOfEach ? member++ : 0]
    const own = set.map((variable, i) => (isOfEach ? i + 1 : places.get(variable)!))
    const wild = unsquarable[0] ? 'the target' : own.some((place) => unsquarable[place]) ? 'the column' : null
    yield { ...table, width, places: own, ...(wild && { unsquarable: wild }) }
  }
}

function tableOf({ width, n, min, max, comoment }: MomentsOfFamily, member: number) {
  const unsquarable = Array.from(
    { length: width },
    (_, i) => n[member] > 0 && !canSquare(min[member * width + i], max[member * width + i]),
  )
  const cells = width * width
  return { n: n[member], comoment: comoment.subarray(member * cells, (member + 1) * cells), unsquarable }
}
