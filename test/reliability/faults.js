// Outputs whose place fails: the disk is full, the folder is read-only or gone, a folder stands in the place of the file.
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawsOf } from './draws.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What writes a file: words of a call that end where its path stands, and what stands before the table that it reads. @typedef {{ name: string, ending: string, words: readonly string[], title?: string }} Output */
/** What happens to the place of a file. @typedef {{ name: string, begin: (place: Place) => void, end?: (place: Place) => void, needsDisk?: true }} Fault */
/** @typedef {{ folder: string, path: string, disk: boolean }} Place */
/** @typedef {{ output: string, fault: string, moment: string, what: string | null }} Tried */

const ranked = ['rank', '-', '-t', 'y', '--by', 'pearson']
const chosen = ['select', '-', '-t', 'y', '-k', '6', '--no-evidence']

/** @param {string} run a saved run @returns {readonly Output[]} */
const outputsWith = (run) => [
  { name: 'select -o .csv', ending: '.csv', words: [...chosen, '-o'] },
  { name: 'select -o .parquet', ending: '.parquet', words: [...chosen, '-o'] },
  { name: 'select --save', ending: '.json', words: [...chosen, '--save'] },
  {
    name: 'select --mends apply',
    ending: '.csv',
    words: [...chosen, '--mends', 'apply', '-o'],
    title: 'A report\nof last year\n\n',
  },
  { name: 'apply -o', ending: '.tsv', words: ['apply', run, '-', '-o'] },
  { name: 'groups -o .json', ending: '.json', words: ['groups', '-', '-o'] },
  { name: 'groups -o .csv', ending: '.csv', words: ['groups', '-', '-o'] },
  { name: '--report', ending: '.html', words: [...ranked, '--report'] },
  { name: '--figure', ending: '.svg', words: [...ranked, '--figure'] },
  { name: '--checkpoint', ending: '.state', words: [...chosen, '--checkpoint'] },
  { name: 'generate -o .csv', ending: '.csv', words: ['generate', 'xor', '--rows', '9000', '-o'] },
  { name: 'generate -o .parquet', ending: '.parquet', words: ['generate', 'xor', '--rows', '90000', '-o'] },
]

/** @type {readonly Fault[]} */
export const faults = [
  { name: 'full disk', begin: ({ folder }) => fill(folder), needsDisk: true },
  {
    name: 'read-only folder',
    begin: ({ folder }) => void remount(folder, 'ro'),
    end: ({ folder }) => void remount(folder, 'rw'),
    needsDisk: true,
  },
  { name: 'folder that is gone', begin: ({ folder }) => rmSync(folder, { recursive: true }) },
  {
    name: 'folder in its place',
    begin: ({ path }) => {
      rmSync(path, { force: true })
      mkdirSync(path)
    },
  },
]

/**
 * Tries each output with each fault, before a run and while it reads its table; says what is wrong with each,
 * or null. Disks of their own are made by `mount`, where that is allowed.
 * @param {{ folder: string, some?: (output: string) => boolean, of?: (fault: string) => boolean }} run
 * @returns {Promise<readonly Tried[]>}
 */
export async function tryFaults({ folder, some = () => true, of = () => true }) {
  mkdirSync(folder, { recursive: true })
  const run = join(folder, 'run.json')
  await called([...chosen, '--save', run, '--force'])
  /** @type {Tried[]} */
  const tried = []
  for (const output of outputsWith(run).filter(({ name }) => some(name))) {
    for (const fault of faults.filter(({ name }) => of(name))) {
      // What generates a table reads none that it could wait for.
      for (const moment of output.words.includes('-') ? ['before', 'while it runs'] : ['before']) {
        const what = await tryFault(join(folder, 'place'), output, fault, moment)
        if (what !== undefined) tried.push({ output: output.name, fault: fault.name, moment, what })
      }
    }
  }
  return tried
}

/**
 * What is wrong after one fault: null if nothing is, undefined if it cannot be tried here.
 * @param {string} folder @param {Output} output @param {Fault} fault @param {string} moment
 */
async function tryFault(folder, { ending, words, title = '' }, { begin, end, needsDisk }, moment) {
  mkdirSync(folder, { recursive: true })
  const disk = needsDisk === true && mount(folder)
  if (needsDisk && !disk) return undefined
  const place = { folder, path: join(folder, `output${ending}`), disk }
  const isCheckpoint = words.includes('--checkpoint')
  if (!isCheckpoint) writeFileSync(place.path, 'as it was')
  try {
    if (moment === 'before') begin(place)
    const during = moment === 'before' ? undefined : () => begin(place)
    const all = [...words, place.path, ...(isCheckpoint ? [] : ['--force'])]
    const { code, err } = await called(all, { title, during })
    end?.(place)
    return faultOf(code, err) ?? leftBehind(place)
  } finally {
    if (disk) spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {number | null} code @param {string} err */
function faultOf(code, err) {
  if (code !== 1) return `exit code ${code}: ${err}`
  return /^criba: [^\n]+\n$/.test(err) ? null : err
}

/** What stands in the folder besides the file as it was. @param {Place} place */
function leftBehind({ folder, path }) {
  /** @type {import('node:fs').Dirent[]} */
  let found = []
  try {
    found = readdirSync(folder, { withFileTypes: true })
  } catch {
    // It is gone.
  }
  for (const entry of found.filter(({ name }) => name !== 'filling')) {
    if (join(folder, entry.name) !== path) return `left behind: ${entry.name}`
    if (entry.isFile() && readFileSync(path, 'utf8') !== 'as it was') return 'the file was changed'
  }
  return null
}

/** Makes a small disk. @param {string} folder */
export function mount(folder) {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0
}

/** @param {string} folder @param {'ro' | 'rw'} how */
function remount(folder, how) {
  return spawnSync('mount', ['-o', `remount,${how}`, folder]).status
}

/** Writes until the disk is full. @param {string} folder */
function fill(folder) {
  const file = openSync(join(folder, 'filling'), 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(1024))
  } catch {
    closeSync(file)
  }
}

/** A table larger than what a pipe holds. */
export function table() {
  const { below } = drawsOf(1)
  const row = () => {
    const cells = Array.from({ length: 8 }, () => below(1000))
    return [...cells, cells[0] + cells[1] + below(500)].join(',')
  }
  return ['a,b,c,d,e,f,g,h,y', ...Array.from({ length: 6000 }, row), ''].join('\n')
}

/**
 * A call that reads the table from its input; `during` is done once it has begun to read, before it has all.
 * @param {readonly string[]} words @param {{ title?: string, during?: (() => void) | undefined }} [input]
 * @returns {Promise<{ code: number | null, err: string }>}
 */
function called(words, { title = '', during = () => {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`${root}dist/cli.js`, ...words, '--quiet'], {
      cwd: root,
      stdio: ['pipe', 'ignore', 'pipe'],
      timeout: 60_000,
    })
    let err = ''
    child.stderr.setEncoding('utf8').on('data', (chunk) => (err += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, err }))
    // A call that ends early does not read its input.
    child.stdin.on('error', () => {})
    const text = title + table()
    child.stdin.write(text.slice(0, -1000), () => {
      during()
      child.stdin.end(text.slice(-1000))
    })
  })
}
