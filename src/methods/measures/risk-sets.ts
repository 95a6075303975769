import { CribaError } from '#core'

/** Rows followed until an event or until they are censored, by falling time. */
export interface FollowUp {
  /** The number of each row. */
  readonly rows: Int32Array
  readonly weights: Float64Array
  /** Whether the time of a row ended with the event. */
  readonly isEvent: Uint8Array
  /** Where the rows of each time begin, and the end. */
  readonly starts: Int32Array
}

/** The rows with a time and a weight, by falling time; those of the level `event` ended with the event. */
export function followUpOf(
  times: Float64Array,
  { status, event }: { readonly status: Float64Array; readonly event: number },
  weights: Float64Array,
): FollowUp {
  const rows = Int32Array.from(times.keys())
    .filter((row) => weights[row] > 0 && !Number.isNaN(times[row]) && !Number.isNaN(status[row]))
    .sort((a, b) => times[b] - times[a])
  return {
    rows,
    weights: Float64Array.from(rows, (row) => weights[row]),
    isEvent: Uint8Array.from(rows, (row) => (status[row] === event ? 1 : 0)),
    starts: startsOf(rows, (one, other) => times[one] === times[other]),
  }
}

/** The rows among these that have a value; the same object where all have one. */
export function withValueOf(values: Float64Array, followUp: FollowUp): FollowUp {
  const { rows, weights, isEvent, starts } = followUp
  if (!rows.some((row) => Number.isNaN(values[row]))) return followUp
  const places = Int32Array.from(rows.keys()).filter((place) => !Number.isNaN(values[rows[place]]))
  const timeOf = new Int32Array(rows.length)
  for (let time = 0; time + 1 < starts.length; time++) timeOf.fill(time, starts[time], starts[time + 1])
  return {
    rows: places.map((place) => rows[place]),
    weights: Float64Array.from(places, (place) => weights[place]),
    isEvent: Uint8Array.from(places, (place) => isEvent[place]),
    starts: startsOf(places, (one, other) => timeOf[one] === timeOf[other]),
  }
}

function startsOf(sorted: Int32Array, areTied: (one: number, other: number) => boolean): Int32Array {
  const starts = sorted.length > 0 ? [0] : []
  for (let i = 1; i < sorted.length; i++) if (!areTied(sorted[i - 1], sorted[i])) starts.push(i)
  return Int32Array.from([...starts, sorted.length])
}

/** Efron's ties take a term for each event, at each evaluation. */
const mostEvents = 1e7

/** Refuses weights under which ties by Efron would take too long. */
export function refuseManyEvents({ weights, isEvent }: FollowUp): void {
  const events = weights.reduce((sum, weight, i) => sum + weight * isEvent[i], 0)
  if (events <= mostEvents) return
  throw new CribaError(
    'unsuitable',
    `unsuitable weights: they sum to ${events} events (at most ${mostEvents} with ties by Efron: use ties=breslow, or smaller weights)`,
  )
}

/** How events at the same time are treated. */
export type EventTies = 'efron' | 'breslow'

/**
 * The events of a time, as ties count them: `times` events see this `share` of all of them at risk. By
 * `breslow` all d see all d; by `efron` the l-th sees l/d less (Efron 1977).
 */
export function addEvents(
  events: number,
  ties: EventTies,
  add: (times: number, share: number) => void,
): void {
  if (ties === 'efron') for (let l = 0; l < events; l++) add(1, (events - l) / events)
  else if (events > 0) add(events, 1)
}

/**
 * What each time adds to U and to its variance V. At a time s of the rows at risk stay and d have the event;
 * with the means m and the scatters S of both, U gains n_s·d·`score`·(m_d − m_s) and V gains `stay`·S_s +
 * `leave`·S_d + n_s·d·`between`·(m_d − m_s)². Of levels with the counts s_k and d_k, V_kj loses `stayed`·s_k·s_j +
 * `between`·(s_k·d_j + d_k·s_j) + `left`·d_k·d_j.
 */
export interface RiskSets extends FollowUp {
  /** The total weight, and that of the rows with the event. */
  readonly n: number
  readonly events: number
  /** By time, falling. */
  readonly score: Float64Array
  readonly stay: Float64Array
  readonly leave: Float64Array
  readonly stayed: Float64Array
  readonly between: Float64Array
  readonly left: Float64Array
}

/**
 * The sets of rows at risk at each time. By `hypergeometric` the variance is that of d rows drawn from
 * those at risk without replacement (Mantel 1966). Rows censored at a time are at risk then.
 */
export function riskSets(followUp: FollowUp, ties: EventTies | 'hypergeometric'): RiskSets {
  const { weights, isEvent, starts } = followUp
  if (ties === 'efron') refuseManyEvents(followUp)
  const times = starts.length - 1
  const list = () => new Float64Array(times)
  const sums = { score: list(), stay: list(), leave: list(), stayed: list(), between: list(), left: list() }
  let [n, events] = [0, 0]
  for (let time = 0; time < times; time++) {
    let d = 0
    for (let i = starts[time]; i < starts[time + 1]; i++) {
      if (isEvent[i]) d += weights[i]
      else n += weights[i]
    }
    if (d > 0) addTime(sums, time, { stay: n, d, ties })
    n += d
    events += d
  }
  return { ...followUp, n, events, ...sums }
}

type Sums = Pick<RiskSets, 'score' | 'stay' | 'leave' | 'stayed' | 'between' | 'left'>

function addTime(
  sums: Sums,
  time: number,
  {
    stay,
    d,
    ties,
  }: {
    readonly stay: number
    readonly d: number
    readonly ties: EventTies | 'hypergeometric'
  },
): void {
  const add = (times: number, share: number) => {
    const n = stay + share * d
    const each = times / n
    sums.score[time] += each / d
    sums.stay[time] += each
    sums.leave[time] += share * each
    sums.stayed[time] += each / n
    sums.between[time] += (share * each) / n
    sums.left[time] += (share * share * each) / n
  }
  if (ties !== 'hypergeometric') {
    addEvents(d, ties, add)
    return
  }
  const n = stay + d
  if (n > 1) add((d * stay) / (n - 1), 1)
  sums.score[time] = 1 / n
}
