import type { TimeKind } from '../spec/rank-spec.ts'

/**
 * A chart as plain data: what stands where, never how it looks. `report/` draws it as SVG and writes its rows
 * as CSV; a result that contains charts is JSON all the same.
 */
export type Chart =
  | BarChart
  | LineChart
  | PointChart
  | MatrixChart
  | GraphChart
  | HistogramChart
  | ScatterChart
  | LandscapeChart

/** What every chart has. */
interface ChartFacts {
  /** The name of its files, unique in a report: lower case, with hyphens. */
  readonly name: string
  readonly title: string
  /** What it shows, in one or two sentences. */
  readonly caption: string
}

/** An axis with its label and units. */
export interface Axis {
  readonly label: string
  readonly scale?: 'linear' | 'log'
  /**
   * What its numbers count, if they are dates or times: days since 1970, seconds since 1970, or seconds since
   * midnight.
   */
  readonly time?: TimeKind
  /** The ends, if not those of the data. */
  readonly from?: number
  readonly to?: number
}

/** A horizontal bar for each label, in the order given. */
export interface BarChart extends ChartFacts {
  readonly kind: 'bars'
  readonly value: Axis
  readonly bars: readonly Bar[]
  /** A line across all bars. */
  readonly reference?: { readonly value: number; readonly label: string }
}

/** One bar of a bar chart. */
export interface Bar {
  readonly label: string
  readonly value: number | null
  /** The ends of its interval. */
  readonly low?: number
  readonly high?: number
  /** Bars of one label stand side by side, one for each series. */
  readonly series?: string
  /** Drawn in the colour of what was chosen. */
  readonly chosen?: true
}

/** One line for each series, its points in order of x. */
export interface LineChart extends ChartFacts {
  readonly kind: 'lines'
  readonly x: Axis
  readonly y: Axis
  readonly points: readonly {
    readonly x: number
    readonly y: number
    /** The ends of its interval. */
    readonly low?: number
    readonly high?: number
    readonly series: string
  }[]
  /** Vertical lines with a label, such as the chosen size. */
  readonly marks?: readonly { readonly x: number; readonly label: string }[]
}

/** Points in the plane. */
export interface PointChart extends ChartFacts {
  readonly kind: 'points'
  readonly x: Axis
  readonly y: Axis
  readonly points: readonly {
    readonly x: number
    readonly y: number
    readonly series?: string
    readonly label?: string
  }[]
}

/** A heat map: the value of each pair of labels. */
export interface MatrixChart extends ChartFacts {
  readonly kind: 'matrix'
  /** Of rows and columns, in the order in which they stand. */
  readonly labels: readonly string[]
  /** Of columns, where they are not those of the rows. */
  readonly columns?: readonly string[]
  readonly values: readonly (readonly (number | null)[])[]
  readonly value: Axis
  /**
   * The tree beside the labels: merges from the first to the last; 0 … n−1 are the labels, n + i the i-th
   * merge.
   */
  readonly tree?: readonly { readonly a: number; readonly b: number; readonly height: number }[]
}

/** Nodes joined by edges, such as the synergy of pairs; a negative value is drawn in another colour. */
export interface GraphChart extends ChartFacts {
  readonly kind: 'graph'
  readonly value: Axis
  readonly nodes: readonly { readonly name: string; readonly value: number; readonly chosen?: true }[]
  readonly edges: readonly { readonly a: string; readonly b: string; readonly value: number }[]
}

/** The distribution of columns, one panel each, by series such as the classes of the target. */
export interface HistogramChart extends ChartFacts {
  readonly kind: 'histograms'
  readonly panels: readonly {
    readonly label: string
    /** What its numbers count, if they are dates or times. */
    readonly time?: TimeKind
    readonly scale?: 'log'
    /** Counts of rows: above `low`, up to `high` of numbers (the first bin with its `low`), or of a `level`. */
    readonly bins: readonly {
      readonly low?: number
      readonly high?: number
      readonly level?: string
      readonly series: string
      /** The series is that of all that have none of their own. */
      readonly others?: true
      readonly rows: number
    }[]
  }[]
}

/** Columns against the target, one panel each. */
export interface ScatterChart extends ChartFacts {
  readonly kind: 'scatter'
  readonly y: Axis
  readonly panels: readonly {
    readonly label: string
    /** What the numbers of x count, if they are dates or times. */
    readonly time?: TimeKind
    readonly scale?: 'log'
    readonly points: readonly { readonly x: number; readonly y: number }[]
  }[]
}

/**
 * Sets by their information and their noise variance; α·information − β·noise orders them, and sliders move α
 * and β.
 */
export interface LandscapeChart extends ChartFacts {
  readonly kind: 'landscape'
  readonly x: Axis
  readonly y: Axis
  readonly sets: readonly {
    readonly features: readonly string[]
    /** Information: more is better. */
    readonly x: number
    /** Noise variance: less is better. */
    readonly y: number
    /** In the Pareto front. */
    readonly front?: true
  }[]
  readonly alpha: number
  readonly beta: number
}
