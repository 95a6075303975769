import { chain, informationByLevel, score, selfInformation } from '../../src/index.ts'
import { multiInformation } from '../../src/methods.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { classWithWords, threeWords } from './times-tables.ts'

/** The worked tables of words and classes, with every quantity that the notes define. */
export const contingencyTables: Experiment = {
  name: 'contingency-tables',
  title: 'Entropy and information of the worked tables',
  source: 'Information and Interaction Among Features (36-350 Data Mining, 2009), sections 1 to 4',
  summary: 'the printed tables of "art", "painting" and "evening": entropies, information and interaction',
  run: computeTables,
}

/** What the notes print: to two places in the text, to seven where R prints it. */
const printed = {
  art: 0.32327,
  painting: 0.238395,
  both: 0.4335985,
  threeWords: 2.053455,
}

async function computeTables(run: ExperimentRun): Promise<ExperimentFindings> {
  const bits = await quantities(run)
  const line = (quantity: string, value: number, ofNotes: number | null = null) => [quantity, ofNotes, value]
  const { entropy, art, painting, both, given, interaction, byArt } = bits
  return {
    claimed:
      'I[C;art] = 0.32 bits, I[C;painting] = 0.24 and I[C;art, painting] = 0.43: both words tell more than either, and less than the sum of both; the joint entropy of "art", "painting" and "evening" is 2.053455 bits.',
    found: `All four printed values hold. Both words together tell ${both.toFixed(4)} bits, ${(-interaction).toFixed(4)} less than the sum of ${art.toFixed(4)} and ${painting.toFixed(4)}: the interaction is negative. Given "art", "painting" adds ${given.toFixed(4)} bits: ${byArt.map(({ level, value, rows }) => `${value.toFixed(4)} in the ${rows} stories with art = ${level}`).join(', ')}.`,
    tables: [
      {
        name: 'quantities',
        title: 'Quantities in bits',
        columns: ['quantity', 'printed', 'criba'],
        rows: [
          line('H[C], counts 57 and 45', entropy),
          line('I[C;art], table 10, 47, 37, 8', art, printed.art),
          line('I[C;painting], table 33, 24, 45, 0', painting, printed.painting),
          line('I[C;art, painting], table 22, 25, 2, 8 and 0, 8, 0, 37', both, printed.both),
          line('I[C;painting | art]', given),
          ...byArt.map(({ level, value }) => line(`I[C;painting | art = ${level}]`, value)),
          line('interaction I[C;painting | art] − I[C;painting]', interaction),
          line('H[C | art, painting]', entropy - both),
          line(
            'H[art, painting, evening], counts 34, 32, 2, 22, 11, 1, 0, 0',
            bits.joint,
            printed.threeWords,
          ),
          ...bits.terms.map(({ text, value }) => line(text, value)),
          line('multi-information of art, painting, evening', bits.multi),
        ],
      },
    ],
    charts: [
      {
        kind: 'bars',
        name: 'information',
        title: 'Information about the class',
        caption:
          'What the words tell about the class, alone, one given the other, and together. The sum of both alone exceeds what they tell together.',
        value: { label: 'information (bits)', from: 0 },
        bars: [
          { label: 'art', value: art },
          { label: 'painting', value: painting },
          { label: 'painting given art', value: given },
          { label: 'art and painting', value: both, chosen: true },
        ],
        reference: { value: art + painting, label: 'sum of both alone' },
      },
    ],
  }
}

async function quantities(run: ExperimentRun) {
  const target = 'class'
  const { entropy } = await selfInformation(classWithWords, { feature: target }, run)
  const path = await chain(classWithWords, { target, features: ['art', 'painting'] }, run)
  const alone = await chain(classWithWords, { target, features: ['painting'] }, run)
  const levels = await informationByLevel(
    classWithWords,
    { target, features: ['painting'], given: ['art'] },
    run,
  )
  const words = ['art', 'painting', 'evening']
  const { terms, entropy: joint } = await chain(threeWords, { features: words }, run)
  const { scores } = await score(threeWords, { features: words, by: [multiInformation()] }, run)
  const [art, given] = path.terms.map(({ information }) => information!)
  const painting = alone.information!
  return {
    entropy,
    art,
    painting,
    both: path.information!,
    given,
    interaction: given - painting,
    byArt: levels.levels.map(({ level, rows, bits: value }) => ({ level: String(level[0]), rows, value })),
    joint,
    terms: terms.map(({ feature, entropy: value }, i) => ({
      text: i === 0 ? `H[${feature}]` : `H[${feature} | ${words.slice(0, i).join(', ')}]`,
      value,
    })),
    multi: Number(scores[0].score),
  }
}
