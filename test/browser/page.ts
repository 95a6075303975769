// The page of the browser tests: the same work as in Node, with a given number of threads.
import { MemorySource } from 'criba'
import { exampleRequests, exampleTable } from '../kernel/example-requests.ts'
import { bitsOf } from './bits.ts'

/** Answers bit for bit, and how often each kernel was called. */
async function answer(rows: number, columns: number, threads: number) {
  const table = exampleTable(rows, columns)
  const source = new MemorySource(table)
  const answers = await source.answer(exampleRequests(table), { threads })
  return { bits: bitsOf(answers), kernels: source.work.kernels, isolated: crossOriginIsolated }
}

declare global {
  var answer: (rows: number, columns: number, threads: number) => Promise<PageAnswer>
  interface PageAnswer {
    readonly bits: string
    readonly kernels: Readonly<Record<string, number>>
    readonly isolated: boolean
  }
}
globalThis.answer = answer
