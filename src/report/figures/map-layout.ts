import cos from '@stdlib/math-base-special-cos'
import sin from '@stdlib/math-base-special-sin'

/** Dots in a circle of radius 1, and how far their distances are from those wanted. */
export interface Layout {
  readonly x: readonly number[]
  readonly y: readonly number[]
  /**
   * Kruskal's stress-1, √(Σ (D − b·d)² / Σ D²) over all pairs, with the best scale b: 0 where all distances
   * fit.
   */
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
 * Lays dots out around a middle: the distance of each to the middle is given and stays, and only angles are
 * chosen, so that the distances between dots are in proportion to those wanted, as far as they can be. Dots
 * are put in one by one, from the inside or from the outside, and moved in turn until no move lowers Σ (D −
 * b·d)², then until none lowers the stress; the layout of less stress is taken. Yields between moves, so that
 * a page may draw meanwhile; the same input gives the same layout, bit for bit.
 */
export function* radialLayout(radii: readonly number[], distance: Distance): Generator<void, Layout> {
  const wanted = distancesOf(radii.length, distance)
  const outwards = [...radii.keys()].sort((a, b) => radii[a] - radii[b] || a - b)
  let best: Layout | null = null
  for (const order of [outwards, outwards.toReversed()]) {
    const ring = new Ring(radii, wanted)
    for (const aim of ['misfit', 'stress'] as const) {
      let isMoved = true
      for (let sweep = 0; sweep < mostSweeps && isMoved; sweep++) {
        isMoved = false
        for (const dot of order) {
          if (ring.move(dot, aim)) isMoved = true
          yield
        }
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
  readonly #scale: number
  /** ΣD·d and ΣD² over the pairs that are placed. */
  #across = 0
  #square = 0
  /** Those of the dot at hand; an object for each step tried would leave too much behind. */
  #ownAcross = 0
  #ownSquare = 0

  constructor(radii: readonly number[], wanted: Float64Array) {
    this.#radii = radii
    this.#wanted = wanted
    this.x = new Float64Array(radii.length)
    this.y = new Float64Array(radii.length)
    this.#steps = new Int32Array(radii.length).fill(-1)
    this.#scale = scaleAround(radii, wanted)
  }

  /** Moves a dot to its best step, and says whether that is another one. */
  move(dot: number, aim: 'misfit' | 'stress'): boolean {
    const before = this.#steps[dot]
    if (before >= 0) this.#count(dot, before, -1)
    let step = Math.max(before, 0)
    let least = before < 0 ? Infinity : this.#cost(dot, before, aim)
    const offer = (other: number) => {
      const cost = this.#cost(dot, other, aim)
      // Nearly equal places would be taken in turn without an end.
      if (!(cost >= least - 1e-10 * Math.max(1, Math.abs(cost)))) [least, step] = [cost, other]
    }
    for (let other = 0; other < turn; other += coarse) offer(other)
    const around = step
    for (let by = 1 - coarse; by < coarse; by++) offer((around + by + turn) % turn)
    this.#count(dot, step, 1)
    this.x[dot] = this.#radii[dot] * circle.x[step]
    this.y[dot] = this.#radii[dot] * circle.y[step]
    this.#steps[dot] = step
    return step !== before
  }

  /**
   * Σ (D − b·d)² = ΣD² − 2b ΣD·d + …, or stress-1, √(1 − (ΣD·d)² / (Σd² ΣD²)), without what no step changes.
   */
  #cost(dot: number, step: number, aim: 'misfit' | 'stress'): number {
    this.#add(dot, step)
    if (aim === 'misfit') return this.#ownSquare - 2 * this.#scale * this.#ownAcross
    const sum = this.#across + this.#ownAcross
    const total = this.#square + this.#ownSquare
    return total > 0 ? -(sum * sum) / total : 0
  }

  #count(dot: number, step: number, sign: 1 | -1): void {
    this.#add(dot, step)
    this.#across += sign * this.#ownAcross
    this.#square += sign * this.#ownSquare
  }

  /** ΣD·d and ΣD² of a dot, if it were at a step, to all others that are placed. */
  #add(dot: number, step: number): void {
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
    this.#ownAcross = across
    this.#ownSquare = square
  }
}

/**
 * The scale b at which Σ (b·d)² is the ΣD² to be expected of angles drawn at random, Σ (r² + s²) over all
 * pairs: so dots begin with the whole circle, where the least stress may crowd them in a part of it.
 */
function scaleAround(radii: readonly number[], wanted: Float64Array): number {
  let expected = 0
  let square = 0
  radii.forEach((r, a) => {
    for (let b = 0; b < a; b++) {
      expected += r * r + radii[b] * radii[b]
      square += wanted[a * radii.length + b] * wanted[a * radii.length + b]
    }
  })
  return square > 0 ? Math.sqrt(expected / square) : 1
}

const mostIterations = 300

/**
 * Lays dots out by the distances wanted between them alone: SMACOF (de Leeuw 1977) from their best places on
 * a circle, centred, in a circle of radius 1. Yields between iterations.
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
        const dx = x[a] - x[b]
        const dy = y[a] - y[b]
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
      const dx = x[a] - x[b]
      const dy = y[a] - y[b]
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
