import { describe, expect, it } from 'vitest'
import { spellingGroups } from '../../dist/src/files/cells/index.js'
import { mergedSpellings } from '../../dist/src/files/cells/level-spelling.js'

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
    ['a blank before a unit', ['1 kg', '1kg', '2 kg', '1 l'], ['1 kg', '1kg']],
    ['a blank in a code', ['3e B', '3eB', '3e A'], ['3e B', '3eB']],
    ['a blank before a number', ['pH 7', 'pH7', 'pH 8'], ['pH 7', 'pH7']],
    ['short codes', ['A 1', 'A1', 'a1', 'A 2'], ['A 1', 'A1']],
    ['an umlaut in two letters', ['Öko', 'Oeko', 'Online'], ['Öko', 'Oeko']],
    ['an umlaut in two letters, and none', ['Müller', 'Mueller', 'Muller'], ['Müller', 'Mueller', 'Muller']],
    ['a ligature', ['œuvre', 'oeuvre', 'autre'], ['œuvre', 'oeuvre']],
    [
      'a hyphen',
      ['Non-fiction', 'Nonfiction', 'Non fiction', 'Fiction'],
      ['Non-fiction', 'Nonfiction', 'Non fiction'],
    ],
    ['a form of a firm', ['Rossi S.r.l.', 'Rossi SRL', 'Rossi'], ['Rossi S.r.l.', 'Rossi SRL']],
    ['a code with a hyphen', ['CPX-12', 'CPX12', 'CPX-7'], ['CPX-12', 'CPX12']],
    ['genes', ['Abc1', 'ABC1', 'Abd1'], ['Abc1', 'ABC1']],
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
    ['bytes and bits', ['100 MB fast', '100 Mb fast', '50 MB/s', '50 Mb/s', '10 GB', '10 Gb']],
    ['who signed again, and who left', ['re-signed', 'resigned', 'released']],
    ['classes', ['1A B', '1 AB', '2A B']],
    ['watts', ['5 MW', '5 mW', '10 MW', '10 mW']],
    ['numbers side by side', ['1 2', '12', '1 20', '12 0']],
    ['Roman numerals', ['I II', 'III', 'I V', 'IV']],
    ['an umlaut that no other level has in two letters', ['Äpfel', 'Apfelsine', 'A', 'Ä']],
    ['a word and its plural', ['Semmel', 'Semmeln', 'box', 'boxes']],
    ['grades', ['1a', '1A', '2b']],
    ['milliseconds and a disease', ['ms', 'MS']],
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

describe('the spelling that is kept', () => {
  const kept = (counts: Readonly<Record<string, number>>) =>
    Object.fromEntries(mergedSpellings(Object.keys(counts), Object.values(counts)))

  it.each<[counts: Readonly<Record<string, number>>, kept: Readonly<Record<string, string>>]>([
    [
      { 'Brezel ': 30, Brezel: 20, brezel: 25 },
      { 'Brezel ': 'Brezel', brezel: 'Brezel' },
    ],
    [
      { 'Brezel ': 30, brezel: 25 },
      { 'Brezel ': 'Brezel', brezel: 'Brezel' },
    ],
    [{ 'Brezel ': 30, Semmel: 5 }, {}],
    [
      { oui: 3, 'Oui ': 2, Oui: 2 },
      { oui: 'Oui', 'Oui ': 'Oui' },
    ],
  ])('is the most frequent one without blanks around it: %j', (counts, merged) => {
    expect(kept(counts)).toEqual(merged)
  })
})
