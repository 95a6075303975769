import { firstFew, isOuterMethod, targetInText } from '#core'
import type {
  Catalogue,
  DataFacts,
  FeatureCoding,
  Ranking,
  RankResult,
  ReportLanguage,
  SelectResult,
} from '#core'
import { methods } from '#analyses'
import { methodLabel } from '../command-text.ts'
import { decimalsOf, metricName, signed } from '../evidence-text.ts'
import { fixed, grouped } from '../numbers.ts'
import { clean } from '../text.ts'
import { rankedNames } from '../unfit-columns.ts'
import { bibtex, program, referenceText, worksCited } from './cited-works.ts'
import { phrases } from './phrases.ts'
import type { Phrases } from './phrases.ts'

/** How a result was made, for a paper: a paragraph, the works that it cites, and these as BibTeX. */
interface PaperText {
  readonly text: string
  readonly references: readonly string[]
  readonly bibtex: string
}

/** The most columns that the paragraph names. */
const mostNames = 30
/** The most columns of a ranking that it names. */
const mostRanked = 5

const sources = {
  falseDiscoveries: 'Benjamini & Hochberg 1995',
  stepDown: 'Gavrilov, Benjamini & Sarkar 2009',
  heldOut: 'Stone 1974',
  interval: 'Nadeau & Bengio 2003',
} as const

/** A methods paragraph of a selection or a ranking, with what it cites. */
export function paperText(
  result: SelectResult | RankResult,
  data: string,
  language: ReportLanguage = 'en',
): PaperText {
  const paragraph = new Paragraph(phrases[language], data)
  if (result.command === 'select') paragraph.ofSelection(result)
  else paragraph.ofRanking(result)
  return paragraph.paper()
}

/** The same as text: the paragraph, the list of references, and BibTeX. */
export function paperLines(paper: PaperText, language: ReportLanguage): string {
  return [paper.text, '', phrases[language].references, '', ...paper.references, '', paper.bibtex].join('\n')
}

/** The works that the entries of a catalogue come from, as BibTeX. */
export function bibtexOf({ methods: some, searches, learners }: Catalogue): string {
  const cited = worksCited([...some, ...searches, ...learners].map(({ source }) => source))
  return bibtex([program, ...cited])
}

/** The sentences of a paragraph, with the works that they cite. */
class Paragraph {
  readonly #phrases: Phrases
  readonly #data: string
  readonly #sentences: string[] = []
  readonly #cited: string[] = []
  readonly #catalogue = methods()

  constructor(language: Phrases, data: string) {
    this.#phrases = language
    this.#data = data
  }

  ofSelection(result: SelectResult): void {
    const say = this.#phrases
    const { data, selected, spec, prefilter } = result
    this.#say(
      say.chosen(
        grouped(selected.length),
        say.columns(data.features),
        this.#about(data),
        this.#of(data),
        grouped(data.rows),
        this.#program(),
      ),
    )
    if (prefilter) this.#say(say.prefilter(this.#named(prefilter), grouped(prefilter.features)))
    const outer = isOuterMethod(result.method)
    this.#say(
      outer
        ? say.byOuter(this.#named(result), this.#named(spec.criterion))
        : say.by(this.#named(spec.criterion), this.#named(spec.search), this.#until(result)),
    )
    this.#sayReading(result)
    this.#sayEvidence(result)
    this.#saySeed(spec.seed, spec.criterion, spec.search, ...(outer ? [result] : []))
    this.#say(selected.length === 0 ? say.noNames : say.names(firstFew(selected.map(clean), mostNames)))
  }

  ofRanking(result: RankResult): void {
    const say = this.#phrases
    const { data, rankings } = result
    this.#say(
      say.ranked(
        say.columns(data.features),
        this.#about(data),
        this.#of(data),
        grouped(data.rows),
        this.#program(),
      ),
    )
    this.#say(say.byRankers(rankings.map((ranking) => this.#named(ranking))))
    this.#sayReading(result)
    const [{ scores }] = rankings
    if (rankings.length === 1 && scores.some(({ qValue }) => qValue !== undefined)) {
      const few = scores.filter(({ qValue = 1 }) => qValue <= 0.05)
      this.#say(say.falseDiscoveries(say.columns(few.length), this.#cite(sources.falseDiscoveries)))
    }
    this.#saySeed(undefined, ...rankings)
    this.#say(say.first(rankedNames(result).slice(0, mostRanked).map(clean).join(', ')))
  }

  paper(): PaperText {
    const cited = [program, ...worksCited(this.#cited)]
    return { text: this.#sentences.join(' '), references: cited.map(referenceText), bibtex: bibtex(cited) }
  }

  #say(sentence: string): void {
    this.#sentences.push(sentence)
  }

  /** The source as a sentence names it; it is listed among the references. */
  #cite(source: string): string {
    this.#cited.push(source)
    return source.replaceAll(' & ', ` ${this.#phrases.and} `)
  }

  #program(): string {
    return `criba ${program.fields.get('version')} (The criba authors ${program.year})`
  }

  #of({ sql }: DataFacts): string {
    const name = clean(this.#data)
    return sql === undefined ? name : this.#phrases.query(name)
  }

  #about({ target, event, given, block }: DataFacts): string {
    const say = this.#phrases
    const beside =
      (given ? say.given(clean(given.join(', '))) : '') +
      (block === undefined ? '' : say.within(clean(block)))
    if (target === null) return beside
    const name = clean(targetInText(target))
    return event
      ? say.aboutEvent(name, `${clean(event.column)} = ${clean(String(event.level))}`, grouped(event.n)) +
          beside
      : say.about(name) + beside
  }

  /** A method by its name, its title and its source: `jmi (Joint mutual information; Yang and Moody 1999)`. */
  #named({ method, options = {} }: Pick<Ranking, 'method'> & Partial<Ranking>): string {
    const label = methodLabel({ method, options })
    const { methods: some, searches, learners } = this.#catalogue
    const found = [...some, ...searches, ...learners].find(({ id }) => id === method)
    if (!found) return label
    return `${label} (${this.#phrases.title(found)}; ${this.#cite(found.source)})`
  }

  /** When the search ended. */
  #until({ spec }: SelectResult): string {
    const { until } = this.#phrases
    const { k, stop, cut, search } = spec
    if (cut?.startsWith('fdr')) return `${until.cut(cut)} (${this.#cite(sources.falseDiscoveries)})`
    if (cut !== null) return until.cut(cut)
    const ends = [
      ...(stop === null || stop === 'none' ? [] : [this.#stop(stop, search.method)]),
      ...(k === null ? [] : [until.count(grouped(k))]),
    ]
    return ends.length === 0 ? until.best : ends.join(` ${this.#phrases.or} `)
  }

  #stop(stop: string, search: string): string {
    const { until } = this.#phrases
    if (!/^significance(:alpha=[^,]*)?$/.test(stop) || search !== 'forward') return until.stop(stop)
    return until.significance(stop.split('=')[1] ?? '0.05', this.#cite(sources.stepDown))
  }

  /** How numbers became levels, and what missing values counted as. */
  #sayReading({ coding, spec, columns, data }: SelectResult | RankResult): void {
    const say = this.#phrases
    const bins = coding.flatMap(({ cuts }: FeatureCoding) => (cuts ? [cuts.length + 1] : []))
    if (bins.length > 0) this.#say(say.bins(spec.discretise, Math.min(...bins), Math.max(...bins)))
    this.#sayMissing(data, spec.missing, columns)
  }

  #sayMissing(
    { used, rows }: DataFacts,
    policy: keyof Phrases['missing'] | 'error' = 'pairwise',
    columns: SelectResult['columns'],
  ): void {
    const say = this.#phrases
    const how = used?.missing ?? policy
    if (how === 'error' || columns.every(({ missing }) => missing === 0)) return
    // Methods of near rows and trees have ways of their own.
    if (how === 'pairwise' && used?.least === rows) this.#say(say.allRows)
    else {
      const isSome = used && !used.weighted && how !== 'pairwise' && used.most < rows
      this.#say(say.missing[how] + (isSome ? say.remaining(grouped(used.most), grouped(rows)) : ''))
    }
  }

  #sayEvidence({ evidence, spec }: SelectResult): void {
    if (!evidence || spec.evidence === false) return
    const say = this.#phrases
    const { learner, metric, all, selected, none, columns, besideAll, given } = evidence
    const { repeats, holdout } = spec.evidence
    const parts =
      holdout === null
        ? say.folds(evidence.folds.length / repeats) + (repeats === 1 ? '' : say.repeated(repeats))
        : say.holdout(String(Number((100 * holdout).toPrecision(3))), repeats)
    const rows = [
      parts,
      ...(spec.time === null ? [] : [say.inTime(clean(spec.time))]),
      ...(spec.group === null ? [] : [say.together(clean(spec.group))]),
    ].join(', ')
    const decimals = decimalsOf([all, selected, none])
    const [ofSelected, ofAll] = [selected, all].map(({ mean, sd }) =>
      sd === null ? fixed(mean, decimals) : `${fixed(mean, decimals)} ± ${fixed(sd, decimals)}`,
    )
    const sentence = say.evidence(
      rows,
      this.#cite(sources.heldOut),
      this.#named({ method: learner }),
      metricName(metric),
    )
    const [low, high] = besideAll.interval.map((end) => signed(end, decimals))
    const difference = Number.isFinite(besideAll.interval[0])
      ? say.difference(signed(besideAll.difference, decimals), low, high, this.#cite(sources.interval))
      : ''
    this.#say(
      sentence +
        say.scores(ofSelected, say.columns(columns), ofAll, fixed(none.mean, decimals)) +
        difference +
        (given ? say.adjusted(clean(given.join(', '))) : ''),
    )
  }

  /** The seed, if random numbers were used. */
  #saySeed(seed: number | undefined, ...methods: readonly { readonly options?: Ranking['options'] }[]): void {
    const own = methods.flatMap(({ options }) => (options?.['seed'] === undefined ? [] : [options['seed']]))
    const seeds = [...new Set([...(seed === undefined || seed === 0 ? [] : [seed]), ...own])]
    if (seeds.length > 0) this.#say(this.#phrases.seed(seeds.join(', ')))
  }
}
