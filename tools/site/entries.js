import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { methods } from 'criba'
import { factsOfLearner, factsOfMethod, factsOfSearch } from '../../dist/src/report/catalogue-text.js'
import { namedMethods } from '../../dist/src/analyses/scope/named-methods.js'
import { namesHere } from '../../dist/src/core/spec/names-elsewhere.js'
import { methodText } from '../../dist/src/core/spec/method-text.js'
import { camelCase } from './camel-case.js'
import { docstringsOfConstants } from './docstrings.js'
import { families } from './families.js'
import { relativeTo } from './links.js'

/** @typedef {import('./docstrings.js').Docstring} Docstring */
/** @typedef {import('criba').CatalogueEntry | import('criba').SearchEntry | import('criba').LearnerEntry} Entry */
/**
 * What a page of an entry is made of.
 * @typedef {object} EntryPage
 * @property {Entry} entry
 * @property {ReturnType<typeof factsOfMethod>} sheet
 * @property {Docstring} docstring
 * @property {string} path
 * @property {string} parent
 * @property {(typeof families)[number]} [family]
 * @property {readonly { readonly name: string; readonly program: string }[]} names what other programs call it
 */

/**
 * Every method, search and learner with what its page is made of.
 * @param {string} root
 * @returns {EntryPage[]}
 */
export function entriesOf(root) {
  const { methods: all, searches, learners } = methods()
  checkFamilies(all.map(({ id }) => id))
  const ofMethods = docstringsOfConstants(root, [
    ...sourcesIn(root, 'src/methods/criteria'),
    ...sourcesIn(root, 'src/analyses/outer'),
    'src/analyses/selection/markov-blanket.ts',
  ])
  const ofSearches = docstringsOfConstants(root, sourcesIn(root, 'src/methods/searches'))
  const ofLearners = docstringsOfConstants(root, sourcesIn(root, 'src/methods/learners'))
  const entries = [
    ...families.flatMap((family) =>
      family.ids.map((id) => {
        const entry = /** @type {import('criba').CatalogueEntry} */ (all.find((method) => method.id === id))
        const docstring = ofMethods.get(camelCase(id)) ?? docstringOfNamed(id)
        return { ...placeOf(entry, 'methods'), sheet: factsOfMethod(entry), docstring, family }
      }),
    ),
    ...searches.map((entry) => ({
      ...placeOf(entry, 'searches'),
      sheet: factsOfSearch(entry),
      docstring: ofSearches.get(camelCase(entry.id)),
    })),
    ...learners.map((entry) => ({
      ...placeOf(entry, 'learners'),
      sheet: factsOfLearner(entry),
      docstring: ofLearners.get(camelCase(entry.id)),
    })),
  ]
  return entries.map(({ docstring, ...entry }) => {
    if (docstring === undefined) throw new Error(`missing docstring of ${entry.entry.id}`)
    return { ...entry, docstring, names: namesElsewhere(entry) }
  })
}

/**
 * What other programs call a method, a search or a learner, as the messages of unknown names have it.
 * @param {{ readonly entry: Entry; readonly parent: string }} page
 */
function namesElsewhere({ entry, parent }) {
  const [folder] = parent.split('/')
  const own = new RegExp(`(^|[^\\w-])${entry.id}($|[^\\w-])`)
  return Object.entries(namesHere).flatMap(([program, names]) =>
    Object.entries(names)
      .filter(([, here]) => {
        const ofFolder = here.split(/, or | with /).filter((part) => folderOf(part) === folder)
        return ofFolder.some((part) => own.test(part.replace(/:.*/, '')))
      })
      .map(([name]) => ({ name, program })),
  )
}

/** @param {string} part */
function folderOf(part) {
  const [kind] = part.split(' ')
  return kind === 'search' ? 'searches' : kind === 'learner' ? 'learners' : 'methods'
}

/**
 * @param {Entry} entry
 * @param {string} folder
 */
function placeOf(entry, folder) {
  return { entry, path: `${folder}/${entry.id}.html`, parent: `${folder}/index.html` }
}

/** @param {readonly string[]} ids */
function checkFamilies(ids) {
  const listed = families.flatMap((family) => family.ids)
  const missing = ids.filter((id) => !listed.includes(id))
  if (missing.length > 0) throw new Error(`missing method in tools/site/families.js: ${missing.join(', ')}`)
  const wrong = listed.filter((id, i) => !ids.includes(id) || listed.indexOf(id) !== i)
  if (wrong.length > 0)
    throw new Error(`unknown method, or twice, in tools/site/families.js: ${wrong.join(', ')}`)
}

/**
 * @param {string} root
 * @param {string} folder
 */
function sourcesIn(root, folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
}

/**
 * What a name of a criterion with a search stands for.
 * @param {string} id
 * @returns {Docstring | undefined}
 */
function docstringOfNamed(id) {
  const named = namedMethods.find((method) => method.id === id)
  if (named === undefined) return undefined
  const parts = `the criterion \`${named.criterion.method}\` with the search \`${named.search.method}\``
  const spec = `--criterion ${methodText(named.criterion)} --search ${methodText(named.search)}`
  return {
    text: `Stands for ${parts}.\n\nThe same as \`${spec}\`.`,
    examples: [],
    throws: [],
    params: new Map(),
  }
}

/**
 * Links from a page to entries: a method first, then a search, then a learner of that name.
 * @param {string} from
 * @param {readonly EntryPage[]} entries
 */
export function linkTo(from, entries) {
  return (/** @type {string} */ name) => {
    const found = entries.find(({ entry }) => entry.id === name)
    return found && found.path !== from ? relativeTo(from, found.path) : undefined
  }
}
