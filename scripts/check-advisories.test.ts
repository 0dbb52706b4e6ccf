import { expect, it } from 'vitest'
import { type Advisory, advisoryProblems, merged } from './check-advisories.ts'
import { compareVersions, isInRange } from './version-range.ts'

const hole: Advisory = {
  package: 'left',
  range: '<1.2.3 || >=2.0.0 <2.0.5',
  severity: 'high',
  title: 'A hole',
  url: 'https://github.com/advisories/GHSA-0000-0000-0000',
}
const at = (version: string, name = 'left') => ({ name, version, licence: 'MIT', isShipped: true })

it.each([
  ['1.2.2', true],
  ['1.2.3-beta.2', true],
  ['1.2.3', false],
  ['1.10.0', false],
  ['2.0.0', true],
  ['2.0.4', true],
  ['2.0.5', false],
])('version %s is in the range: %s', (version, expected) => {
  expect(isInRange(version, hole.range)).toBe(expected)
})

it('reads each form that advisories have, and refuses the others', () => {
  for (const range of ['*', '<= 1.0.0', '>0.9.9', '=1.0.0', '1.0.0'])
    expect([range, isInRange('1.0.0', range)]).toEqual([range, true])
  expect(() => isInRange('1.0.0', '^1.0.0')).toThrow('^1.0.0 is not understood')
})

it('orders versions as npm does', () => {
  const ordered = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc',
    '1.0.0',
    '1.0.10',
    '1.2.0',
  ]
  expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered)
})

it('names a package with a known hole, each version once, and no other', () => {
  expect(advisoryProblems([at('1.0.0'), at('1.0.0'), at('3.0.0'), at('1.0.0', 'right')], [hole])).toEqual([
    'left 1.0.0 (high): A hole, https://github.com/advisories/GHSA-0000-0000-0000',
  ])
})

it('what is accepted passes, until nothing has the hole any more', () => {
  const accepted = { ...hole, accepted: 'we never call it' }
  expect(advisoryProblems([at('1.0.0')], [accepted])).toEqual([])
  expect(advisoryProblems([at('3.0.0')], [accepted])).toEqual([expect.stringMatching('no package has it any more')])
})

it('a report of npm audit is added, and what was accepted or mended before stays', () => {
  const accepted = { ...hole, accepted: 'we never call it' }
  const other = { ...hole, package: 'mended' }
  const { package: name, ...rest } = hole
  const report = {
    vulnerabilities: { left: { via: [{ source: 1, name, ...rest }] }, user: { via: ['left'] } },
  }
  expect(merged([accepted, other], report)).toEqual([accepted, other])
  expect(merged([], report)).toEqual([hole])
})

it('an answer that is no report is an error, not an empty list', () => {
  expect(() => merged([], { message: '405 Method Not Allowed' })).toThrow()
})
