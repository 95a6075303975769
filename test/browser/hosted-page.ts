// The page of the tests of criba/worker: the same calls in the page and in a worker.
import { rank, select, tableFromColumns, tableFromCsv } from 'criba'
import type { RunEvent } from 'criba'
import { openWorker } from 'criba/worker'

const worker = openWorker()

/** A ranking and a selection, by the library in the page and by the hosted one. */
async function both(csv: string) {
  const table = await tableFromCsv(csv)
  const hosted = worker.openSession(table)
  const rankSpec = { target: 'species', by: ['mutual-information', 'anova-f', 'kruskal-wallis'] } as const
  const selectSpec = { target: 'species', method: 'jmi', evidence: true } as const
  const events: RunEvent[] = []
  return {
    page: [await rank(table, rankSpec), await select(table, selectSpec)],
    hosted: [
      await hosted.rank(rankSpec),
      await hosted.select(selectSpec, { on: (event) => events.push(event) }),
    ],
    events,
    isolated: crossOriginIsolated,
  }
}

/** Counts timers of the page while a long selection runs in the worker, then cancels it. */
async function cancelled(timers: number) {
  const at = (step: number) => Array.from({ length: 300 }, (_, i) => ((i * step) % 97) + (i % 7) / 10)
  const features = Array.from({ length: 20 }, (_, i) => [`x${i}`, at(2 * i + 3)] as const)
  const hosted = worker.openSession(tableFromColumns({ ...Object.fromEntries(features), y: at(5) }))
  const controller = new AbortController()
  let sets = 0
  let hasEnded = false
  const running = hosted.select(
    { target: 'y', criterion: 'delta-test', search: 'exhaustive', asIs: true },
    { signal: controller.signal, on: ({ kind }) => (sets += Number(kind === 'set')) },
  )
  void running.finally(() => (hasEnded = true))
  let fired = 0
  while (!hasEnded && (fired < timers || sets === 0)) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    fired++
  }
  const endedBefore = hasEnded
  controller.abort()
  const { stopped, selected } = await running
  return { endedBefore, fired, stopped, selected }
}

declare global {
  var hostedTests: { readonly both: typeof both; readonly cancelled: typeof cancelled }
}
globalThis.hostedTests = { both, cancelled }
