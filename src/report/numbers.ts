/**
 * The numbers of one column, all with as many decimals as show four digits of the largest; ∞ and — for no
 * number.
 */
export function alignNumbers(numbers: readonly (number | null)[]): string[] {
  const decimals = decimalsOfColumn(numbers)
  return numbers.map((number) => alignedNumber(number, decimals))
}

/** One number of a column with so many decimals; null for powers of ten. */
export function alignedNumber(number: number | null, decimals: number | null): string {
  return formatted(number, (x) => (decimals === null ? exponential(x, 3) : fixed(x, decimals)))
}

/**
 * The decimals that show four digits of the largest number of a column, 0 for whole numbers; null if these
 * are too large or too small.
 */
export function decimalsOfColumn(numbers: readonly (number | null)[]): number | null {
  const sizes = numbers.flatMap((number) =>
    number !== null && Number.isFinite(number) ? [Math.abs(number)] : [],
  )
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  if (largest >= 1e7 || (largest > 0 && largest < 1e-4)) return null
  return sizes.every(Number.isInteger) ? 0 : Math.max(0, Math.min(4, 3 - magnitude(largest)))
}

/** A number with so many decimals, and no minus before 0. */
export function fixed(x: number, decimals: number): string {
  const text = x.toFixed(decimals)
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−')
}

/** A p-value: three decimals, or a power of ten if it is small. */
export function formatProbability(p: number | undefined): string {
  if (p === undefined) return ''
  if (p === 0) return '<1e−307'
  return p < 0.001 ? exponential(p, 1) : p.toFixed(3)
}

/** The stars for a p- or a q-value. */
export function stars(p: number | undefined): string {
  if (p === undefined || p >= 0.05) return ''
  return p < 0.001 ? '***' : p < 0.01 ? '**' : '*'
}

/** A number with at most six digits. */
export function shortNumber(x: number): string {
  if (!Number.isFinite(x)) return x > 0 ? '∞' : '−∞'
  if (x === 0 || (Math.abs(x) >= 1e-4 && Math.abs(x) < 1e7))
    return String(Number(x.toPrecision(6))).replace('-', '−')
  return exponential(x, 3)
}

function formatted(number: number | null, format: (x: number) => string): string {
  if (number === null) return '—'
  if (Number.isFinite(number)) return format(number)
  return number > 0 ? '∞' : '−∞'
}

function exponential(x: number, digits: number): string {
  return x.toExponential(digits).replace('e+', 'e').replaceAll('-', '−')
}

/** The power of ten of the first digit: 3 for 1234, −1 for 0.5. */
export function magnitude(x: number): number {
  return x === 0 ? 0 : Number(x.toExponential().split('e')[1])
}

/**
 * A number with commas between thousands. Whole numbers avoid `toLocaleString`, whose tables take 30 ms to
 * load.
 */
export function grouped(x: number): string {
  return Number.isSafeInteger(x) ? String(x).replace(/\B(?=(\d{3})+$)/g, ',') : x.toLocaleString('en')
}

/** `1 row`, `2,000 rows`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}
