import { joinNames, methodText, shellWord, targetInText } from '#core'
import type { SelectResult, SynergeticPair, Synergies } from '#core'
import { flagsText, methodLabel, targetFlags, textFlags, typesText } from './command-text.ts'
import { alignNumbers, counted, formatProbability, grouped } from './numbers.ts'
import { column, formatColumns } from './text-columns.ts'
import { clean, dim, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The most pairs shown, and the longest name in characters. */
const [mostPairs, longestName] = [8, 30]

/** The pairs that have information only together, with the command that takes up the first of them. */
export function synergyLines(result: SelectResult, name: string, display: Display): string[] {
  const { synergies, data } = result
  if (!synergies || synergies.found.length === 0) return []
  const { found, pairs, screened } = synergies
  const shown = found.slice(0, mostPairs)
  const [have, screenedOf] = [
    found.length === 1 ? 'has' : 'have',
    screened < pairs ? `${grouped(screened)} of ${counted(pairs, 'pair')}` : counted(pairs, 'pair'),
  ]
  const title = `synergy: ${counted(found.length, 'pair')} ${have} information about ${clean(targetInText(data.target!))} that neither column has alone (${screenedOf} screened; bits)`
  return [
    '',
    ...wrap(title, display.width),
    ...pairTable(shown, display).map((line) => `  ${line}`),
    ...(found.length > shown.length
      ? [dim(`  … and ${found.length - shown.length} more (--format json lists all)`, display)]
      : []),
    `to take up ${found.length === 1 ? 'the pair' : 'the first pair'}:`,
    // The command is never wrapped, so that it can be copied.
    `  criba select ${shellWord(name)}${flagsOf(result, synergies)}`,
  ]
}

function pairTable(shown: readonly SynergeticPair[], display: Display): string[] {
  const numbers = alignNumbers(shown.flatMap(({ iA, iB, joint }) => [iA, iB, joint]))
  const names = (['a', 'b'] as const).map((key) =>
    column(
      key,
      'left',
      shown.map((pair) => shorten(pair[key], longestName)),
    ),
  )
  const parts = ['I(a)', 'I(b)', 'I(a,b)'].map((title, part) =>
    column(
      title,
      'right',
      shown.map((_, i) => numbers[3 * i + part]),
    ),
  )
  const p = column(
    'p',
    'right',
    shown.map(({ pValue }) => formatProbability(pValue)),
  )
  return formatColumns([...names, ...parts, p], { ...display, width: display.width - 2 })
}

/** The flags of the same selection, with what takes up a pair. */
function flagsOf({ spec, data }: SelectResult, { takenUpBy = { keep: [] } }: Synergies): string {
  const { task, types, drop, prefilter, startFrom } = spec
  const listed = (names: readonly string[]) => (names.length > 0 ? joinNames(names) : null)
  const other = <T>(value: T, usual: T) => (value === usual ? null : String(value))
  const method = (given: Exclude<typeof prefilter, null>) =>
    typeof given === 'string' ? given : methodText(given)
  const chosenBy: readonly (readonly [string, string | null])[] =
    'method' in takenUpBy
      ? [['--method', takenUpBy.method]]
      : [
          ['--criterion', other(methodLabel(spec.criterion), 'jmi')],
          ['--search', other(methodLabel(spec.search), 'forward')],
          ['--stop', other(spec.stop, 'significance')],
          ['--keep', listed(takenUpBy.keep)],
        ]
  const flags = flagsText([
    ['--sql', data.sql ?? null],
    ...targetFlags(spec.target),
    ['--task', task === 'regression' ? task : null],
    ['--types', typesText(types)],
    ['--drop', listed(drop)],
    ['--weights', spec.weights],
    ['--missing', other(spec.missing, 'pairwise')],
    ['--min-rows', other(spec.minRows, 0.5)],
    ['--discretise', other(spec.discretise, 'equal-frequency')],
    ['--bins', spec.bins === null ? null : String(spec.bins)],
    ['--group', spec.group],
    ['--strata', spec.strata],
    ['--key', spec.key],
    ['--time', spec.time],
    ['--prefilter', prefilter === null ? null : method(prefilter)],
    [
      '--start-from',
      startFrom === null
        ? null
        : Array.isArray(startFrom)
          ? listed(startFrom as readonly string[])
          : method(startFrom as Exclude<typeof prefilter, null>),
    ],
    ...chosenBy,
    ['--seed', other(spec.seed, 0)],
  ])
  return `${textFlags(data)}${flags}${spec.asIs ? ' --as-is' : ''}`
}
