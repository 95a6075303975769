import { CribaError, dataPartOf, isOuterMethod, parseMethod } from '#core'
import type { MethodSpec, SelectSpec, SettledSelectSpec } from '#core'
import { rankers, setCriteria, stepCriteria } from '#methods'
import type { Search } from '#methods'
import { namedMethods } from '../scope/named-methods.ts'
import type { Scorer } from './scorer.ts'
import type { SearchUnits } from './search-units.ts'

/** How many units the search has to find besides those kept; more than there are is an error. */
export function sizeToFind(
  k: number | null,
  { members, keptUnits: { length: kept } }: SearchUnits,
  { id }: Scorer['criterion'],
): number | null {
  if (k === null) return null
  const size = members.length + kept
  if (k > size) {
    const columns = `${size} column${size === 1 ? '' : 's'}`
    throw new CribaError('invalid', `invalid k: ${k} (${id} can take ${columns}: needs 1 to ${size})`)
  }
  if (k > kept) return k - kept
  throw new CribaError('invalid', `invalid k: ${k} (${kept} to keep leave none to choose: needs more)`)
}

/** The units that a search starts from: those named, or those that another method chooses first. */
export async function startOf(
  { startFrom, ...settled }: SettledSelectSpec,
  named: (names: readonly string[]) => readonly number[],
  select: (spec: SelectSpec) => Promise<{ readonly selected: readonly string[] }>,
): Promise<readonly number[]> {
  if (startFrom === null) return []
  const method = methodOf(startFrom)
  if (!method) return named(startFrom as readonly string[])
  const { seed, keep, groups, given } = settled
  const { selected } = await select({ ...dataPartOf(settled), seed, keep, groups, given, method })
  return named(selected)
}

/** A search that only adds or only removes cannot start beyond its end. */
export function checkStartSize(
  start: readonly number[],
  k: number | null,
  { keptUnits }: SearchUnits,
  { id, starts }: Search,
): void {
  if (k === null || start.length === 0) return
  const isBeyond = starts === 'growing' ? start.length > k : starts === 'shrinking' && start.length < k
  if (!isBeyond) return
  throw new CribaError(
    'invalid',
    `invalid k: ${k + keptUnits.length} (${id} starts with ${start.length + keptUnits.length} and only ${starts === 'growing' ? 'adds' : 'drops'})`,
  )
}

/** Whether a text starts with the name of a method. */
export function isMethod(text: string): boolean {
  const [name] = text.split(':')
  const id = name.trim()
  return (
    isOuterMethod(id) ||
    [...stepCriteria, ...setCriteria, ...rankers, ...namedMethods].some((method) => method.id === id)
  )
}

/** A method of the catalogue with its options; null where columns are named. */
function methodOf(given: NonNullable<SettledSelectSpec['startFrom']>): MethodSpec | null {
  if (typeof given !== 'string') return 'method' in given ? given : null
  if (isMethod(given)) return parseMethod(given)
  throw new CribaError('unknown', `unknown method to start from: ${given} (\`criba methods\` lists them)`)
}
