/** SQL for whole seconds plus a fraction given by its digits; parsed from text, which rounds once. */
export function withFraction(seconds: string, fraction: string): string {
  const decimal = 'DECIMAL(28, 9)'
  return `CAST(CAST(CAST(${seconds} AS ${decimal}) + CAST(concat('0.', ${fraction}, '0') AS ${decimal}) AS VARCHAR) AS DOUBLE)`
}
