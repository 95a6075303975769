// One chart of each kind, and a report of all, with names as given.
import type { Chart } from '../../src/core/results/chart.ts'
import type { Report } from '../../src/core/results/report.ts'

export const hostileNames = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '<!-- -->&amp;&#60;',
  ']]>',
  'עברית مرحبا',
  '\u202eright to left',
  '👩‍👩‍👧‍👦 🇬🇧 e\u0301',
  'x'.repeat(200),
  'line\nbreak\ttab\u2028end',
  'control\u0000\u001b\ud800',
  '=1+1',
  '',
  'javascript:alert(1)',
]

/** What a name is on a page: without what XML has no way to write, and with the number of what nobody would see. */
export function shownAs(name: string): string {
  return withNumbers(name.replace(/(?![\n\t])\p{Cc}|\p{Cs}/gu, '\ufffd'))
}

/** The numbers of what nobody would see in these names. */
export function withNumbers(name: string): string {
  return name.replace(/[\u202e\u2028]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`)
}

/** Charts that use two names, and all parts that a chart may have. */
export function chartsWith(a: string, b: string): Chart[] {
  const facts = (name: string) => ({ name, title: `Title ${a}`, caption: `Caption ${b}` })
  const label = { label: `axis ${a}` }
  const other = { label: `axis ${b}` }
  return [
    {
      ...{ ...facts('bars'), kind: 'bars', value: label, reference: { value: 0.4, label: b } },
      bars: [
        { label: a, value: 0.6, low: 0.5, high: 0.7, chosen: true },
        { label: b, value: -0.2, low: -0.3, high: 0 },
        { label: 'none', value: null },
      ],
    },
    {
      ...{ ...facts('series'), kind: 'bars', value: label },
      bars: [
        { label: 'one', value: 1, series: a },
        { label: 'one', value: 2, series: b },
        { label: 'two', value: 3, series: a },
      ],
    },
    {
      ...{ ...facts('lines'), kind: 'lines', x: label, y: other, marks: [{ x: 2, label: a }] },
      points: [
        { x: 1, y: 0.5, low: 0.4, high: 0.6, series: a },
        { x: 2, y: 0.7, low: 0.6, high: 0.8, series: a },
        { x: 1, y: 0.4, series: b },
        { x: 2, y: 0.6, series: b },
      ],
    },
    {
      ...{ ...facts('points'), kind: 'points', x: label, y: other },
      points: [
        { x: 1, y: 2, series: a, label: a },
        { x: 4, y: 5, series: b, label: b },
        { x: 2, y: 3 },
      ],
    },
    {
      ...{ ...facts('matrix'), kind: 'matrix', labels: [a, b, 'c'], value: label },
      values: [
        [1, 0.5, null],
        [0.5, 1, -0.2],
        [null, -0.2, 1],
      ],
      tree: [
        { a: 0, b: 1, height: 0.5 },
        { a: 3, b: 2, height: 1.2 },
      ],
    },
    {
      ...{ ...facts('graph'), kind: 'graph', value: label },
      nodes: [
        { name: a, value: 1, chosen: true },
        { name: b, value: 0.5 },
        { name: 'third', value: 0 },
      ],
      edges: [
        { a, b, value: 0.3 },
        { a: b, b: 'third', value: -0.1 },
      ],
    },
    {
      ...{ ...facts('histograms'), kind: 'histograms' },
      panels: [
        {
          label: a,
          bins: [
            { low: 0, high: 1, series: a, rows: 5 },
            { low: 1, high: 2, series: a, rows: 3 },
            { low: 0, high: 1, series: b, rows: 2 },
          ],
        },
        {
          label: b,
          bins: [
            { level: a, series: a, rows: 4 },
            { level: b, series: b, rows: 6 },
          ],
        },
      ],
    },
    {
      ...{ ...facts('scatter'), kind: 'scatter', y: label },
      panels: [
        { label: a, points: [{ x: 1, y: 2 }] },
        { label: b, points: [{ x: 3, y: 4 }] },
      ],
    },
    {
      ...{ ...facts('landscape'), kind: 'landscape', x: label, y: other, alpha: 1, beta: 1 },
      sets: [
        { features: [a], x: 0.5, y: 0.4, front: true },
        { features: [b], x: 0.4, y: 0.5 },
        { features: [a, b], x: 0.7, y: 0.45, front: true },
      ],
    },
  ]
}

/** A report whose texts are all made of names. */
export function reportWith(a: string, b: string): Report {
  return {
    title: `Report ${a}`,
    data: `data ${b}`,
    question: `Question ${a}`,
    answer: `Answer ${b}`,
    sections: [
      {
        title: `Section ${a}`,
        paragraphs: [`Paragraph ${b}`],
        charts: chartsWith(a, b),
        tables: [
          {
            ...{ name: 'steps', title: `Table ${a}`, columns: [a, b, 'p'] },
            rows: [
              [a, 0.25, 1e-20],
              [b, null, 0.5],
            ],
          },
        ],
      },
    ],
    warnings: [{ code: 'constant', column: a, message: `Warning ${a}` }],
    repeat: { command: `criba ${a}`, typescript: `select(${b})`, versions: { criba: a }, hash: 'ab12' },
  }
}
