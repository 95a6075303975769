import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { addEvents, refuseManyEvents } from './risk-sets.ts'
import type { EventTies, FollowUp } from './risk-sets.ts'

/**
 * Minus the logarithm of Cox's partial likelihood as a function of the sums η that rows have, in the order of
 * the follow-up: Σ over events of ln Σ_at risk exp(η) − η. With `efron` the l-th of d events at one time sees
 * l/d of each of them less. A weight counts rows. Each pass goes over the rows once, by falling time and back;
 * sums at risk are kept relative to the greatest η so far, so no η is too great or too small. What was summed
 * for some η is kept for the next question about the same array, which must not change meanwhile.
 */
export class PartialLikelihood {
  readonly #followUp: FollowUp
  readonly #ties: EventTies
  /** By row: its weight times exp(η), relative to the greatest η of its time and all later ones. */
  readonly #risk: Float64Array
  /** By time: what the sums of later times are multiplied by to be relative to the greatest η of this one. */
  readonly #factor: Float64Array
  /** By time, over its d events: Σ 1/S and Σ s/S, S what is at risk, s the share that sees tied events. */
  readonly #hazard: Float64Array
  readonly #shared: Float64Array
  /** The same of 1/S², s/S² and s²/S². */
  readonly #squares: Float64Array
  readonly #sharedSquares: Float64Array
  readonly #bothShared: Float64Array
  /** The sums of the last pass, and the value there. */
  #sums: Float64Array | null = null
  #value = 0

  constructor(followUp: FollowUp, ties: EventTies) {
    if (ties === 'efron') refuseManyEvents(followUp)
    const list = () => new Float64Array(followUp.starts.length)
    this.#followUp = followUp
    this.#ties = ties
    this.#risk = new Float64Array(followUp.rows.length)
    this.#factor = list()
    this.#hazard = list()
    this.#shared = list()
    this.#squares = list()
    this.#sharedSquares = list()
    this.#bothShared = list()
  }

  /** The value at some sums. */
  valueAt(sums: Float64Array): number {
    if (this.#sums !== sums) {
      this.#value = this.#sumUp(sums)
      this.#sums = sums
    }
    return this.#value
  }

  /** The slopes at some sums. */
  slopesAt(sums: Float64Array): Float64Array {
    this.valueAt(sums)
    const { starts, weights, isEvent } = this.#followUp
    const slopes = new Float64Array(sums.length)
    let passed = 0
    for (let time = starts.length - 2; time >= 0; time--) {
      const [ofEvents, ofOthers] = [passed + this.#shared[time], passed + this.#hazard[time]]
      for (let i = starts[time]; i < starts[time + 1]; i++) {
        slopes[i] = isEvent[i] ? this.#risk[i] * ofEvents - weights[i] : this.#risk[i] * ofOthers
      }
      passed = ofOthers * this.#factor[time]
    }
    return slopes
  }

  /** The curvature at the last sums times a direction. */
  curve(direction: Float64Array): Float64Array {
    const { starts, isEvent } = this.#followUp
    const risk = this.#risk
    const curved = new Float64Array(direction.length)
    const times = starts.length - 1
    const [ofStaying, ofLeaving] = [new Float64Array(times), new Float64Array(times)]
    let staying = 0
    for (let time = 0; time < times; time++) {
      staying *= this.#factor[time]
      let leaving = 0
      for (let i = starts[time]; i < starts[time + 1]; i++) {
        if (isEvent[i]) leaving += risk[i] * direction[i]
        else staying += risk[i] * direction[i]
      }
      ofStaying[time] = staying
      ofLeaving[time] = leaving
      staying += leaving
    }
    let [passed, change] = [0, 0]
    for (let time = times - 1; time >= 0; time--) {
      const [stay, leave] = [ofStaying[time], ofLeaving[time]]
      const events = passed + this.#shared[time]
      const others = passed + this.#hazard[time]
      const ofEvents = change - this.#sharedSquares[time] * stay - this.#bothShared[time] * leave
      const ofOthers = change - this.#squares[time] * stay - this.#sharedSquares[time] * leave
      for (let i = starts[time]; i < starts[time + 1]; i++) {
        curved[i] =
          risk[i] * (isEvent[i] ? events * direction[i] + ofEvents : others * direction[i] + ofOthers)
      }
      passed = others * this.#factor[time]
      change = ofOthers * this.#factor[time]
    }
    return curved
  }

  /** Sums up what is at risk at each time; the value. */
  #sumUp(sums: Float64Array): number {
    const { starts, weights, isEvent } = this.#followUp
    // What rounding takes from long sums is added up beside them: steps are judged by small differences.
    let [greatest, staying, lost, value, lostValue] = [-Infinity, 0, 0, 0, 0]
    for (let time = 0; time + 1 < starts.length; time++) {
      let most = greatest
      for (let i = starts[time]; i < starts[time + 1]; i++) if (sums[i] > most) most = sums[i]
      const factor = greatest === most ? 1 : exp(greatest - most)
      this.#factor[time] = factor
      staying *= factor
      lost *= factor
      greatest = most
      let [leaving, events, ofEvents] = [0, 0, 0]
      for (let i = starts[time]; i < starts[time + 1]; i++) {
        const risk = weights[i] * exp(sums[i] - most)
        this.#risk[i] = risk
        if (isEvent[i]) {
          leaving += risk
          events += weights[i]
          ofEvents += weights[i] * (sums[i] - most)
          continue
        }
        const sum = staying + risk
        lost += roundedOff(staying, risk, sum)
        staying = sum
      }
      if (events === 0) continue
      const own = this.#addTime(time, events, staying + lost, leaving) - ofEvents
      const next = value + own
      lostValue += roundedOff(value, own, next)
      value = next
      const sum = staying + leaving
      lost += roundedOff(staying, leaving, sum)
      staying = sum
    }
    return value + lostValue
  }

  /** Adds up over the events of a time; the sum of the logarithms of what is at risk. */
  #addTime(time: number, events: number, staying: number, leaving: number): number {
    let [hazard, shared, squares, sharedSquares, bothShared, logarithms] = [0, 0, 0, 0, 0, 0]
    addEvents(events, this.#ties, (times, share) => {
      const atRisk = staying + share * leaving
      const each = times / atRisk
      hazard += each
      shared += share * each
      squares += each / atRisk
      sharedSquares += (share * each) / atRisk
      bothShared += (share * share * each) / atRisk
      logarithms += times * ln(atRisk)
    })
    this.#hazard[time] = hazard
    this.#shared[time] = shared
    this.#squares[time] = squares
    this.#sharedSquares[time] = sharedSquares
    this.#bothShared[time] = bothShared
    return logarithms
  }
}

/** What a sum of two numbers lost by rounding (Knuth). */
function roundedOff(one: number, other: number, sum: number): number {
  const added = sum - one
  return one - (sum - added) + (other - added)
}

/** What no sums are below, ties by Breslow: Σ d·ln d over the times, d the weight of their events. */
export function saturatedValue({ starts, weights, isEvent }: FollowUp): number {
  let value = 0
  for (let time = 0; time + 1 < starts.length; time++) {
    let events = 0
    for (let i = starts[time]; i < starts[time + 1]; i++) events += weights[i] * isEvent[i]
    if (events > 0) value += events * ln(events)
  }
  return value
}
