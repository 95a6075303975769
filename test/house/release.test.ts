import { describe, expect, it } from 'vitest'
import { isNext, placesOf, releasedChangelog, withVersion } from '../../tools/release.js'
import { textOf } from './imports.ts'

const { version } = JSON.parse(textOf('package.json')) as { version: string }

describe('a release', () => {
  it.each(placesOf(version))('finds the version in %s', (file, text, times) => {
    const changed = withVersion(textOf(file), file, text, text.replace(version, '98.7.6'), times)
    expect(changed.split('98.7.6')).toHaveLength(times + 1)
    expect(changed).not.toContain(text)
  })

  it('refuses a file that has the version elsewhere too', () => {
    expect(() => withVersion('1.2.3 and 1.2.3', 'x.md', '1.2.3', '2.0.0', 1)).toThrow(
      'x.md has 1.2.3 2 times, not 1',
    )
  })

  it('takes only a version that follows', () => {
    const follows = (next: string) => isNext(next, '0.1.9')
    expect(['0.1.10', '0.2.0', '1.0.0'].filter(follows)).toEqual(['0.1.10', '0.2.0', '1.0.0'])
    expect(
      ['0.1.9', '0.1.8', '0.1.11', '0.3.0', '0.2.1', '1.0.1', '2.0.0', '1.0', 'v1.0.0', ''].filter(follows),
    ).toEqual([])
  })

  it('makes the unreleased changes those of the version', () => {
    const text = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-01-02\n\n- B.\n'
    expect(releasedChangelog(text, '0.2.0', '2026-03-04')).toBe(
      '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-01-02\n\n- B.\n',
    )
    expect(() =>
      releasedChangelog('# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n- B.\n', '0.2.0', ''),
    ).toThrow('no change')
    expect(releasedChangelog(textOf('CHANGELOG.md'), '98.7.6', '2026-03-04')).toContain(
      '## [98.7.6] - 2026-03-04',
    )
  })
})
