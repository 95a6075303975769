import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { informationMatrix, tableFromColumns } from 'criba'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

const rows = 10_000
const columns = 500
const levels = 5

/**
 * The mutual information of all pairs of 10,000 × 500 columns of 5 levels, compared with praznik if it is
 * installed.
 */
export async function benchMatrix() {
  const features = makeLevels()
  const names = features.map((_, i) => `x${i}`)
  const table = tableFromColumns(
    features.map((codes, i) => /** @type {const} */ ([names[i], codes])),
    { '*': 'categorical' },
  )
  const call = () => informationMatrix(table)
  const theirs = await inFolder((folder) => runPraznik(features, folder))
  if (theirs) compare((await call()).values, theirs.values)
  const work = `information matrix, ${rows} × ${columns}, ${levels} levels`
  return [formatComparison(work, await time(call), 'praznik', theirs)]
}

/** Columns of levels, each dependent on the one before. */
function makeLevels() {
  const random = xoroshiro128plus(1)
  /** @type {Uint8Array[]} */
  const features = []
  for (let column = 0; column < columns; column++) {
    const before = features[column - 1]
    features.push(
      Uint8Array.from({ length: rows }, (_, row) => {
        const level = uniformInt(random, 0, levels - 1)
        return before && level === 0 ? before[row] : level
      }),
    )
  }
  return features
}

/**
 * @param {readonly Uint8Array[]} features
 * @param {string} folder
 * @returns {{ cold: number, median: number, values: Float64Array } | null}
 */
function runPraznik(features, folder) {
  const [data, out] = [join(folder, 'data.u8'), join(folder, 'out.f64')]
  writeColumns(data, features)
  const times = runPeer('praznik.R', [rows, columns, data, out])
  if (!times) return null
  const bytes = readFileSync(out)
  const values = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  return { ...times, values }
}

/**
 * Compares the results before timing; praznik's are in nats.
 * @param {readonly (number | null)[]} ours
 * @param {Float64Array} theirs
 */
function compare(ours, theirs) {
  theirs.forEach((nats, i) => {
    const difference = Math.abs((ours[i] ?? NaN) - nats / Math.LN2)
    if (!(difference <= 1e-9))
      throw new Error(`the matrix differs at ${i}: ${ours[i]} for ${nats / Math.LN2}`)
  })
}
