import { tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { randomOf } from '../contract/tables.ts'

type Draw = () => number

/** Kinds of columns of noise, by a stream of numbers from 0 to 1. */
export const kindsOfNoise: Readonly<Record<string, (random: Draw) => Draw>> = {
  normal: normalOf,
  tied: (random) => rounded(normalOf(random), 1.2),
  sparse: (random) => () => (random() < 0.07 ? Math.ceil(-3 * Math.log(1 - random())) : 0),
  skewed: (random) => lognormal(normalOf(random), 1),
  heavy: (random) => heavyOf(normalOf(random)),
  gappy: (random) => withGaps(lognormal(normalOf(random), 0.7), random),
  binary: (random) => () => (random() < 0.3 ? 1 : 0),
}

/** Kinds of targets of noise. */
export const numericTargets: Readonly<Record<string, (random: Draw) => Draw>> = {
  normal: normalOf,
  skewed: (random) => lognormal(normalOf(random), 1.2),
  tied: (random) => rounded(normalOf(random), 1),
  sparse: (random) => () => (random() < 0.1 ? 1 + random() : 0),
}
export const classTargets: Readonly<Record<string, (random: Draw) => () => string>> = {
  balanced: (random) => () => (random() < 0.5 ? 'a' : 'b'),
  rare: (random) => () => (random() < 0.08 ? 'a' : 'b'),
  three: (random) => () => 'abc'[Math.floor(random() * 2.3)],
}

/** A table of columns of one kind, and of a target that nothing is related to. */
export function nullTable(
  size: { readonly rows: number; readonly columns: number },
  of: (random: Draw) => Draw,
  target: (random: Draw) => () => number | string,
  seed: number,
): Table {
  const random = randomOf(seed)
  const [draw, drawTarget] = [of(random), target(random)]
  const y = Array.from({ length: size.rows }, drawTarget)
  const columns = Array.from({ length: size.columns }, (_, j) => {
    const values = y.map(() => draw()).map((value) => (Number.isNaN(value) ? null : value))
    return [`x${j}`, values] as const
  })
  return tableFromColumns({ ...Object.fromEntries(columns), y })
}

function normalOf(random: Draw): Draw {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function lognormal(normal: Draw, deviation: number): Draw {
  return () => Math.exp(deviation * normal())
}

function rounded(normal: Draw, scale: number): Draw {
  return () => Math.round(scale * normal())
}

/** Student's t with two degrees of freedom. */
function heavyOf(normal: Draw): Draw {
  return () => normal() / Math.sqrt((normal() ** 2 + normal() ** 2) / 2)
}

function withGaps(draw: Draw, random: Draw): Draw {
  return () => (random() < 0.4 ? NaN : draw())
}
