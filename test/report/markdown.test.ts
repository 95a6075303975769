import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markdown } from '../../dist/src/report/tables/result-table.js'
import { runs } from '../properties/runs.ts'
import { rendered } from './rendered-markdown.ts'

describe('a table in Markdown', () => {
  it('aligns numbers to the right, keeps all their digits, and has notes below', () => {
    const table = {
      title: 'Scores',
      columns: ['feature', 'score', 'empty', 'mixed'],
      rows: [
        ['a', 0.1 + 0.2, null, 1],
        ['b', -1e-20, '', 'x'],
        ['c', null, null, Infinity],
      ],
      notes: ['score: bits', 'a | b'],
    }
    expect(markdown([table])).toBe(
      [
        '**Scores**',
        '',
        '| feature | score | mixed |',
        '| --- | ---: | --- |',
        '| a | 0.30000000000000004 | 1 |',
        '| b | -1e-20 | x |',
        '| c |  | inf |',
        '',
        '- score: bits',
        '- a \\| b',
      ].join('\n'),
    )
  })

  it.each(['# 1.csv', '- x', '+ x', '> x', '1. x', '2) x', '    x', '---', '#', '1.', '0.5 bits', '-1'])(
    'has the note %j as it is, though a list, a heading or a quotation begins so',
    (note) => {
      const { notes, inner } = rendered(markdown([{ columns: ['a'], rows: [['b']], notes: ['x', note] }]))
      expect(notes).toEqual(['x', note.trim()])
      expect(inner).toEqual([])
    },
  )

  it('of several parts has them one below the other', () => {
    const one = { columns: ['x'], rows: [[1]] }
    const { tables } = rendered(markdown([one, { ...one, notes: ['n'] }, one]))
    expect(tables.map(({ rows }) => rows)).toEqual([[['1']], [['1']], [['1']]])
  })

  it('without rows has its header', () => {
    expect(rendered(markdown([{ columns: ['a', 'b'], rows: [] }])).tables).toEqual([
      { columns: ['a', 'b'], right: [false, false], rows: [] },
    ])
  })

  it('shows every name as it is: no sign is markup', () => {
    const signs = fc.constantFrom(
      ...'|\\`*_<>&[]()~$#!-+.a1 é',
      '<b>',
      '&amp;',
      '](x)',
      '__',
      '**',
      '~~',
      '\n',
    )
    const names = fc.array(signs, { minLength: 1, maxLength: 8 }).map((parts) => `x${parts.join('')}x`)
    fc.assert(
      fc.property(names, names, names, (header, cell, note) => {
        const shown = (text: string) => text.replaceAll('\n', ' ')
        const spaces = (text: string) => text.replace(/ +/g, ' ')
        const text = markdown([{ columns: ['', header], rows: [['a', cell]], notes: [note] }])
        const { tables, notes, inner } = rendered(text)
        expect(inner).toEqual([])
        expect(tables[0].columns.map(spaces)).toEqual(['', spaces(shown(header))])
        expect(tables[0].rows.flat().map(spaces)).toEqual(['a', spaces(shown(cell))])
        expect(notes.map(spaces)).toEqual([spaces(shown(note))])
      }),
      { numRuns: runs(1000) },
    )
  })
})
