/** A place on an axis that is drawn by hand. */
export interface Axis {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
  /** 0 to 1 along the axis. */
  share(value: number): number
}

/** An axis over values, with some room at its ends, and about `count` ticks at steps of 1, 2 or 5. */
export function axisOver(values: readonly number[], count: number, within?: readonly [number, number]): Axis {
  const finite = values.filter(Number.isFinite)
  const [least, most] = [Math.min(...finite), Math.max(...finite)]
  const isFlat = !(most > least)
  const room = isFlat ? Math.abs(least || 1) * 0.1 : (most - least) * 0.04
  const low = within?.[0] ?? (Number.isFinite(least) ? least - room : 0)
  const high = within?.[1] ?? (Number.isFinite(most) ? most + room : 1)
  const rough = (high - low) / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10)
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return {
    low,
    high,
    ticks: Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
      Number(((first + i) * step).toPrecision(12)),
    ),
    share: (value) => Math.max(0, Math.min(1, (value - low) / (high - low))),
  }
}
