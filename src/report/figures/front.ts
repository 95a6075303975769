/** Sets by two numbers: of x more is better, of y less. */
interface SetScores {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  /** How many columns each has. */
  readonly sizes: ArrayLike<number>
}

/**
 * The places of the sets that no other set beats by both numbers, by falling x: from the front of the sets
 * before `from`, and the sets from there to `to`. Of sets equal in both the one with fewer columns is kept,
 * then the first.
 */
export function extendFront(
  front: readonly number[],
  sets: SetScores,
  from: number,
  to: number,
): readonly number[] {
  const kept = [...front]
  for (let set = from; set < to; set++) addTo(kept, set, sets)
  return kept
}

function addTo(front: number[], set: number, { x, y, sizes }: SetScores): void {
  if (!Number.isFinite(x[set]) || !Number.isFinite(y[set])) return
  // By falling x, y falls too: the last with as much x is the best of these by y.
  let [low, high] = [0, front.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (x[front[middle]] >= x[set]) low = middle + 1
    else high = middle
  }
  const before = front[low - 1]
  if (before !== undefined && y[before] <= y[set]) {
    const isEqual = x[before] === x[set] && y[before] === y[set]
    if (isEqual && sizes[set] < sizes[before]) front[low - 1] = set
    return
  }
  let begin = low
  if (before !== undefined && x[before] === x[set]) begin--
  let end = low
  while (end < front.length && y[front[end]] >= y[set]) end++
  front.splice(begin, end - begin, set)
}

/** What a set is worth: α·x − β·y. */
export function worthOf(
  { x, y }: SetScores,
  { alpha, beta }: { readonly alpha: number; readonly beta: number },
  place: number,
): number {
  return alpha * x[place] - beta * y[place]
}

/**
 * The places of the sets with the largest α·x − β·y, the best first; of equal ones that with fewer columns
 * first, then the first. Only sets that `takes` says.
 */
export function bestPlaces(
  sets: SetScores,
  weights: { readonly alpha: number; readonly beta: number },
  most: number,
  count: number,
  takes: (place: number) => boolean = () => true,
): readonly number[] {
  const { sizes } = sets
  const best: number[] = []
  const scores: number[] = []
  for (let place = 0; place < count; place++) {
    const score = worthOf(sets, weights, place)
    const isFull = best.length === most
    if (!Number.isFinite(score) || (isFull && score < scores[most - 1]) || !takes(place)) continue
    let at = best.length
    while (
      at > 0 &&
      (scores[at - 1] < score || (scores[at - 1] === score && sizes[best[at - 1]] > sizes[place]))
    )
      at--
    if (at === most) continue
    best.splice(at, 0, place)
    scores.splice(at, 0, score)
    if (isFull) {
      best.pop()
      scores.pop()
    }
  }
  return best
}
