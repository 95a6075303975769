/** The rows of a block that count, grouped by class; within a class they keep their order. */
@unmanaged
export class Groups {
  /** The numbers of the rows, 32 bits each, group by group. */
  order: usize
  /** The weights of the rows in that order, or 0 if each counts once. */
  weights: usize
  /** A `Segment` for each class that has a row. */
  segments: usize
  /** The number of segments. */
  count: u32
  /** Whether all rows are one group in their original order; `order` is not used then. */
  isWhole: u32
}

/** The rows of one class: `start` to `end` − 1 in the order, `n` their total weight. */
@unmanaged
export class Segment {
  level: u32
  start: u32
  end: u32
  n: f64
}

/** The segment at a place. */
export function segmentAt(groups: Groups, place: u32): Segment {
  return changetype<Segment>(groups.segments + place * offsetof<Segment>())
}

/** Makes all rows of a block one group in their original order. */
export function keepAllRows(address: usize, rows: u32): void {
  const groups = changetype<Groups>(address)
  groups.isWhole = 1
  groups.count = 0
  putSegment(groups, 0, 0, rows)
}

/** The address of the weights of a segment's rows, or 0 if each counts once. */
export function weightsOf(groups: Groups, segment: Segment): usize {
  return groups.weights ? groups.weights + ((<usize>segment.start) << 3) : 0
}

/**
 * Groups the rows of a block by level, 32 bits each. Rows whose level is not a class are left out and, if the
 * groups have weights, rows of weight 0. `counters` has 32 bits for each class and one more.
 */
export function groupRows(
  address: usize,
  rows: u32,
  levels: usize,
  classes: u32,
  weights: usize,
  counters: usize,
): void {
  const groups = changetype<Groups>(address)
  const order = groups.order
  if (groups.weights) {
    for (let row: usize = 0; row < rows; row++) {
      if (load<f64>(weights + (row << 3)) == 0) store<u32>(levels + (row << 2), classes)
    }
  }
  // Rows that are left out form one more class, the last, which gets no segment.
  memory.fill(counters, 0, (classes + 1) << 2)
  for (let row: usize = 0; row < rows; row++) {
    const counter = counters + (load<u32>(levels + (row << 2)) << 2)
    store<u32>(counter, load<u32>(counter) + 1)
  }
  groups.isWhole = 0
  groups.count = 0
  let start: u32 = 0
  for (let level: u32 = 0; level <= classes; level++) {
    const counter = counters + (level << 2)
    const end = start + load<u32>(counter)
    store<u32>(counter, start)
    if (end > start && level < classes) putSegment(groups, level, start, end)
    start = end
  }
  for (let row: usize = 0; row < rows; row++) {
    const counter = counters + (load<u32>(levels + (row << 2)) << 2)
    const place = load<u32>(counter)
    store<u32>(counter, place + 1)
    store<u32>(order + (place << 2), <u32>row)
  }
  if (groups.weights == 0 || groups.count == 0) return
  gather(groups, weights, groups.weights)
  for (let place: u32 = 0; place < groups.count; place++) sumSegmentWeights(groups, segmentAt(groups, place))
}

/** Copies groups without the rows that `mask` marks, a byte each. Source and target may be the same. */
export function filterRows(fromAt: usize, mask: usize, toAt: usize): void {
  const from = changetype<Groups>(fromAt)
  const to = changetype<Groups>(toAt)
  const count = from.count
  to.count = 0
  let kept: usize = 0
  for (let place: u32 = 0; place < count; place++) {
    const segment = segmentAt(from, place)
    const level = segment.level
    const start = kept
    kept = filterSegment(from, segment.start, segment.end, mask, to, kept)
    if (kept == start) continue
    putSegment(to, level, <u32>start, <u32>kept)
    if (to.weights) sumSegmentWeights(to, segmentAt(to, to.count - 1))
  }
  to.isWhole = 0
}

function filterSegment(from: Groups, start: usize, end: usize, mask: usize, to: Groups, first: usize): usize {
  const order = from.order
  const isWhole = from.isWhole != 0
  const weights = from.weights
  const toOrder = to.order
  const toWeights = to.weights
  let kept = first
  for (let i = start; i < end; i++) {
    const row = isWhole ? i : <usize>load<u32>(order + (i << 2))
    store<u32>(toOrder + (kept << 2), <u32>row)
    if (weights) store<f64>(toWeights + (kept << 3), load<f64>(weights + (i << 3)))
    kept += 1 - <usize>load<u8>(mask + row)
  }
  return kept
}

/** Copies the values of a block in the order of its groups. */
export function gather(groups: Groups, values: usize, to: usize): void {
  const rows = <usize>segmentAt(groups, groups.count - 1).end
  const order = groups.order
  let row: usize = 0
  for (; row + 4 <= rows; row += 4) {
    const from = order + (row << 2)
    const at = to + (row << 3)
    store<f64>(at, load<f64>(values + ((<usize>load<u32>(from)) << 3)))
    store<f64>(at, load<f64>(values + ((<usize>load<u32>(from, 4)) << 3)), 8)
    store<f64>(at, load<f64>(values + ((<usize>load<u32>(from, 8)) << 3)), 16)
    store<f64>(at, load<f64>(values + ((<usize>load<u32>(from, 12)) << 3)), 24)
  }
  for (; row < rows; row++) {
    store<f64>(to + (row << 3), load<f64>(values + ((<usize>load<u32>(order + (row << 2))) << 3)))
  }
}

function putSegment(groups: Groups, level: u32, start: u32, end: u32): void {
  const segment = segmentAt(groups, groups.count++)
  segment.level = level
  segment.start = start
  segment.end = end
  segment.n = <f64>(end - start)
}

function sumSegmentWeights(groups: Groups, segment: Segment): void {
  let n: f64 = 0
  for (let row = <usize>segment.start; row < segment.end; row++) n += load<f64>(groups.weights + (row << 3))
  segment.n = n
}
