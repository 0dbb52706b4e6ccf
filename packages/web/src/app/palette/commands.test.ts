import { describe, expect, it } from 'vitest'
import { keyTable } from '../../lib/key-table.ts'
import type { Domain } from '../../lib/queries.ts'
import { screens } from '../screens.ts'
import { entriesFor, readTyped } from './commands.ts'

function aDomain(name: string, unicode: string | null = null): Domain {
  return { id: `id of ${name}`, domain_name: name, domain_unicode: unicode, health_score: 63 } as Domain
}

const labels = (text: string, found: readonly Domain[] = []) =>
  entriesFor(text, found).flatMap(({ entries }) => entries.map(({ label }) => label))

describe('the entries of the palette', () => {
  it('are all screens, tools and actions while nothing is typed', () => {
    expect(labels('')).toEqual(expect.arrayContaining(['Dashboard', 'SPF Flattening', 'Scan a domain', 'Sign out']))
    expect(labels('', [aDomain('a.example')])).not.toContain('a.example')
  })

  it('are the domains that were found, then what matches each typed word', () => {
    expect(labels('record dmarc')).toEqual(['DMARC Record Builder', 'New DMARC record for a domain'])
    expect(labels('a', [aDomain('a.example'), aDomain('ba.example')]).slice(0, 2)).toEqual(['a.example', 'ba.example'])
  })

  it.each([
    ['dark', 'Change theme'],
    ['light', 'Change theme'],
    ['add domain', 'Add a domain'],
    ['audit', 'Audit log'],
  ])('of %j have %j', (text, label) => {
    expect(labels(text)).toEqual([label])
  })

  it('offer all that can be done with the only domain that was found', () => {
    expect(labels('only.', [aDomain('only.example')])).toEqual([
      'only.example',
      'Scan only.example',
      'New SPF record for only.example',
      'New DMARC record for only.example',
      'DNS changes of only.example',
    ])
  })

  it('do for a verb what it says with each domain', () => {
    const [group] = entriesFor('Scan EX', [aDomain('ex.example'), aDomain('bex.example')])
    expect(group?.entries).toMatchObject([
      { label: 'Scan ex.example', act: { kind: 'scan', domainId: 'id of ex.example' } },
      { label: 'Scan bex.example' },
    ])
  })

  it('leave out a domain of an earlier reply that does not have the text', () => {
    expect(labels('mail', [aDomain('shop.example')])).toEqual([])
    expect(labels('büch', [aDomain('xn--bcher-kva.example', 'bücher.example')])).toContain('bücher.example')
  })

  it('have no id twice', () => {
    const ids = entriesFor('', []).flatMap(({ entries }) => entries.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

it('a verb counts only when a name may follow it', () => {
  expect(readTyped('scan')).toEqual({ verb: null, name: 'scan' })
  expect(readTyped('scan ')).toMatchObject({ verb: { word: 'scan' }, name: '' })
  expect(readTyped('  SPF  a.example ')).toMatchObject({ verb: { word: 'spf' }, name: 'a.example' })
  expect(readTyped('mail scan')).toEqual({ verb: null, name: 'mail scan' })
})

it('no key leads to two screens, and none is the key before them', () => {
  const keys = screens.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).not.toContain('g')
  const single = Object.values(keyTable).flatMap(row => ('isModified' in row ? [] : row.keys))
  expect(new Set<string>(single).size).toBe(single.length)
  expect(single).not.toContain('g')
})
