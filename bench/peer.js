import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shown } from './timing.js'

/** Where a peer is started from: the first that answers. */
const commands = { py: ['/usr/bin/python3', 'python3', 'python'], R: ['Rscript'] }

/**
 * Runs a script of peers/ and reads the JSON it prints; null where the peer is not installed.
 * @param {string} script
 * @param {readonly (string | number)[]} args
 * @param {Record<string, string>} [env]
 * @returns {any}
 */
export function runPeer(script, args, env = {}) {
  const path = fileURLToPath(new URL(`peers/${script}`, import.meta.url))
  for (const command of script.endsWith('.R') ? commands.R : commands.py) {
    const { status, stdout } = spawnSync(command, [path, ...args.map(String)], {
      maxBuffer: 1 << 28,
      env: { ...process.env, ...env },
    })
    if (status === 0) return JSON.parse(stdout.toString())
  }
  return null
}

/**
 * Does work that needs files in a folder that is gone afterwards.
 * @template T
 * @param {(folder: string) => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'criba-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Writes columns one after the other, as peers read them.
 * @param {string} file
 * @param {readonly NodeJS.ArrayBufferView[]} columns
 */
export function writeColumns(file, columns) {
  writeFileSync(file, '')
  for (const values of columns) writeFileSync(file, values, { flag: 'a' })
}

/**
 * A line of a table: ours beside a peer's.
 * @param {string} work
 * @param {{ cold: number, median: number }} ours
 * @param {string} peer
 * @param {{ median: number } | null} theirs
 */
export function beside(work, ours, peer, theirs) {
  return {
    work,
    criba: shown(ours.median),
    'first call': shown(ours.cold),
    [peer]: theirs ? shown(theirs.median) : 'not installed',
    ratio: theirs ? `÷ ${(theirs.median / ours.median).toPrecision(3)}` : '',
  }
}

/**
 * A column in a shared buffer, as tables have them.
 * @param {number} rows
 * @param {(row: number) => number} value
 */
export function columnOf(rows, value) {
  const values = new Float64Array(new SharedArrayBuffer(rows * 8))
  for (let row = 0; row < rows; row++) values[row] = value(row)
  return values
}
