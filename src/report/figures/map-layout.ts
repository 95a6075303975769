import cos from '@stdlib/math-base-special-cos'
import sin from '@stdlib/math-base-special-sin'

/** Dots in a circle of radius 1, and how far their distances are from those wanted. */
export interface Layout {
  readonly x: readonly number[]
  readonly y: readonly number[]
  /** Kruskal's stress-1, √(Σ (D − b·d)² / Σ D²) over all pairs, with the best scale b: 0 where all distances fit. */
  readonly stress: number
}

/** The distance wanted between two dots. */
type Distance = (a: number, b: number) => number

/** A turn has so many steps; angles are whole steps, so that a layout is the same in every browser. */
const turn = 720
/** First every tenth step is tried, then those around the best. */
const coarse = 10
const mostSweeps = 40

const circle = {
  x: Float64Array.from({ length: turn }, (_, step) => sin((step / turn) * 2 * Math.PI)),
  y: Float64Array.from({ length: turn }, (_, step) => -cos((step / turn) * 2 * Math.PI)),
}

/**
 * Lays dots out around a middle: the distance of each to the middle is given and stays, and only angles are chosen, so that the
 * distances between dots are in proportion to those wanted, as far as they can be. Dots are put in one by one, from the inside
 * or from the outside, then moved in turn until no move lowers the stress; the better one is taken. Yields between moves, so that
 * a page may draw meanwhile; the same input gives the same layout, bit for bit.
 */
export function* radialLayout(radii: readonly number[], distance: Distance): Generator<void, Layout> {
  const wanted = distancesOf(radii.length, distance)
  const outwards = [...radii.keys()].sort((a, b) => radii[a] - radii[b] || a - b)
  let best: Layout | null = null
  for (const order of [outwards, outwards.toReversed()]) {
    const ring = new Ring(radii, wanted)
    for (const dot of order) {
      ring.move(dot)
      yield
    }
    let isMoved = true
    for (let sweep = 0; sweep < mostSweeps && isMoved; sweep++) {
      isMoved = false
      for (const dot of order) {
        if (ring.move(dot)) isMoved = true
        yield
      }
    }
    const found = { x: [...ring.x], y: [...ring.y], stress: stressOf(ring.x, ring.y, wanted) }
    if (!best || found.stress < best.stress - 1e-9) best = found
  }
  return best!
}

/** Dots with angles of their own. */
class Ring {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly #steps: Int32Array
  readonly #radii: readonly number[]
  readonly #wanted: Float64Array
  /** ΣD·d and ΣD² over the pairs that are placed: stress-1 is √(1 − (ΣD·d)² / (Σd² ΣD²)). */
  #across = 0
  #square = 0

  constructor(radii: readonly number[], wanted: Float64Array) {
    this.#radii = radii
    this.#wanted = wanted
    this.x = new Float64Array(radii.length)
    this.y = new Float64Array(radii.length)
    this.#steps = new Int32Array(radii.length).fill(-1)
  }

  /** Moves a dot to the step of least stress, and says whether that is another one. */
  move(dot: number): boolean {
    const before = this.#steps[dot]
    const own = before < 0 ? { across: 0, square: 0 } : this.#sums(dot, before)
    this.#across -= own.across
    this.#square -= own.square
    let step = before < 0 ? 0 : before
    let most = -Infinity
    const offer = (other: number) => {
      const { across, square } = this.#sums(dot, other)
      const sum = this.#across + across
      const worth = this.#square + square > 0 ? (sum * sum) / (this.#square + square) : 0
      // Nearly equal places would be taken in turn without an end.
      if (worth > most * (1 + 1e-12)) [most, step] = [worth, other]
    }
    if (before >= 0) offer(before)
    for (let other = 0; other < turn; other += coarse) offer(other)
    const around = step
    for (let by = 1 - coarse; by < coarse; by++) offer((around + by + turn) % turn)
    const { across, square } = this.#sums(dot, step)
    this.#across += across
    this.#square += square
    this.x[dot] = this.#radii[dot] * circle.x[step]
    this.y[dot] = this.#radii[dot] * circle.y[step]
    this.#steps[dot] = step
    return step !== before
  }

  /** ΣD·d and ΣD² of a dot, if it were at a step, to all others that are placed. */
  #sums(dot: number, step: number): { readonly across: number; readonly square: number } {
    const { x, y } = this
    const steps = this.#steps
    const atX = this.#radii[dot] * circle.x[step]
    const atY = this.#radii[dot] * circle.y[step]
    const from = dot * x.length
    let across = 0
    let square = 0
    for (let other = 0; other < x.length; other++) {
      if (steps[other] < 0 || other === dot) continue
      const dx = atX - x[other]
      const dy = atY - y[other]
      const apart = dx * dx + dy * dy
      across += Math.sqrt(apart) * this.#wanted[from + other]
      square += apart
    }
    return { across, square }
  }
}

const mostIterations = 300

/**
 * Lays dots out by the distances wanted between them alone: SMACOF (de Leeuw 1977) from their best places on a circle, centred,
 * in a circle of radius 1. Yields between iterations.
 */
export function* planeLayout(count: number, distance: Distance): Generator<void, Layout> {
  const wanted = distancesOf(count, distance)
  const start = yield* radialLayout(new Array<number>(count).fill(1), distance)
  let [x, y] = [Float64Array.from(start.x), Float64Array.from(start.y)]
  const scale = scaleOf([...x.keys()], x, y, wanted) ?? 1
  let before = Infinity
  for (let iteration = 0; iteration < mostIterations && count > 1; iteration++) {
    const [nextX, nextY] = [new Float64Array(count), new Float64Array(count)]
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < count; b++) {
        if (a === b) continue
        const [dx, dy] = [x[a] - x[b], y[a] - y[b]]
        const apart = Math.sqrt(dx * dx + dy * dy)
        const by = apart > 0 ? (scale * wanted[a * count + b]) / apart : 0
        nextX[a] += (dx * by) / count
        nextY[a] += (dy * by) / count
      }
    }
    ;[x, y] = [nextX, nextY]
    const now = stressOf(x, y, wanted)
    if (before - now < 1e-7) break
    before = now
    yield
  }
  const far = x.reduce((most, _, dot) => Math.max(most, Math.sqrt(x[dot] * x[dot] + y[dot] * y[dot])), 0)
  const unit = far > 0 ? 1 / far : 1
  return {
    x: Array.from(x, (at) => at * unit),
    y: Array.from(y, (at) => at * unit),
    stress: stressOf(x, y, wanted),
  }
}

/** A layout turned by an angle in degrees, clockwise. */
export function turned({ x, y, stress }: Layout, degrees: number): Layout {
  const angle = (degrees / 180) * Math.PI
  const [c, s] = [cos(angle), sin(angle)]
  return {
    x: x.map((_, dot) => x[dot] * c - y[dot] * s),
    y: y.map((_, dot) => x[dot] * s + y[dot] * c),
    stress,
  }
}

function distancesOf(count: number, distance: Distance): Float64Array {
  return Float64Array.from({ length: count * count }, (_, place) => {
    const [a, b] = [Math.floor(place / count), place % count]
    return a === b ? 0 : distance(a, b)
  })
}

/** The b with the least Σ (D − b·d)²: ΣD·d / Σd²; null without distances. */
function scaleOf(
  dots: readonly number[],
  x: Float64Array,
  y: Float64Array,
  wanted: Float64Array,
): number | null {
  let [across, square] = [0, 0]
  for (const a of dots) {
    for (const b of dots) {
      if (b >= a) continue
      const [dx, dy] = [x[a] - x[b], y[a] - y[b]]
      const d = wanted[a * x.length + b]
      across += Math.sqrt(dx * dx + dy * dy) * d
      square += d * d
    }
  }
  return square > 0 && across > 0 ? across / square : null
}

function stressOf(x: Float64Array, y: Float64Array, wanted: Float64Array): number {
  const scale = scaleOf([...x.keys()], x, y, wanted) ?? 1
  let [misfit, total] = [0, 0]
  for (let a = 0; a < x.length; a++) {
    for (let b = 0; b < a; b++) {
      const square = (x[a] - x[b]) * (x[a] - x[b]) + (y[a] - y[b]) * (y[a] - y[b])
      const difference = Math.sqrt(square) - scale * wanted[a * x.length + b]
      misfit += difference * difference
      total += square
    }
  }
  return total > 0 ? Math.sqrt(misfit / total) : 0
}
