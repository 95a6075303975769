/*
 * Rows of the tables published with I. Madinabeitia (2019), https://github.com/InakiMadi/Feature-Selection-Mixing-Mutual-Information-And-Delta-Test,
 * folder datos: columns 1 to 3 and 5, 6, 8, 9, 11, 12, 14 of chapter 23, then hits in percent.
 */

interface PublishedRow {
  /** How many columns X has. */
  readonly width: number
  readonly sets: readonly [string, string, string]
  readonly values: readonly [
    mi: number,
    dt: number,
    miOfSet: number,
    miDifference: number,
    dtOfSet: number,
    dtDifference: number,
    both: number,
  ]
  readonly hits: readonly [number, number, number]
}

const full = [100, 100, 100] as const
const x0 = ['x0', 'x0', 'x0'] as const
const x01 = ['x0 x1', 'x0 x1', 'x0 x1'] as const
const x012 = ['x0 x1 x2', 'x0 x1 x2', 'x0 x1 x2'] as const

/** By the name of the experiment. */
export const published: Readonly<Record<string, readonly PublishedRow[]>> = {
  // ejemploA.csv
  'example-a': [
    {
      width: 1,
      sets: x0,
      values: [
        6.294483731008576, 4.176512793253633e-6, 6.294483731008576, 0, 4.176512793253633e-6, 0,
        6.294479554495783,
      ],
      hits: full,
    },
    {
      width: 6,
      sets: x0,
      values: [
        0.3360042803034824, 0.2885806050027063, 6.294483731008576, -5.958479450705093, 4.176512793253633e-6,
        0.28857642848991305, 6.294479554495783,
      ],
      hits: full,
    },
    {
      width: 11,
      sets: x0,
      values: [
        -1.55241946906354, 0.747285281411076, 6.294483731008576, -7.846903200072116, 4.176512793253633e-6,
        0.7472811048982827, 6.294479554495783,
      ],
      hits: full,
    },
  ],
  // ejemploA_v2.csv: k = 5, and MI + 1/(DT + 0.01)
  'example-a-inverse': [
    {
      width: 4,
      sets: x0,
      values: [
        1.085130119435886, 0.004818282258702574, 6.294483731008576, -5.2093536115726895,
        0.00011602245031164231, 0.004702259808390932, 105.14756604788235,
      ],
      hits: full,
    },
  ],
  // ejemploC.csv
  'example-c': [
    {
      width: 2,
      sets: x01,
      values: [
        3.1140440311315034, 0.00014018898426706728, 3.1140440311315034, 0, 0.00014018898426706728, 0,
        3.1139038421472365,
      ],
      hits: full,
    },
    {
      width: 7,
      sets: ['x0 x1', 'x0 x1 x3', 'x0 x1'],
      values: [
        0.2139177414312019, 0.008401848750324025, 3.1140440311315034, -2.9001262897003013,
        0.00013334541131645493, 0.00826850333900757, 3.1139038421472365,
      ],
      hits: full,
    },
    {
      width: 11,
      sets: ['x0 x1', 'x7', 'x0 x1'],
      values: [
        -1.3254109176618587, 0.08530217781082783, 3.1140440311315034, -4.439454948793362,
        0.00013167282866556986, 0.08517050498216226, 3.1139038421472365,
      ],
      hits: [100, 0, 100],
    },
  ],
  // ejemploC_Nruido01.csv: a constant
  'example-c-constant': [
    {
      width: 9,
      sets: ['x0 x1', 'x7', 'x0 x1'],
      values: [
        -0.6285489401442009, 0.02160634214420951, 3.114044031131508, -3.742592971275709,
        0.00013167282866556986, 0.02147466931554394, 3.113903842147241,
      ],
      hits: [100, 0, 100],
    },
  ],
  // ejemploD.csv
  'example-d': [
    {
      width: 11,
      sets: ['x0 x1 x3', 'x3', 'x3'],
      values: [
        -1.777443266345934, 4.890854014471442, 0.650639867255491, -2.428083133601425, 0.00842545081989063,
        4.882428563651551, 0.24783869413996576,
      ],
      hits: [60, 20, 20],
    },
  ],
  // ejemploE.csv
  'example-e': [
    {
      width: 3,
      sets: x012,
      values: [
        1.4867381451731183, 0.003908898902992359, 1.4867381451731183, 0, 0.003908898902992359, 0,
        1.482829246270126,
      ],
      hits: full,
    },
    {
      width: 11,
      sets: ['x0 x1 x2', 'x10', 'x0 x1 x2'],
      values: [
        -1.5972647061723397, 6.853298662868025, 1.4867381451731183, -3.084002851345458, 3.168689894120699e-7,
        6.853298345999035, 1.482829246270126,
      ],
      hits: [100, 0, 100],
    },
  ],
  // ejemploE_Uruido05.csv
  'example-e-uniform-50': [
    {
      width: 7,
      sets: ['x0 x1 x2', 'x2 x4 x6', 'x0 x1 x2'],
      values: [
        -0.30837592003025094, 0.5666627603687733, 1.1872945943216204, -1.4956705143518714,
        0.009053084643777574, 0.5576096757249958, 1.1665154737050785,
      ],
      hits: [100, 100 / 3, 100],
    },
    {
      width: 8,
      sets: ['x0 x1 x2', 'x0 x1 x7', 'x0 x1 x2'],
      values: [
        -0.6118745417049372, 1.2918014864133953, 1.1872945943216204, -1.7991691360265576,
        0.006440238584300686, 1.2853612478290946, 1.1665154737050785,
      ],
      hits: [100, 200 / 3, 100],
    },
  ],
  // ejemploG.csv
  'example-g': [
    {
      width: 11,
      sets: ['x2 x6', 'x1 x2 x6 x10', 'x2 x6'],
      values: [
        -3.6790238998389992, 24.8319592292122, 0.2516761542897674, -3.9307000541287667, 0.008972398081366835,
        24.822986831130834, 0.23397150357409552,
      ],
      hits: [200 / 7, 300 / 7, 200 / 7],
    },
  ],
  // ejemploH_1000.csv: k = 5
  'example-h-1000': [
    {
      width: 6,
      sets: ['x0 x1 x2', 'x5', 'x0 x1 x2'],
      values: [
        0.26174084184269275, 0.2624314736060559, 1.205893120278184, -0.9441522784354912,
        0.0009274104383021449, 0.26150406316775376, 1.1235874996829343,
      ],
      hits: [50, 50 / 3, 50],
    },
  ],
}

/** ejemploG_6000.csv, row of seven columns: values of MI to 3e-7, see the test. */
export const publishedG6000: PublishedRow = {
  width: 7,
  sets: ['x2 x5 x6', 'x2 x6', 'x2 x6'],
  values: [
    -0.5001530009044544, 0.4667204172396421, 0.4790456856661911, -0.9791986865706455, 0.0177046507156719,
    0.4490157665239702, 0.3975437045644677,
  ],
  hits: [300 / 7, 200 / 7, 200 / 7],
}

export type { PublishedRow }
