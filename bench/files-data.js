import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Files are written once and reused: writing the large one takes longer than reading it. */
const folder = join(tmpdir(), 'criba-bench-files')

/** 200,000 × 51: 48 columns of 17 digits, whole numbers, five words, and a numeric target; about 190 MB. */
export function doublesFile() {
  const random = xoroshiro128plus(11)
  const names = [...Array.from({ length: 48 }, (_, i) => `x${i}`), 'count', 'kind', 'y']
  return writeOnce('doubles-200000x51.csv', names, 200_000, () => {
    const x = Array.from({ length: 48 }, () => uniformFloat64(random))
    const y = x[0] + x[1] / 2 + x[2] * x[3] + uniformFloat64(random) / 2
    return [...x, uniformInt(random, 0, 999), `kind ${uniformInt(random, 0, 4)}`, y]
  })
}

/** 10,000 × 2,001: digits and a target of three classes, which every tenth column depends on; 40 MB. */
export function digitsFile() {
  const random = xoroshiro128plus(12)
  const names = [...Array.from({ length: 2000 }, (_, i) => `d${i}`), 'y']
  return writeOnce('digits-10000x2001.csv', names, 10_000, () => {
    const y = uniformInt(random, 0, 2)
    const digits = Array.from({ length: 2000 }, (_, i) => {
      const isInformative = i % 10 === 0 && uniformInt(random, 0, 99) < 5 + (i % 70)
      return isInformative ? 3 * y + uniformInt(random, 0, 2) : uniformInt(random, 0, 9)
    })
    return [...digits, y]
  })
}

/** A draw from 0 up to a number. @typedef {(most: number) => number} Draw */

/** A day from 2015 on. @param {Draw} draw */
const day = (draw) => new Date(Date.UTC(2015, 0, 1) + draw(3000) * 86_400_000).toISOString()

/**
 * A cell of each kind, as people write them.
 * @type {Readonly<Record<string, (draw: Draw, row: number) => string | number>>}
 */
const cellsOfKind = {
  numbers: (draw) => draw(1e9) / 1e4,
  'three decimals': (draw) => (draw(1e6) / 1000).toFixed(3),
  'ISO dates': (draw) => day(draw).slice(0, 10),
  'dates with slashes': (draw) => day(draw).slice(0, 10).split('-').reverse().join('/'),
  moments: (draw) => day(draw).replace('T00:00', `T12:${String(draw(59)).padStart(2, '0')}`),
  'named months': (draw) => new Date(day(draw)).toUTCString().slice(5, 16),
  units: (draw) => `${draw(1e5) / 100} kg`,
  words: (draw) => `kind ${draw(20)}`,
  identifiers: (draw, row) => `A-${row}-${draw(1000)}`,
}

/** The kinds of cells of which there is a file. */
export const cellKinds = Object.keys(cellsOfKind)

/** 300,000 × 10 cells of one kind. @param {string} kind */
export function cellsFile(kind) {
  const random = xoroshiro128plus(13)
  const draw = (/** @type {number} */ most) => uniformInt(random, 0, most)
  const names = Array.from({ length: 10 }, (_, i) => `x${i}`)
  let row = 0
  return writeOnce(`${kind.replaceAll(' ', '-')}-300000x10.csv`, names, 300_000, () => {
    row++
    return names.map(() => cellsOfKind[kind](draw, row))
  })
}

/**
 * @param {string} name
 * @param {readonly string[]} names
 * @param {number} rows
 * @param {() => readonly (string | number)[]} cells
 * @returns {Promise<string>}
 */
async function writeOnce(name, names, rows, cells) {
  const path = join(folder, name)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  function* lines() {
    yield `${names.join(',')}\n`
    for (let row = 0; row < rows; row += 100) {
      yield Array.from({ length: 100 }, () => `${cells().join(',')}\n`).join('')
    }
  }
  // Written under another name until it is complete, since other processes may write it too.
  const part = `${path}.${process.pid}.part`
  await pipeline(Readable.from(lines()), createWriteStream(part))
  renameSync(part, path)
  return path
}
