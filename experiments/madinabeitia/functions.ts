import cos from '@stdlib/math-base-special-cos'
import sin from '@stdlib/math-base-special-sin'

/** A target of the thesis: a function of some columns. */
export interface TargetFunction {
  /** How it is written, with the columns as x0, x1, …. */
  readonly formula: string
  /** How many columns are drawn row by row, before the noise and the further columns. */
  readonly drawn: number
  /** The columns that it reads. */
  readonly of: readonly number[]
  readonly value: (x: readonly number[]) => number
}

const square = (value: number) => value * value
const cube = (value: number) => value * value * value
const radius = (a: number, b: number) => Math.sqrt(square(a) + square(b))
/** sin r/r² of two columns: one of Cherkassky's functions. */
const wave = (a: number, b: number) => sin(radius(a, b)) / (square(a) + square(b))
const bowl = (value: number) => 20 * square(value - 0.5)

/**
 * The functions A to H of chapters 18 to 22; G and H as the thesis computed them, where the printed text
 * differs.
 */
export const functions = {
  A: { formula: '4·x0² + 3', drawn: 1, of: [0], value: ([a]) => 4 * square(a) + 3 },
  B: {
    formula: 'r³, r = √(x0² + x1²)',
    drawn: 2,
    of: [0, 1],
    value: ([a, b]) => cube(radius(a, b)),
  },
  B_2_3: {
    formula: 'r³, r = √(x2² + x3²)',
    drawn: 4,
    of: [2, 3],
    value: ([, , c, d]) => cube(radius(c, d)),
  },
  C: { formula: 'sin r/r², r = √(x0² + x1²)', drawn: 2, of: [0, 1], value: ([a, b]) => wave(a, b) },
  D: {
    formula: '10·sin(π·x0·x1) + 20·(x2 − ½)² + 10·x3 + 5·x4',
    drawn: 5,
    of: [0, 1, 2, 3, 4],
    value: ([a, b, c, d, e]) => 10 * sin(Math.PI * a * b) + bowl(c) + 10 * d + 5 * e,
  },
  E: {
    formula: 'sin r/r² + 20·(x2 − ½)², r = √(x0² + x1²)',
    drawn: 3,
    of: [0, 1, 2],
    value: ([a, b, c]) => wave(a, b) + bowl(c),
  },
  F: {
    formula: 'sin r/r² + 20·(x3 − ½)² + cos(x5)·x5³, r = √(x0² + x2²)',
    drawn: 6,
    of: [0, 2, 3, 5],
    value: ([a, , c, d, , f]) => wave(a, c) + bowl(d) + cos(f) * cube(f),
  },
  G: {
    formula: 'sin r/r² + 20·(x2 − ½)² + cos(x3)·x3³ − (x4 − x5/x6)², r = √(x0² + x1²)',
    drawn: 7,
    of: [0, 1, 2, 3, 4, 5, 6],
    value: ([a, b, c, d, e, f, g]) => wave(a, b) + bowl(c) + cos(d) * cube(d) - square(e - f / g),
  },
  H: {
    formula: 'sin r + r² + 20·(x2 − ½)² + cos(x3)·x3³ − (x4 − x5)², r = √(x0² + x1²)',
    drawn: 6,
    of: [0, 1, 2, 3, 4, 5],
    value: ([a, b, c, d, e, f]) =>
      sin(radius(a, b)) + (square(a) + square(b)) + bowl(c) + cos(d) * cube(d) - square(e - f),
  },
} as const satisfies Record<string, TargetFunction>

/** The examples A to H, by the letter of their function. */
export type FunctionName = keyof typeof functions
