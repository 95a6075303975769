import { CribaError } from './error.ts'

/** Checks the signs between the items of lists, by column. */
export function settleSplit(
  _name: string,
  given: Readonly<Record<string, string>> | null | undefined,
): Readonly<Record<string, string>> {
  for (const [column, sign] of Object.entries(given ?? {})) {
    if (typeof sign !== 'string' || sign.trim() === '') throw invalidSplit(`${column}=${String(sign)}`)
  }
  return given ?? {}
}

/** Parses `channels=;,tags=|`, already split at its commas: nothing after the sign = stands for a comma. */
export function parseSplit(pairs: readonly string[]): Record<string, string> {
  const split = Object.create(null) as Record<string, string>
  for (const pair of pairs) {
    const equals = pair.lastIndexOf('=')
    if (equals < 1) throw invalidSplit(pair)
    split[pair.slice(0, equals)] = pair.slice(equals + 1) || ','
  }
  return split
}

function invalidSplit(given: string): CribaError {
  return new CribaError('invalid', `invalid split: ${given} (needs column=sign, as in channels=;)`)
}
