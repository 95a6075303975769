import { rank } from 'criba'
import { openSource } from 'criba/node'

// Ranks one file in a process of its own, to measure its peak memory; prints seconds and megabytes.
const [file, target, method] = process.argv.slice(2)
const source = await openSource(file)
const by = [/** @type {import('criba').RankerGiven} */ (method)]
const start = performance.now()
await rank(source, { ...(target !== '' && { target }), by })
const seconds = (performance.now() - start) / 1000
source.close()
console.log(JSON.stringify({ seconds, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }))
