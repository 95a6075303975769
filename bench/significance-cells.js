// How a cell of the tables of the study of stops is written.

/** @typedef {{ hits: number, wrong: number }} Judgement */

/**
 * The means of the right and the wrong columns chosen; of noise the share of runs that chose any. @param
 * {readonly Judgement[]} found @param {number} right
 */
export function cellOf(found, right) {
  const anyWrong = found.filter(({ wrong }) => wrong > 0).length
  const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`
  const [low, high] = wilson(anyWrong, found.length)
  if (right === 0) return `${percent(anyWrong / found.length)} (${percent(low)} to ${percent(high)})`
  const mean = (/** @type {readonly number[]} */ values) =>
    (values.reduce((total, value) => total + value, 0) / values.length).toFixed(2)
  return `${mean(found.map(({ hits }) => hits))}, ${mean(found.map(({ wrong }) => wrong))}`
}

/** Wilson's interval of a share (1927). @param {number} count @param {number} runs */
function wilson(count, runs, z = 1.96) {
  const p = count / runs
  const middle = p + (z * z) / (2 * runs)
  const half = z * Math.sqrt((p * (1 - p)) / runs + (z * z) / (4 * runs * runs))
  return [middle - half, middle + half].map((end) => end / (1 + (z * z) / runs))
}
