// Writes the catalogue to dist/, so that `criba methods` need not load the methods.
import { writeFileSync } from 'node:fs'
import { methods } from 'criba'

writeFileSync(new URL('../dist/catalogue.json', import.meta.url), JSON.stringify(methods()))
