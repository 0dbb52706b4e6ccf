import { describe, expect, it } from 'vitest'
import { type Blocklist, blocklists, customAsked, decodeAnswer, matches } from './index.ts'

const lists: readonly Blocklist[] = blocklists

describe('the catalogue', () => {
  it('has 34 lists, each id and zone once', () => {
    expect(lists).toHaveLength(34)
    expect(new Set(lists.map(({ id }) => id)).size).toBe(34)
    expect(new Set(lists.map(({ zone }) => zone)).size).toBe(34)
  })

  it('begins with the ten lists of Starter', () => {
    expect(lists.slice(0, 10).map(({ name }) => name)).toEqual([
      'Spamhaus ZEN',
      'Spamhaus DBL',
      'SpamCop SCBL',
      'Barracuda Reputation Block List',
      'SURBL multi',
      'URIBL multi',
      'Mailspike BL',
      'Passive Spam Block List (PSBL)',
      'Spam Eating Monkey SEM-BLACK',
      'UCEPROTECT Level 1',
    ])
  })

  it.each(lists.map(list => [list.id, list] as const))('%s can be queried, decoded and tested', (_, list) => {
    expect(list.families.length > 0).toBe(list.kind === 'ip')
    expect(list.codes.some(({ severity }) => severity !== null)).toBe(true)
    expect(list.zone).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    expect(list.delisting.url).toMatch(/^https?:\/\//)
    expect(list.test.listed.length).toBeGreaterThan(0)
    expect(list.test.clean).toBe(list.kind === 'ip' ? '1.0.0.127' : 'invalid')
    for (const match of list.test.answers) {
      expect(['exact', 'range']).toContain(match.type)
      if (match.type === 'exact') expect(decodeAnswer(list, [match.value]).kind).not.toBe('rewritten')
    }
  })

  it('treats every answer of RFC 5782 from a user’s own list as a listing, and none as a refusal', () => {
    const own = customAsked({ id: 'own', name: 'Own', zone: 'bl.example.com', kind: 'ip' })
    expect(decodeAnswer(own, ['127.0.0.2']).kind).toBe('listed')
    expect(decodeAnswer(own, ['127.9.8.7']).kind).toBe('listed')
    expect(decodeAnswer(own, ['127.0.0.1']).kind).toBe('refused')
    expect(decodeAnswer(own, ['127.255.255.254']).kind).toBe('refused')
    expect(own.test.answers.some(match => matches(match, '127.255.255.254'))).toBe(false)
  })
})
