import { describe, expect, it } from 'vitest'
import { mergedSpellings, spellingGroups } from '../../dist/src/files/cells/index.js'

/** The groups of levels, as levels. */
function groupsOf(levels: readonly string[]): string[][] {
  return spellingGroups(levels).map((group) => group.map((place) => levels[place]))
}

describe('spellings of one level', () => {
  it.each([
    ['English', ['Male', 'male', 'Male ', ' MALE', 'Female'], ['Male', 'male', 'Male ', ' MALE']],
    [
      'English',
      ['New York', 'new-york', 'New  York', 'NEW_YORK'],
      ['New York', 'new-york', 'New  York', 'NEW_YORK'],
    ],
    ['English', ['<=50K', '<=50K.', '>50K'], ['<=50K', '<=50K.']],
    ['English', ['18-25', '18–25', '18 - 25', '26-35'], ['18-25', '18–25', '18 - 25']],
    ['German', ['Köln', 'KÖLN', 'Bonn'], ['Köln', 'KÖLN']],
    ['German', ['Hauptstraße', 'Hauptstrasse', 'Ring'], ['Hauptstraße', 'Hauptstrasse']],
    ['German', ['ja', 'Ja', 'nein'], ['ja', 'Ja']],
    ['Spanish', ['sí', 'Si', 'no es'], ['sí', 'Si']],
    ['Spanish', ['México', 'Mexico', 'Perú'], ['México', 'Mexico']],
    ['French', ["l'été", 'l’été', 'hiver'], ["l'été", 'l’été']],
    ['Portuguese', ['São Paulo', 'Sao Paulo', 'Rio'], ['São Paulo', 'Sao Paulo']],
    ['Russian', ['Артём', 'Артем', 'Иван'], ['Артём', 'Артем']],
    ['Japanese', ['ＡＢＣ株', 'ABC株', '東京'], ['ＡＢＣ株', 'ABC株']],
    [
      'blanks that nobody sees',
      ['Wien', 'Wien\u00a0', '\ufeffWien', 'Graz'],
      ['Wien', 'Wien\u00a0', '\ufeffWien'],
    ],
    ['two forms of a letter', ['caf\u00e9', 'cafe\u0301', 'tea'], ['caf\u00e9', 'cafe\u0301']],
  ])('are found in %s: %j', (_, levels, group) => {
    expect(groupsOf(levels)).toEqual([group])
  })

  it.each([
    ['blood groups', ['A+', 'A-', 'A', 'AB-', 'AB', '0-', '0']],
    ['alleles', ['AA', 'Aa', 'aa', 'A', 'a']],
    ['units', ['mW', 'MW', 'kg']],
    ['elements and molecules', ['CO', 'Co', 'No', 'Pb']],
    ['numbers', ['1', '1.', '01', '-1', '+1', '1.0']],
    ['powers', ['10²', '102', 'x²', 'x2']],
    ['languages', ['C', 'C++', 'C#', 'c++ ']],
    ['abbreviations', ['M', 'Male', 'F', 'Female']],
    ['Russian words', ['май', 'маи', 'йод', 'иод']],
    ['Hindi vowels', ['कि', 'की', 'क']],
    ['Thai tones', ['ไม่', 'ไม้', 'ไม']],
    ['numbers of times', ['1-2', '12', '1 2']],
    ['towns', ['Berlin', 'Berlim', 'Bern']],
  ])('are not %s: %j', (_, levels) => {
    expect(groupsOf(levels)).toEqual([])
  })

  it('are short ones too, where longer levels show that capitals mean nothing', () => {
    expect(groupsOf(['M', 'm', 'F'])).toEqual([])
    expect(groupsOf(['M', 'm', 'Male', 'male'])).toEqual([
      ['M', 'm'],
      ['Male', 'male'],
    ])
    // A blank shows nothing about capitals, and needs no proof.
    expect(groupsOf(['M', 'm', 'M ', 'Male'])).toEqual([['M', 'M ']])
  })

  it('become the most frequent one, of equally frequent ones the first', () => {
    const levels = ['NO', 'No', 'YES', 'yes']
    expect([...mergedSpellings(levels, [2, 5, 3, 3])]).toEqual([
      ['NO', 'No'],
      ['yes', 'YES'],
    ])
  })

  it('become a known one before any other', () => {
    const merged = mergedSpellings(['<=50K.', '<=50k', '>50K.', 'other'], [9, 1, 3, 1], ['<=50K', '>50K'])
    expect([...merged]).toEqual([
      ['<=50K.', '<=50K'],
      ['<=50k', '<=50K'],
      ['>50K.', '>50K'],
    ])
  })
})
