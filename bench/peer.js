import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatSeconds } from './timing.js'

/** Interpreters of peers; the first one that works is used. */
const commands = { py: ['/usr/bin/python3', 'python3', 'python'], R: ['Rscript'] }

/**
 * Runs a script of peers/ and parses the JSON it prints; null if the peer is not installed.
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
 * Calls a function with a temporary folder.
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
 * Writes columns one after the other, in the format that peers read.
 * @param {string} file
 * @param {readonly NodeJS.ArrayBufferView[]} columns
 */
export function writeColumns(file, columns) {
  writeFileSync(file, '')
  for (const values of columns) writeFileSync(file, values, { flag: 'a' })
}

/**
 * A line of a table: our time and the peer's.
 * @param {string} work
 * @param {{ cold: number, median: number }} ours
 * @param {string} peer
 * @param {{ median: number } | null} theirs
 */
export function formatComparison(work, ours, peer, theirs) {
  return {
    work,
    criba: formatSeconds(ours.median),
    'first call': formatSeconds(ours.cold),
    [peer]: theirs ? formatSeconds(theirs.median) : 'not installed',
    ratio: theirs ? `÷ ${(theirs.median / ours.median).toPrecision(3)}` : '',
  }
}

/**
 * A column in a shared buffer, as in tables.
 * @param {number} rows
 * @param {(row: number) => number} value
 */
export function columnOf(rows, value) {
  const values = new Float64Array(new SharedArrayBuffer(rows * 8))
  for (let row = 0; row < rows; row++) values[row] = value(row)
  return values
}
