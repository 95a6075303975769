/** The largest gap of a Shell sort, 3i + 1. */
function firstStep(count: u32): u32 {
  let step: u32 = 1
  while (step < count / 3) step = 3 * step + 1
  return step
}

/** Sorts rows and their distances by distance, ties by row (Shell 1959). */
export function sortByDistance(distances: usize, rows: usize, count: u32): void {
  for (let step = firstStep(count); step > 0; step /= 3) {
    for (let i = step; i < count; i++) {
      const distance = load<f64>(distances + (i << 3))
      const row = load<u32>(rows + (i << 2))
      let at = i
      for (; at >= step; at -= step) {
        const before = load<f64>(distances + ((at - step) << 3))
        const rowBefore = load<u32>(rows + ((at - step) << 2))
        if (before < distance || (before == distance && rowBefore < row)) break
        store<f64>(distances + (at << 3), before)
        store<u32>(rows + (at << 2), rowBefore)
      }
      store<f64>(distances + (at << 3), distance)
      store<u32>(rows + (at << 2), row)
    }
  }
}

/** Above this number, rows are sorted with a bitmap. */
const mostInserted: u32 = 24

/** Sorts rows of 0 … `all` − 1; `bits` has a bit for each, all 0 before and after. */
export function sortRows(rows: usize, count: u32, bits: usize, all: u32): void {
  if (count <= mostInserted) {
    for (let i: u32 = 1; i < count; i++) {
      const row = load<u32>(rows + (i << 2))
      let at = i
      for (; at > 0 && load<u32>(rows + ((at - 1) << 2)) > row; at--) {
        store<u32>(rows + (at << 2), load<u32>(rows + ((at - 1) << 2)))
      }
      store<u32>(rows + (at << 2), row)
    }
    return
  }
  for (let i: u32 = 0; i < count; i++) {
    const row = load<u32>(rows + (i << 2))
    const word = bits + ((row >> 6) << 3)
    store<u64>(word, load<u64>(word) | ((<u64>1) << (row & 63)))
  }
  let to = rows
  for (let first: u32 = 0; first < all; first += 64) {
    const word = bits + (first >> 3)
    for (let left = load<u64>(word); left != 0; left &= left - 1) {
      store<u32>(to, first + <u32>ctz(left))
      to += 4
    }
    store<u64>(word, 0)
  }
}

/** Moves the k smallest of more than k numbers to the front, and returns the largest of them (Hoare 1961). */
export function selectSmallest(values: usize, count: u32, k: u32): f64 {
  const wanted = values + ((k - 1) << 3)
  let low = values
  let high = values + ((count - 1) << 3)
  while (low < high) {
    const pivot = load<f64>(low + (((high - low) >> 4) << 3))
    let i = low
    let j = high
    while (i <= j) {
      while (load<f64>(i) < pivot) i += 8
      while (load<f64>(j) > pivot) j -= 8
      if (i > j) break
      const value = load<f64>(i)
      store<f64>(i, load<f64>(j))
      store<f64>(j, value)
      i += 8
      j -= 8
    }
    if (wanted <= j) high = j
    else if (wanted >= i) low = i
    else break
  }
  return load<f64>(wanted)
}
