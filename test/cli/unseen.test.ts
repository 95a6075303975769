import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryOption, shellWord, showUnseen } from '../../dist/src/core/index.js'
import { criba } from './criba.ts'

/* Signs that nobody sees are shown as numbers on screens, and stay what they are in data. */

/** By the code charts: first and last. */
const ranges = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0001, 0xe0001],
  [0xe0020, 0xe007f],
  [0xe0100, 0xe01ef],
]
const codes = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
const signs = codes.map((code) => String.fromCodePoint(code))
const isUnseen = (text: string) => signs.some((sign) => text.includes(sign))

const folder = mkdtempSync(join(tmpdir(), 'criba-unseen-'))
const file = join(folder, 'data.csv')
const few = ['\u202e', '\u200b', '\u2066', '\u00ad', '\u{e0041}', '\ufe0f', '\u200d']
const name = `a${few.join('')}b`
const level = (row: number) => ['u', `l${few.join('')}m`][row % 2]
const shownName = 'a\\u{202e}\\u{200b}\\u{2066}\\u{ad}\\u{e0041}\\u{fe0f}\\u{200d}b'

beforeAll(() => {
  const rows = Array.from(
    { length: 40 },
    (_, i) => `${(i % 2) + (i % 7) / 10},${level(i)},${i % 2 ? 'p' : 'q'}`,
  )
  writeFileSync(file, [`${name},${few[0]}c,y`, ...rows].join('\n'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a text on a screen', () => {
  it('shows the number of each sign that nobody sees', () => {
    for (const code of codes)
      expect(showUnseen(`a${String.fromCodePoint(code)}b`)).toBe(`a\\u{${code.toString(16)}}b`)
  })

  it.each([
    'größe',
    'e\u0301',
    'עברית مرحبا',
    '👩‍👩‍👧‍👦',
    '👩🏽‍🚀',
    '❤️',
    '🏳️‍🌈',
    '1️⃣',
    'می‌خواهم',
    'क्‍ष',
    '한국어',
    'a\u00a0b',
  ])('leaves %s, of which all can be seen', (text) => expect(showUnseen(text)).toBe(text))

  it.each(['d\u200d', 'می\u200bخ', 'دا\u200cدا', '1\ufe0f', '❤\u200da'])('shows the joiner of %j', (text) =>
    expect(showUnseen(text)).toContain('\\u{'),
  )
})

describe('criba', () => {
  const commands = [
    ['describe', file],
    ['describe', file, '-t', 'y'],
    ['rank', file, '-t', 'y'],
    ['rank', file, '-t', 'y', '--format', 'markdown'],
    ['select', file, '-t', 'y', '--alternatives'],
    ['score', file, '-t', 'y', '--features', name],
    ['groups', file],
    ['interactions', file, '-t', 'y'],
  ]
  it.each(commands)('%s %s %s %s %s %s shows none', async (...words) => {
    const { out, err, code } = await criba(words.filter((word) => word !== undefined))
    expect(code, err).toBe(0)
    expect(isUnseen(out)).toBe(false)
    expect(isUnseen(err)).toBe(false)
    expect(out).toContain(
      words.includes('markdown') ? shownName.replaceAll('\\', '\\\\') : shownName.slice(0, 9),
    )
  })

  it('shows none in an error', async () => {
    const { err } = await criba(['rank', file, '-t', `${name}x`])
    expect(err).toContain(`unknown target: ${shownName}x`)
    expect(isUnseen(err)).toBe(false)
  })

  it.each(['json', 'csv'])('writes the data as they are in --format %s', async (format) => {
    const { out } = await criba(['rank', file, '-t', 'y', '--format', format])
    expect(out).toContain(name)
  })

  it('shows none in a report, whose files have the data as they are', async () => {
    const page = join(folder, 'report.html')
    const { code, err } = await criba(['select', file, '-t', 'y', '--report', page, '--quiet'])
    expect(code, err).toBe(0)
    const html = readFileSync(page, 'utf8')
    expect(isUnseen(html)).toBe(false)
    const { document } = parseHTML(html)
    expect(document.body.textContent).toContain(shownName)
    const files = [...document.querySelectorAll('a[download$=".csv"]')].map((link) =>
      decodeURIComponent(link.getAttribute('href')!),
    )
    expect(files.some((text) => text.includes(name))).toBe(true)
  })
})

it.each([name, `it's \\${name}`, `"${name}`])('a word of a shell stands for %j', (text) => {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  const echoed = (word: string) =>
    execFileSync('bash', ['-c', `printf %s ${word}`], { env, encoding: 'utf8' })
  expect(isUnseen(shellWord(text))).toBe(false)
  expect(echoed(shellWord(text))).toBe(text)
  expect(echoed(queryOption(text).replace('--sql ', ''))).toBe(text)
})

it('a name is as wide in a table as it is shown', async () => {
  const narrow = join(folder, 'narrow.csv')
  const rows = Array.from({ length: 40 }, (_, i) => `${(i % 2) + (i % 7) / 10},${i % 3},${i % 2 ? 'p' : 'q'}`)
  writeFileSync(narrow, ['na\u202eme,c,y', ...rows].join('\n'))
  for (const args of [
    ['select', narrow, '-t', 'y', '--no-evidence'],
    ['groups', narrow],
  ]) {
    const { out } = await criba(args)
    expect(out).toContain('na\\u{202e}me')
    expect(out).not.toContain('…')
  }
})
