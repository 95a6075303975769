import type { Noise } from './example-data.ts'
import type { FunctionName } from './functions.ts'

/** An example of the thesis: a function with its number of rows, its noise, and how its sets were scored. */
export interface Variant {
  /** Its name on the command line. */
  readonly name: string
  readonly title: string
  readonly chapter: string
  readonly of: FunctionName
  readonly rows: number
  readonly noise?: Noise
  /** The neighbour of the delta test in the search; that of all columns takes the first. */
  readonly k: number
  /** MI + 1/(DT + 0.01) instead of MI − DT. */
  readonly inverse?: true
  /** What the thesis says of it. */
  readonly claimed: string
}

/** The most columns of an example. */
export const widest = 11

const thousand = { rows: 1000, k: 1 } as const
const sixThousand = { rows: 6000, k: 5 } as const
const uniform = (share: number): Noise => ({ distribution: 'uniform', share })
const normal = (share: number, deviation = 0.1): Noise => ({ distribution: 'normal', share, deviation })

const ofB = {
  of: 'B',
  chapter: 'chapter 19',
  ...thousand,
  claimed:
    'Noise of 10 and of 50 %, uniform or normal with mean ½ and deviation 1, changes nothing: the figures are identical to those of B.',
} as const
const ofE = {
  of: 'E',
  chapter: 'chapter 20',
  ...thousand,
  claimed:
    'With noise MI and MI-DT still find x0, x1, x2 for 3 to 11 columns; the delta test loses them as columns are added, because 1000 rows are too few for it.',
} as const
const ofF = {
  of: 'F',
  chapter: 'chapter 22.1',
  ...thousand,
  claimed:
    'With noise all three searches find the same as without: three of the four columns, 75 %, for 4 to 11 columns.',
} as const

/** All examples, in the order of the chapters. */
export const variants: readonly Variant[] = [
  {
    name: 'example-a',
    title: 'Example A: one column',
    chapter: 'chapter 18',
    of: 'A',
    ...thousand,
    claimed:
      'All three searches find x0 with 1 to 11 columns. MI of all columns falls as columns are added; the delta test of all columns rises, but not steadily, so it may be of little use with 1000 rows.',
  },
  {
    name: 'example-a-inverse',
    title: 'Example A with the inverse form of MI-DT',
    chapter: 'chapter 11',
    of: 'A',
    rows: 1000,
    k: 5,
    inverse: true,
    claimed:
      'MI + 1/(DT + 0.01) weighs the delta test heavily where it is small; it finds x0 with 1 to 11 columns.',
  },
  {
    name: 'example-b',
    title: 'Example B: two columns',
    chapter: 'chapter 19',
    of: 'B',
    ...thousand,
    claimed:
      'The delta test falls from 100 % to 0 % between 7 and 8 columns and stays there: 1000 rows may be too few for 8 columns or more.',
  },
  { ...ofB, name: 'example-b-uniform-10', title: 'Example B with 10 % uniform noise', noise: uniform(0.1) },
  { ...ofB, name: 'example-b-uniform-50', title: 'Example B with 50 % uniform noise', noise: uniform(0.5) },
  { ...ofB, name: 'example-b-normal-10', title: 'Example B with 10 % normal noise', noise: normal(0.1, 1) },
  { ...ofB, name: 'example-b-normal-50', title: 'Example B with 50 % normal noise', noise: normal(0.5, 1) },
  {
    name: 'example-b-6000',
    title: 'Example B with 6000 rows',
    chapter: 'chapter 19',
    of: 'B',
    ...sixThousand,
    claimed: 'It was the number of rows: with 6000 the delta test keeps its 100 %.',
  },
  {
    name: 'example-b-2-3',
    title: 'Example B on the third and fourth column',
    chapter: 'chapter 19',
    of: 'B_2_3',
    ...thousand,
    claimed: 'All three searches have 100 % of x2 and x3 with 4 to 11 columns.',
  },
  {
    name: 'example-c',
    title: 'Example C: two columns',
    chapter: 'table ejemploC',
    of: 'C',
    ...thousand,
    claimed:
      'MI and MI-DT find x0 and x1 with 2 to 11 columns; the delta test has 100 % to 7 columns and 0 % from 8 on.',
  },
  {
    name: 'example-c-constant',
    title: 'Example C with a constant, as its tables with noise were made',
    chapter: 'tables ejemploC_Uruido01 to ejemploC_Nruido05',
    of: 'C',
    ...thousand,
    noise: { distribution: 'constant', share: 0.1 },
    claimed: 'Uniform and normal noise of 10 and 50 % changes nothing in the table of C.',
  },
  {
    name: 'example-d',
    title: 'Example D: five columns',
    chapter: 'chapter 22.2',
    of: 'D',
    ...thousand,
    claimed: 'MI finds three of five columns (60 %), the delta test and MI-DT one (20 %).',
  },
  {
    name: 'example-e',
    title: 'Example E: three columns',
    chapter: 'chapter 20',
    of: 'E',
    ...thousand,
    claimed:
      'All three searches find x0, x1, x2 with 3 to 10 columns. With 11 the delta test takes none of them: 1000 rows are not enough for it.',
  },
  { ...ofE, name: 'example-e-uniform-10', title: 'Example E with 10 % uniform noise', noise: uniform(0.1) },
  { ...ofE, name: 'example-e-uniform-50', title: 'Example E with 50 % uniform noise', noise: uniform(0.5) },
  { ...ofE, name: 'example-e-normal-10', title: 'Example E with 10 % normal noise', noise: normal(0.1) },
  { ...ofE, name: 'example-e-normal-50', title: 'Example E with 50 % normal noise', noise: normal(0.5) },
  {
    name: 'example-f',
    title: 'Example F: four columns of six',
    chapter: 'chapter 22.1',
    of: 'F',
    ...thousand,
    claimed: 'All three searches choose three columns well and lack the fourth: 75 % with 4 to 11 columns.',
  },
  { ...ofF, name: 'example-f-uniform-50', title: 'Example F with 50 % uniform noise', noise: uniform(0.5) },
  { ...ofF, name: 'example-f-uniform-70', title: 'Example F with 70 % uniform noise', noise: uniform(0.7) },
  { ...ofF, name: 'example-f-normal-50', title: 'Example F with 50 % normal noise', noise: normal(0.5) },
  { ...ofF, name: 'example-f-normal-70', title: 'Example F with 70 % normal noise', noise: normal(0.7) },
  {
    name: 'example-g',
    title: 'Example G: seven columns',
    chapter: 'chapter 22.4',
    of: 'G',
    ...thousand,
    claimed:
      'With 1000 rows all three have about 28.6 %, two of seven columns; the delta test 42.9 % at 11 columns.',
  },
  {
    name: 'example-g-6000',
    title: 'Example G with 6000 rows',
    chapter: 'chapter 22.4',
    of: 'G',
    ...sixThousand,
    claimed: 'With 6000 rows the delta test and MI-DT stay at 28.6 %, MI rises to 42.9 %.',
  },
  {
    name: 'example-g-uniform-70',
    title: 'Example G with 70 % uniform noise',
    chapter: 'table ejemploG_Uruido07',
    of: 'G',
    ...thousand,
    noise: uniform(0.7),
    claimed: 'With noise all three have 28.6 %, two of seven columns, with 7 to 11 columns.',
  },
  {
    name: 'example-h',
    title: 'Example H: six columns, 6000 rows',
    chapter: 'chapter 22.3',
    of: 'H',
    ...sixThousand,
    claimed:
      'With 6000 rows MI and MI-DT have 50 %, three of six columns; the delta test 50 % to 9 columns, 33 % with 10 and 11.',
  },
  {
    name: 'example-h-1000',
    title: 'Example H with 1000 rows',
    chapter: 'chapter 22.3',
    of: 'H',
    rows: 1000,
    k: 5,
    claimed:
      'With 1000 rows MI and MI-DT have 50 %, three of six columns; the delta test 16.7 %, one of six.',
  },
]
