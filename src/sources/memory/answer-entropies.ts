import { emptyEntropies } from '../../statistics/entropies.ts'
import type { Entropies, EntropySums } from '../../statistics/entropies.ts'
import { countMembers, membersOf } from '../../statistics/family.ts'
import type { Family } from '../../statistics/family.ts'
import type { EntropyRequest } from '../../statistics/request.ts'
import { absorbsMissing } from '../../statistics/variable.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Codes } from './codes.ts'
import { countCodes, countPairs, joinCodes } from './counting.ts'
import type { Sight } from './sight.ts'

/** Entropies of a family; yields after each set, so that the work can be followed and stopped. */
export function* answerEntropies(
  { family, within }: EntropyRequest,
  sight: Sight,
  sums: EntropySums,
): Generator<void, Entropies> {
  const answer = emptyEntropies(countMembers(family))
  const complete = within && membersOf(within)
  const base = baseCodes(family, sight)
  let counted: { member: readonly Variable[]; out: Uint8Array | null; place: number } | null = null
  let place = 0
  for (const member of membersOf(family)) {
    const others = (complete?.next().value as readonly Variable[] | undefined) ?? []
    const out = incompleteRows(others, member, sight)
    // One set asked for again, over the same rows, is counted once.
    if (counted && out === null && counted.out === null && counted.member === member) {
      copy(answer, counted.place, place)
    } else {
      sums.put(answer, place, count(member, base, sight, out))
      counted = { member, out, place }
    }
    place++
    yield
  }
  return answer
}

/** The base of a family, joined once for all its members. */
function baseCodes(family: Family, sight: Sight): Codes | null {
  if (!('each' in family) || family.base.length === 0) return null
  return joinCodes(family.base.map((variable) => sight.codesOf(variable)))
}

function count(
  member: readonly Variable[],
  base: Codes | null,
  sight: Sight,
  out: Uint8Array | null,
): Float64Array {
  const { weights } = sight.rows
  const last = sight.codesOf(member[member.length - 1])
  if (base) return countPairs(base, last, weights, out)
  if (member.length === 1) return countCodes(last, weights, out)
  return countPairs(
    joinCodes(member.slice(0, -1).map((variable) => sight.codesOf(variable))),
    last,
    weights,
    out,
  )
}

/** Rows where a variable that must be complete, but is not of the member itself, has no value; `null` if there are none. */
function incompleteRows(
  within: readonly Variable[],
  member: readonly Variable[],
  sight: Sight,
): Uint8Array | null {
  let out: Uint8Array | null = null
  for (const variable of within) {
    const { missing } = sight.columns[variable.column]
    if (!missing || absorbsMissing(variable) || member.includes(variable)) continue
    out = out ? out.map((mark, row) => mark | missing[row]) : missing
  }
  return out
}

function copy(answer: Entropies, from: number, to: number): void {
  for (const part of Object.values(answer) as Float64Array[]) part[to] = part[from]
}
