// Writes the catalogue beside the built files, so that `criba methods` need not load what its methods need.
import { writeFileSync } from 'node:fs'
import { methods } from 'criba'

writeFileSync(new URL('../dist/catalogue.json', import.meta.url), JSON.stringify(methods()))
