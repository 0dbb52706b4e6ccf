import { describe, expect, it } from 'vitest'
import { type Blocklist, blocklists, customAsked, decodeAnswer, matches } from './index.ts'
import { troubleOf } from './trouble.ts'

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

  it('says where each rate comes from and when that was looked up; Spamhaus’ is the one of free keys', () => {
    const rates = lists.flatMap(({ id, rate }) => (rate === null ? [] : [{ id, ...rate }]))
    for (const { source, checked, perDay } of rates) {
      expect(source.length).toBeGreaterThan(10)
      expect(checked).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])$/)
      expect(perDay).toBeGreaterThan(0)
    }
    expect(rates.map(({ id, perDay }) => [id, perDay])).toEqual([
      ['spamhaus-zen', 100_000],
      ['spamhaus-dbl', 100_000],
      ['surbl-multi', 250_000],
      ['mailspike-bl', 100_000],
      ['sem-black', 100_000],
      ['uceprotect-1', 100_000],
      ['hostkarma', 250_000],
      ['sem-uri', 100_000],
      ['sem-backscatter', 100_000],
    ])
  })

  it('tells a rejected key from a refused network', () => {
    const [zen] = blocklists
    // docs.spamhaus.com, 040-zones: the last two codes are about keys.
    const advised = (code: string) => troubleOf(zen, decodeAnswer(zen, [code]))
    expect(advised('127.255.255.250')).toEqual({
      trouble: 'refused',
      reason: 'It refused our query: the key is disabled.',
      advice: 'Check the key that this installation uses for the list, or get a new one from its operator.',
    })
    expect(advised('127.255.255.251')?.reason).toBe('It refused our query: the key is not valid for us.')
    expect(advised('127.255.255.254')?.advice).toBe(
      'Query it directly or through your own resolver, not through a public one. Or set a key from its operator.',
    )
    expect(advised('127.255.255.249')?.reason).toBe('It refused our query: the operator gave no reason.')
  })

  it('asks for the free key of SpamRATS where it refuses', () => {
    const rats = lists.filter(({ operator }) => operator === 'LinuxMagic (SpamRATS)')
    expect(rats).toHaveLength(4)
    for (const list of rats) {
      expect(list.receivers).toBe(false)
      expect(troubleOf(list, decodeAnswer(list, ['127.255.255.254']))?.advice).toBe(
        'Get a free key from the operator, which may refuse queries without one.',
      )
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
