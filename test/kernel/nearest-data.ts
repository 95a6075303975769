import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Columns of numbers from 0 to 1. */
export function seededColumns(rows: number, columns: number, seed = 1): Float64Array[] {
  const random = xoroshiro128plus(seed)
  return Array.from({ length: columns }, () =>
    Float64Array.from({ length: rows }, () => uniformFloat64(random)),
  )
}
