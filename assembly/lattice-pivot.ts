import { put } from './lattice-nodes'
import { Search } from './lattice-search'

/**
 * Removes rows from a node's list that are farther than a pivot in every set below, and stores the
 * differences of the others. The distance of the pivot with all later columns is the bound. So a row is
 * farther in every set if its distance plus, for each later column, the smaller of its difference and the
 * pivot's exceeds the bound. Returns the number of rows kept.
 */
export function excludeByPivot(
  search: Search,
  group: u32,
  pivot: u32,
  within: i32,
  count: u32,
  node: usize,
  list: usize,
): u32 {
  const numbers = search.numbers
  const stride: usize = search.groupStride
  const table = search.groups + group * stride
  const end = search.groups + search.groupCount * stride
  // The fourth lane is the sum over all later columns, not a difference in one column.
  const ofPivot = i32x4.replace_lane(v128.load(table + (pivot << 4)), 3, 0)
  const last = search.last + 16
  const lastOfPivot = v128.load(last + (pivot << 5))
  // Places after the last row get a distance beyond all others.
  v128.store(list + (count << 2), i32x4.splat(0x60000000))
  let kept: usize = 0
  for (let at = list; at < list + (count << 2); at += 16) {
    const distances = v128.load(at)
    const distance0 = load<i32>(at)
    const distance1 = load<i32>(at, 4)
    const distance2 = load<i32>(at, 8)
    const distance3 = load<i32>(at, 12)
    const row0: usize = (distance0 & numbers) << 4
    const row1: usize = (distance1 & numbers) << 4
    const row2: usize = (distance2 & numbers) << 4
    const row3: usize = (distance3 & numbers) << 4
    const own0 = v128.load(table + row0)
    const own1 = v128.load(table + row1)
    const own2 = v128.load(table + row2)
    const own3 = v128.load(table + row3)
    let both0 = shared(own0, ofPivot, v128.load(last + (row0 << 1)), lastOfPivot)
    let both1 = shared(own1, ofPivot, v128.load(last + (row1 << 1)), lastOfPivot)
    let both2 = shared(own2, ofPivot, v128.load(last + (row2 << 1)), lastOfPivot)
    let both3 = shared(own3, ofPivot, v128.load(last + (row3 << 1)), lastOfPivot)
    for (let later = table + stride; later < end; later += stride) {
      const laterOfPivot = i32x4.replace_lane(v128.load(later + (pivot << 4)), 3, 0)
      both0 = i32x4.add(both0, i32x4.min_s(v128.load(later + row0), laterOfPivot))
      both1 = i32x4.add(both1, i32x4.min_s(v128.load(later + row1), laterOfPivot))
      both2 = i32x4.add(both2, i32x4.min_s(v128.load(later + row2), laterOfPivot))
      both3 = i32x4.add(both3, i32x4.min_s(v128.load(later + row3), laterOfPivot))
    }
    const least = i32x4.add(distances, sumsOfFour(both0, both1, both2, both3))
    const left = ~i32x4.bitmask(i32x4.gt_s(least, i32x4.splat(within)))
    put(node, list, kept, distance0, own0)
    kept += left & 1
    put(node, list, kept, distance1, own1)
    kept += (left >> 1) & 1
    put(node, list, kept, distance2, own2)
    kept += (left >> 2) & 1
    put(node, list, kept, distance3, own3)
    kept += (left >> 3) & 1
  }
  return <u32>kept
}

/** The smaller differences in two groups of columns, added. */
function shared(a: v128, b: v128, c: v128, d: v128): v128 {
  return i32x4.add(i32x4.min_s(a, b), i32x4.min_s(c, d))
}

/** The sum over the lanes of each of four vectors. */
function sumsOfFour(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 1, 4, 5), v128.shuffle<i32>(a, b, 2, 3, 6, 7))
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 1, 4, 5), v128.shuffle<i32>(c, d, 2, 3, 6, 7))
  return i32x4.add(v128.shuffle<i32>(ab, cd, 0, 2, 4, 6), v128.shuffle<i32>(ab, cd, 1, 3, 5, 7))
}
