// Cox's partial likelihood of rows by falling time, ties by Breslow. `starts`: where the rows of each time begin, and the end.
// `isEvent`: 1 for rows whose time ended with the event, else 0. Sums at risk are kept relative to the greatest sum so far, so no sum
// is too great or too small.

/**
 * Minus its logarithm: Σ over events of ln Σ_at risk exp(η) − η. Writes for each row its weight times exp(η), relative to the
 * greatest η of its time and all later ones; and for each time what sums of later times are multiplied by to be relative to the
 * greatest η of this one, d/S and d/S², d the weight of its events and S what is at risk.
 */
export function eventLoss(
  sums: usize,
  starts: usize,
  times: u32,
  weights: usize,
  isEvent: usize,
  risks: usize,
  factors: usize,
  hazards: usize,
  squares: usize,
): f64 {
  // What rounding takes from long sums is added up beside them: steps are judged by small differences.
  let greatest: f64 = -Infinity
  let atRisk: f64 = 0
  let lost: f64 = 0
  let value: f64 = 0
  let lostValue: f64 = 0
  for (let time: u32 = 0; time < times; time++) {
    const first = placeOf(starts, time)
    const end = placeOf(starts, time + 1)
    const most = greatestOf(sums, first, end, greatest)
    const factor = greatest === most ? 1 : NativeMath.exp(greatest - most)
    const ofTime = (<usize>time) << 3
    store<f64>(factors + ofTime, factor)
    atRisk *= factor
    lost *= factor
    greatest = most
    let events: f64 = 0
    let ofEvents: f64 = 0
    for (let at = first; at < end; at += 8) {
      const weight = load<f64>(weights + at)
      const below = load<f64>(sums + at) - most
      const risk = weight * (below === 0 ? 1 : NativeMath.exp(below))
      store<f64>(risks + at, risk)
      const sum = atRisk + risk
      lost += roundedOff(atRisk, risk, sum)
      atRisk = sum
      const ofEvent = weight * load<f64>(isEvent + at)
      events += ofEvent
      ofEvents += ofEvent * below
    }
    const all = atRisk + lost
    const hazard = events > 0 ? events / all : 0
    store<f64>(hazards + ofTime, hazard)
    store<f64>(squares + ofTime, hazard > 0 ? hazard / all : 0)
    if (events === 0) continue
    const own = events * NativeMath.log(all) - ofEvents
    const next = value + own
    lostValue += roundedOff(value, own, next)
    value = next
  }
  return value + lostValue
}

/** The slopes, from what `eventLoss` wrote. */
export function eventSlopes(
  starts: usize,
  times: u32,
  weights: usize,
  isEvent: usize,
  risks: usize,
  factors: usize,
  hazards: usize,
  slopes: usize,
): void {
  let passed: f64 = 0
  for (let time = times; time > 0; time--) {
    const ofTime = (<usize>(time - 1)) << 3
    passed += load<f64>(hazards + ofTime)
    const end = placeOf(starts, time)
    for (let at = placeOf(starts, time - 1); at < end; at += 8) {
      const ofEvent = load<f64>(weights + at) * load<f64>(isEvent + at)
      store<f64>(slopes + at, load<f64>(risks + at) * passed - ofEvent)
    }
    passed *= load<f64>(factors + ofTime)
  }
}

/** The curvature times a direction of the rows, from what `eventLoss` wrote. `atRisk`: space for a number of each time. */
export function eventCurve(
  starts: usize,
  times: u32,
  risks: usize,
  factors: usize,
  hazards: usize,
  squares: usize,
  direction: usize,
  atRisk: usize,
  curved: usize,
): void {
  let sum: f64 = 0
  for (let time: u32 = 0; time < times; time++) {
    const ofTime = (<usize>time) << 3
    sum *= load<f64>(factors + ofTime)
    const end = placeOf(starts, time + 1)
    for (let at = placeOf(starts, time); at < end; at += 8)
      sum += load<f64>(risks + at) * load<f64>(direction + at)
    store<f64>(atRisk + ofTime, sum)
  }
  let passed: f64 = 0
  let change: f64 = 0
  for (let time = times; time > 0; time--) {
    const ofTime = (<usize>(time - 1)) << 3
    passed += load<f64>(hazards + ofTime)
    change -= load<f64>(squares + ofTime) * load<f64>(atRisk + ofTime)
    const end = placeOf(starts, time)
    for (let at = placeOf(starts, time - 1); at < end; at += 8)
      store<f64>(curved + at, load<f64>(risks + at) * (passed * load<f64>(direction + at) + change))
    const factor = load<f64>(factors + ofTime)
    passed *= factor
    change *= factor
  }
}

/**
 * A bound of the least value where slopes count, from a share of the slopes: −Σ over events of Σ q·ln(q/weight) with
 * q = share·p + (1 − share)·e, p the shares of rows in what is at risk, e those of the events of the time. From what `eventLoss`
 * wrote; at a share of 1 it is the value less slopes·η.
 */
export function eventDual(
  sums: usize,
  starts: usize,
  times: u32,
  weights: usize,
  isEvent: usize,
  risks: usize,
  factors: usize,
  share: f64,
): f64 {
  const logOfShare = share > 0 ? share * NativeMath.log(share) : 0
  let greatest: f64 = -Infinity
  let atRisk: f64 = 0
  let products: f64 = 0
  let bound: f64 = 0
  for (let time: u32 = 0; time < times; time++) {
    const first = placeOf(starts, time)
    const end = placeOf(starts, time + 1)
    const most = greatestOf(sums, first, end, greatest)
    const factor = load<f64>(factors + ((<usize>time) << 3))
    products = atRisk > 0 ? factor * (products + (greatest - most) * atRisk) : 0
    atRisk *= factor
    greatest = most
    let events: f64 = 0
    let ofEvents: f64 = 0
    let productsOfEvents: f64 = 0
    for (let at = first; at < end; at += 8) {
      const risk = load<f64>(risks + at)
      const product = risk * (load<f64>(sums + at) - most)
      const event = load<f64>(isEvent + at)
      atRisk += risk
      products += product
      events += event * load<f64>(weights + at)
      ofEvents += event * risk
      productsOfEvents += event * product
    }
    if (events === 0) continue
    const moved = logOfShare - share * NativeMath.log(atRisk)
    let sum = (share * (products - productsOfEvents) + moved * (atRisk - ofEvents)) / atRisk
    for (let at = first; at < end; at += 8) {
      if (load<f64>(isEvent + at) === 0) continue
      const weight = load<f64>(weights + at)
      const own = (share * load<f64>(risks + at)) / weight / atRisk + (1 - share) / events
      if (own > 0) sum += weight * own * NativeMath.log(own)
    }
    bound -= events * sum
  }
  return bound
}

/** Where the rows of a time begin among numbers of the rows. */
function placeOf(starts: usize, time: u32): usize {
  return (<usize>load<u32>(starts + ((<usize>time) << 2))) << 3
}

/** The greatest of some numbers and of one before them. */
function greatestOf(numbers: usize, first: usize, end: usize, before: f64): f64 {
  let most = before
  for (let at = first; at < end; at += 8) most = Math.max(most, load<f64>(numbers + at))
  return most
}

/** What a sum of two numbers lost by rounding (Knuth). */
function roundedOff(one: f64, other: f64, sum: f64): f64 {
  const added = sum - one
  return one - (sum - added) + (other - added)
}
