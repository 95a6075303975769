import { invalidPart, objectIn } from '#core'
import { sha256 } from '@noble/hashes/sha2.js'
import type {
  Comparison,
  Description,
  GroupsResult,
  Interactions,
  RankResult,
  Repetition,
  Report,
  ReportLanguage,
  ReportSection,
  SelectResult,
  Source,
  Table,
  Warning,
} from '#core'
import { compareReport } from '../contents/compare-report.ts'
import { describeReport } from '../contents/describe-report.ts'
import { groupsReport } from '../contents/groups-report.ts'
import { interactionsReport } from '../contents/interactions-report.ts'
import { rankReport } from '../contents/rank-report.ts'
import type { ReportRun } from '../contents/report-run.ts'
import { selectReport } from '../contents/select-report.ts'
import type { CsvStyle } from '../tables/result-table.ts'
import { escapeHtml } from './escape.ts'
import { figureBlock } from './figure-block.ts'
import { scriptText } from './script.ts'
import { pageStyle } from './style.ts'
import { tableBlock } from './table-block.ts'
import { pageWords } from './words.ts'
import type { PageWords } from './words.ts'

/**
 * A report as one HTML page that needs no network, for screens of any width, light or dark, and for paper.
 * Without scripts it lacks only its sliders and its PNG files. With `safeCsv` its CSV files have an
 * apostrophe before texts that a spreadsheet would compute.
 */
export function reportPage(report: Report, csvStyle: CsvStyle = {}): string {
  const given: Partial<Report> = objectIn('report', report)
  if (!Array.isArray(given.sections)) throw invalidPart('sections of the report', given.sections, 'a list')
  const { language = 'en', title, data, question, answer, sections, warnings, repeat } = report
  const words = pageWords[language]
  const numbers = { figure: 0, table: 0 }
  const parts = sections.map((section, i) => sectionBlock(section, i, numbers, csvStyle, language))
  const style = `\n${pageStyle()}\n`
  const script = `\n${scriptText(language)}\n`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="criba">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<header>
<h1>${breakable(title)}</h1>
<p class="data">${escapeHtml(data)}</p>
</header>
<p class="question">${escapeHtml(question)}</p>
<p class="answer"><strong>${escapeHtml(answer)}</strong></p>
${contentsBlock(sections, words)}
${parts.join('\n')}
${warningBlock(warnings, words)}
${repeatBlock(repeat, words)}
</main>
<script>${script}</script>
</body>
</html>
`
}

/** Reports of so many sections begin with a table of contents. */
const manySections = 4

function contentsBlock(sections: readonly ReportSection[], words: PageWords): string {
  if (sections.length < manySections) return ''
  const own = sections.map(({ title }, i) => [idOfSection(i), title] as const)
  const entries = [...own, ['warnings', words.warnings], ['repeat', words.repeat]] as const
  const items = entries.map(([id, title]) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
  return `<nav aria-label="${words.contents}">\n<ol>\n${items.join('\n')}\n</ol>\n</nav>`
}

function idOfSection(index: number): string {
  return `section-${index + 1}`
}

/** What a page may load and run: nothing but this style and this script. Its pictures are in it. */
function policyOf(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** The hash of the text of an element, as a policy names it. */
function hashOf(text: string): string {
  return `sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}`
}

/** A text that may break after the parts of a path, so that it is seldom cut in a word. */
function breakable(text: string): string {
  return text
    .split(/(?<=[^\s/\\_][/\\_])(?=[^/\\_])|(?=\.\w)/)
    .map(escapeHtml)
    .join('<wbr>')
}

function sectionBlock(
  { title, paragraphs, charts = [], tables = [] }: ReportSection,
  index: number,
  numbers: { figure: number; table: number },
  csvStyle: CsvStyle,
  language: ReportLanguage,
): string {
  const id = idOfSection(index)
  return [
    `<section aria-labelledby="${id}">`,
    `<h2 id="${id}">${escapeHtml(title)}</h2>`,
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...charts.map((chart) => figureBlock(chart, ++numbers.figure, csvStyle, language)),
    ...tables.map((table) => tableBlock(table, ++numbers.table, csvStyle, pageWords[language])),
    '</section>',
  ].join('\n')
}

function warningBlock(warnings: readonly Warning[], words: PageWords): string {
  const items = warnings.map(({ message }) => `<li>${escapeHtml(message)}</li>`)
  const content =
    items.length === 0 ? `<p>${words.noWarnings}</p>` : `<ul class="warnings">\n${items.join('\n')}\n</ul>`
  return `<section aria-labelledby="warnings">\n<h2 id="warnings">${words.warnings}</h2>\n${content}\n</section>`
}

function repeatBlock({ command, typescript, versions, hash, paper }: Repetition, words: PageWords): string {
  const facts = Object.entries(versions).map(([name, version]) => [name, escapeHtml(version)])
  if (hash !== undefined) facts.push([words.hash, `<code class="hash">${escapeHtml(hash)}</code>`])
  return [
    '<section aria-labelledby="repeat">',
    `<h2 id="repeat">${words.repeat}</h2>`,
    codeBlock(words.commandLine, command),
    codeBlock(words.typescript, typescript),
    facts.length === 0
      ? ''
      : `<dl>\n${facts.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${value}</dd></div>`).join('\n')}\n</dl>`,
    ...(paper ? paperBlock(paper, words) : []),
    '</section>',
  ].join('\n')
}

/** What a paper says of the result, with the works that it cites. */
function paperBlock(
  { text, references, bibtex }: NonNullable<Repetition['paper']>,
  words: PageWords,
): readonly string[] {
  const items = references.map((line) => `<li>${escapeHtml(line)}</li>`)
  return [
    `<h3>${words.forPaper}</h3>\n<p>${escapeHtml(text)}</p>`,
    `<ul class="references">\n${items.join('\n')}\n</ul>`,
    codeBlock('BibTeX', bibtex),
  ]
}

function codeBlock(title: string, code: string): string {
  return `<h3>${title}</h3>\n<pre><code>${escapeHtml(code)}</code></pre>`
}

/** A result that has a report. */
export type Reported = Comparison | Description | GroupsResult | Interactions | RankResult | SelectResult

/** The report of any result as a page; `data` are those of the result. */
export async function pageOfResult(
  result: Reported,
  data: Table | Source,
  run: ReportRun = {},
): Promise<string> {
  const report = reports[result.command] as (...given: unknown[]) => ReturnType<typeof rankReport>
  return reportPage(await report(result, data, run))
}

/** The report of the result of each command. */
const reports = {
  compare: compareReport,
  describe: describeReport,
  groups: groupsReport,
  interactions: interactionsReport,
  rank: rankReport,
  select: selectReport,
} satisfies Readonly<Record<Reported['command'], unknown>>
