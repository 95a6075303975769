// Damaged files over all readers: each is read in a process of its own kind, and must end as a table or as one line.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawsOf } from './draws.js'
import { mutated } from './mutations.js'
import { makeSeeds } from './seeds.js'
import { WatchedProcess } from './watched-process.js'

/** How many files are made. */
const sizes = { short: 2000, full: 1_000_000 }
/** Of so many files that are read, memory and the engine are compared for one: starting the engine takes long. */
const comparedEach = 40
/** How files are read. */
const reading = { script: 'reading-child.js', seconds: 20, megabytes: 1500, jobsEach: 2000 }
/** After so many files what is done is noted. */
const batch = 200

/** What became of the files of one reader. @typedef {{ files: number, read: number, refused: number, compared: number, faults: number, slowest: number, megabytes: number }} Counts */
/** @typedef {{ seed: number, file: string, fault: string, detail: string }} FoundFault */
/** @typedef {{ done: number, seconds: number, readers: Record<string, Counts>, faults: FoundFault[] }} MutatedFiles */

/** @returns {MutatedFiles} */
export const nothingRead = () => ({ done: 0, seconds: 0, readers: {}, faults: [] })

/**
 * Reads damaged files from where a run before has stopped; `note` is called with what is done so far.
 * @param {{ size: keyof typeof sizes, files?: number | undefined, first: number, folder: string, done: MutatedFiles, note: (done: MutatedFiles) => void }} run
 */
export async function readMutatedFiles({ size, files = sizes[size], first, folder, done, note }) {
  mkdirSync(join(folder, 'faults'), { recursive: true })
  const seeds = await makeSeeds(folder)
  const readers = [new WatchedProcess(reading), new WatchedProcess(reading)]
  try {
    while (done.done < files) {
      const start = performance.now()
      const last = Math.min(files, done.done + batch)
      let next = done.done
      await Promise.all(
        readers.map(async (reader) => {
          while (next < last) await readOne(reader, first + next++, seeds, folder, done)
        }),
      )
      done.done = last
      done.seconds += (performance.now() - start) / 1000
      note(done)
    }
  } finally {
    for (const reader of readers) await reader.close()
  }
}

/**
 * The damaged file of a number.
 * @param {number} number
 * @param {readonly import('./seeds.js').Seed[]} seeds
 */
export function damagedFile(number, seeds) {
  const draws = drawsOf(number)
  // Each reader as often as the others, however many whole files it has.
  const reader = draws.of([...new Set(seeds.map(({ reader }) => reader))])
  const {
    name,
    kind,
    bytes,
    pack = (/** @type {Buffer} */ damaged) => damaged,
  } = draws.of(seeds.filter((seed) => seed.reader === reader))
  return {
    reader,
    name,
    bytes: pack(mutated(bytes, kind, draws)),
    isCompared: draws.below(comparedEach) === 0,
  }
}

/**
 * @param {WatchedProcess<import('./reading-child.js').Job>} process
 * @param {number} number
 * @param {readonly import('./seeds.js').Seed[]} seeds
 * @param {string} folder
 * @param {MutatedFiles} done
 */
async function readOne(process, number, seeds, folder, done) {
  const { reader, name, bytes, isCompared } = damagedFile(number, seeds)
  const path = join(folder, `${number}-${name}`)
  writeFileSync(path, bytes)
  const { outcome, seconds } = await process.do({ path, isCompared })
  rmSync(path)
  const counts = (done.readers[reader] ??= {
    files: 0,
    read: 0,
    refused: 0,
    compared: 0,
    faults: 0,
    slowest: 0,
    megabytes: 0,
  })
  counts.files++
  if (outcome.outcome === 'read') counts.read++
  if (outcome.outcome === 'read' && isCompared) counts.compared++
  if (outcome.outcome === 'refused') counts.refused++
  counts.slowest = Math.max(counts.slowest, seconds)
  counts.megabytes = Math.max(counts.megabytes, outcome.megabytes)
  if (outcome.outcome !== 'fault') return
  counts.faults++
  const file = join(folder, 'faults', `${number}-${name}`)
  writeFileSync(file, bytes)
  const { fault = '', detail = '' } = outcome
  done.faults.push({ seed: number, file, fault, detail })
  console.error(`${fault}: ${file}: ${detail.slice(0, 300)}`)
}

/** A line for each reader. @param {MutatedFiles} done */
export function linesOf({ readers }) {
  return Object.entries(readers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reader, { files, read, refused, compared, faults, slowest, megabytes }]) => ({
      reader,
      files,
      'read as a table': read,
      'refused in one line': refused,
      'compared with DuckDB': compared,
      'most seconds': Number(slowest.toFixed(1)),
      'most MB': megabytes,
      faults,
    }))
}
