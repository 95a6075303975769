import { readTable } from 'criba/node'

// Reads one file in a process of its own; prints rows, columns, and the sum of the means of its numeric
// columns.
const { rows, columns } = await readTable(process.argv[2])
let means = 0
for (const column of columns) {
  if (column.type !== 'numeric') continue
  let sum = 0
  const { values } = column
  for (let row = 0; row < rows; row++) sum += values[row]
  means += sum / rows
}
console.log(JSON.stringify({ rows, columns: columns.length, means }))
