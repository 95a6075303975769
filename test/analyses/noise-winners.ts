import { tableFromColumns } from 'criba'
import type { SelectResult, Table } from 'criba'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'

/** 50 columns of noise, and a target that is noise too. */
function noise(seed: number): Table {
  const random = randomOf(seed)
  const draw = () => Array.from({ length: 100 }, () => 'abc'[Math.floor(3 * random())])
  const columns = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`x${i}`, draw()]))
  return tableFromColumns({ ...columns, y: draw() }, { '*': 'categorical' })
}

/** What was found of the first column looked at. */
const firstP = ({ steps, setAside }: SelectResult) => setAside[0]?.pValue ?? steps[0].pValue!

/** In how many tables of noise the best column beats its own chance, and in how many that of the best of all columns. */
export async function winnersOfNoise(tables: number): Promise<{ own: number; best: number }> {
  let [own, best] = [0, 0]
  for (let seed = 1; seed <= tables; seed++) {
    const table = noise(seed)
    const first = await select(table, { target: 'y', method: 'joint', k: 1, stop: 'significance' })
    if (firstP(first) <= 0.05) own++
    const { selected, stopped } = await select(table, { target: 'y', method: 'joint:null=max', k: 1 })
    best += selected.length
    if (selected.length === 0 && !stopped.startsWith('the best remaining candidate'))
      throw new Error(`stopped: ${stopped}`)
  }
  return { own, best }
}
