/** A number that JSON has no form for. */
interface Beyond {
  readonly beyond: string
}

/** A message as a line of JSON; numbers beyond all others keep their value. */
export function toLine(message: unknown): string {
  return JSON.stringify(message, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value)
      ? ({ beyond: String(value) } satisfies Beyond)
      : value,
  )
}

/** The message of a line. */
export function fromLine(line: string): unknown {
  // Looking at each value takes four times as long, and few lines have such a number.
  if (!line.includes('"beyond"')) return JSON.parse(line)
  return JSON.parse(line, (_, value: unknown) => (isBeyond(value) ? Number(value.beyond) : value))
}

function isBeyond(value: unknown): value is Beyond {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 1 &&
    /^(-?Infinity|NaN)$/.test(String((value as Partial<Beyond>).beyond))
  )
}
