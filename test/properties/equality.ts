import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

/**
 * What is strictly equal to Node is equal to every matcher, and Node finds that of long lists in a fraction of the time. Where it is
 * not, the matcher looks, and says what differs.
 */
function strictlyEqual(a: unknown, b: unknown): true | undefined {
  const mayBeLong = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  return mayBeLong && isDeepStrictEqual(a, b) ? true : undefined
}

expect.addEqualityTesters([strictlyEqual])
