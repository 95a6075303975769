import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { refuseManyEvents } from './risk-sets.ts'
import type { FollowUp } from './risk-sets.ts'

/** How events at the same time are treated. */
type EventTies = 'efron' | 'breslow'

/**
 * Minus the logarithm of Cox's partial likelihood as a function of the sums η that rows have, in the order of
 * the follow-up: Σ over events of ln Σ_at risk exp(η) − η. With `efron` the l-th of d events at one time sees
 * l/d of each of them less. A weight counts rows. Each pass goes over the rows once, by falling time and back;
 * sums at risk are kept relative to the greatest η so far, so no η is too great or too small.
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
    const { weights, isEvent } = this.#followUp
    let value = this.#sumUp(sums)
    for (let i = 0; i < sums.length; i++) if (isEvent[i]) value -= weights[i] * sums[i]
    return value
  }

  /** The slopes at some sums. */
  slopesAt(sums: Float64Array): Float64Array {
    this.#sumUp(sums)
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

  /** Sums up what is at risk at each time; the sum of its logarithms over the events. */
  #sumUp(sums: Float64Array): number {
    const { starts, weights, isEvent } = this.#followUp
    let [greatest, staying, logarithms] = [-Infinity, 0, 0]
    for (let time = 0; time + 1 < starts.length; time++) {
      let most = greatest
      for (let i = starts[time]; i < starts[time + 1]; i++) most = Math.max(most, sums[i])
      const factor = greatest === most ? 1 : exp(greatest - most)
      this.#factor[time] = factor
      staying *= factor
      greatest = most
      let [leaving, events] = [0, 0]
      for (let i = starts[time]; i < starts[time + 1]; i++) {
        const risk = weights[i] * exp(sums[i] - most)
        this.#risk[i] = risk
        if (isEvent[i]) {
          leaving += risk
          events += weights[i]
        } else staying += risk
      }
      logarithms += this.#addTime(time, { staying, leaving, events }) + events * most
      staying += leaving
    }
    return logarithms
  }

  #addTime(
    time: number,
    {
      staying,
      leaving,
      events,
    }: { readonly staying: number; readonly leaving: number; readonly events: number },
  ): number {
    let [hazard, shared, squares, sharedSquares, bothShared, logarithms] = [0, 0, 0, 0, 0, 0]
    const add = (times: number, share: number) => {
      const atRisk = staying + share * leaving
      const each = times / atRisk
      hazard += each
      shared += share * each
      squares += each / atRisk
      sharedSquares += (share * each) / atRisk
      bothShared += (share * share * each) / atRisk
      logarithms += times * ln(atRisk)
    }
    if (this.#ties === 'efron') for (let l = 0; l < events; l++) add(1, (events - l) / events)
    else if (events > 0) add(events, 1)
    this.#hazard[time] = hazard
    this.#shared[time] = shared
    this.#squares[time] = squares
    this.#sharedSquares[time] = sharedSquares
    this.#bothShared[time] = bothShared
    return logarithms
  }
}
