import type { Experiment, ExperimentFindings } from '../experiment.ts'

/** How many sets there are to search, and how many numbers two learners estimate. */
export const counts: Experiment = {
  name: 'counts',
  title: 'How many sets of columns there are',
  source: 'Selección de variables, "¿Cómo evaluar el proceso de selección?" and "Clasificadores bayesianos"',
  summary: 'sets of 20, 100 and 100,000 columns, and the parameters of naive Bayes and AODE',
  run: countAll,
}

const lines = [
  { quantity: 'sets of 20 columns, 2^20', printed: '1,048,576', exact: 1n << 20n },
  { quantity: 'sets of 100 columns, 2^100', printed: '1,125,899,906,842,624', exact: 1n << 100n },
  { quantity: 'sets of 10 of 20 columns', printed: '184,756', exact: setsOf(20, 10) },
  { quantity: 'sets of 10 of 100 columns', printed: '1.73·10^13', exact: setsOf(100, 10) },
  { quantity: 'sets of 10 of 100,000 columns', printed: '2.75·10^43', exact: setsOf(100_000, 10) },
  { quantity: 'parameters of naive Bayes, 2·2·22,283', printed: '89,132', exact: 4n * 22_283n },
  { quantity: 'parameters of AODE, 2·2·22,283²', printed: '1,986,128,356', exact: 4n * 22_283n * 22_283n },
]

/** The number of sets of m among n columns, n! / (m! (n − m)!). */
export function setsOf(n: number, m: number): bigint {
  let sets = 1n
  for (let i = 1; i <= m; i++) sets = (sets * BigInt(n - m + i)) / BigInt(i)
  return sets
}

async function countAll(): Promise<ExperimentFindings> {
  const sizes = Array.from({ length: 19 }, (_, i) => 10 + 5 * i)
  return {
    claimed:
      '20 columns have 2^20 = 1,048,576 sets and 100 columns 2^100 = 1,125,899,906,842,624; limited to 10 columns they are 184,756 and 1.73·10^13, and 2.75·10^43 of 100,000 columns. Of 22,283 columns (GLI, which has 2 classes; 2 · 2 · 22,283 with two levels each) naive Bayes estimates 89,132 probabilities, AODE 1,986,128,356.',
    found: `All hold but one: ${grouped(1n << 50n)} is 2^50. 2^100 is ${grouped(1n << 100n)}, 2^50 times as many. Even limited to 10 columns, 10^6 sets a second would take 200 days for 100 columns.`,
    tables: [
      {
        name: 'counts',
        title: 'Counts',
        columns: ['quantity', 'printed', 'exact'],
        rows: lines.map(({ quantity, printed, exact }) => [quantity, printed, grouped(exact)]),
      },
    ],
    charts: [
      {
        kind: 'lines',
        name: 'sets',
        title: 'Sets to search',
        caption: 'All sets of n columns, and those of at most 3 and of 10 columns, on a logarithmic axis.',
        x: { label: 'columns n' },
        y: { label: 'sets', scale: 'log' },
        points: sizes.flatMap((n) => [
          { x: n, y: Number(1n << BigInt(n)), series: 'all sets, 2^n' },
          { x: n, y: Number(setsOf(n, 10)), series: 'sets of 10' },
          { x: n, y: Number(setsOf(n, 1) + setsOf(n, 2) + setsOf(n, 3)), series: 'sets of 1 to 3' },
        ]),
      },
    ],
  }
}

/** A whole number with its digits in groups of three. */
function grouped(value: bigint): string {
  return value.toLocaleString('en')
}
