import { Option } from 'commander'
import type { Command } from 'commander'
import { CribaError } from '#core'
import type { FlagWords, GivenTo, PartFlag, PartTable } from '#core'

/** The flags of a command as commander parses them, by name. */
export type Flags = Readonly<Record<string, FlagWords | undefined>>

/** Functions that make a part of a spec from the words of its flag, such as the name of a file. */
type Readers = Readonly<Record<string, (words: string) => unknown>>

/** Adds the flags of the parts to a command, those that it requires first. */
export function addFlags(command: Command, parts: PartTable): Command {
  const flags = Object.values(parts).flatMap(({ flag }) => (flag ? [flag] : []))
  for (const flag of flags.filter(({ isRequired }) => isRequired)) addFlag(command, flag)
  for (const flag of flags.filter(({ isRequired }) => !isRequired)) addFlag(command, flag)
  return command
}

function addFlag(
  command: Command,
  { spelling, help, choices, isRequired = false, repeats, negation, parts = {} }: PartFlag,
): void {
  const option = new Option(spelling, help).makeOptionMandatory(isRequired)
  if (choices) option.choices([...choices])
  if (repeats) option.argParser(collectValues)
  else if (option.long !== undefined && Object.hasOwn(ofOneValue, option.long))
    option.argParser(onlyValue(option.long))
  command.addOption(option)
  if (negation) command.option(negation.spelling, negation.help)
  addFlags(command, parts)
}

/** Flags of which a second value would take the place of the first, and how to say both. */
const ofOneValue: Readonly<Record<string, string>> = {
  '--sql': 'one query does all, as in SELECT * REPLACE (… AS a, … AS b) FROM data',
}

/** Refuses a second value of a flag. */
function onlyValue(name: string) {
  return (value: string, before?: string): string => {
    if (before === undefined) return value
    throw new CribaError('invalid', `invalid options: ${name} is given twice (${ofOneValue[name]})`)
  }
}

/** Collects the values of a flag that may be repeated. */
function collectValues(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** The parts that the flags give, read and checked. */
export async function partsGiven<Parts extends PartTable>(
  parts: Parts,
  flags: Flags,
  readers: Readers = {},
): Promise<GivenTo<Parts>> {
  const given: Record<string, unknown> = {}
  for (const [name, { settle, flag }] of Object.entries<PartTable[string]>(parts)) {
    const off = negated(flag, flags)
    if (off === false && flags[name] !== undefined && flags[name] !== false)
      throw new CribaError(
        'invalid',
        `invalid options: ${flag!.spelling.split(' ')[0]} and ${flag!.negation!.spelling} (give one of them)`,
      )
    const words = flags[name] ?? off
    if (words === undefined) continue
    if (Object.hasOwn(readers, name)) given[name] = await readers[name](words as string)
    else given[name] = flag?.read ? flag.read(words) : settle(name, words as never)
  }
  return given as GivenTo<Parts>
}

/**
 * `false` if the flag that turns a part off is given and has another name: `--no-header` of `--header-rows`.
 */
function negated(flag: PartFlag | undefined, flags: Flags): false | undefined {
  const name = flag?.negation?.spelling.replace(/^--no-/, '')
  return name !== undefined && flags[name] === false ? false : undefined
}
