import { describe, expect, it } from 'vitest'
import { type Notice, noticeMail } from './notices.ts'

const row = { originalDomain: 'kite.example', hostedName: 'kite-example-a1b2c3.waxseal.email' }
const textOf = (notice: Notice) => noticeMail(row, notice).lines.join('\n')

describe('a notice about a hosted record', () => {
  it('lists what an upstream added and removed', () => {
    const notice = {
      kind: 'changed',
      added: ['192.0.2.1'],
      removed: ['198.51.100.0/24'],
      withholds: false,
      isCut: false,
    } as const
    expect(noticeMail(row, notice).subject).toBe('kite.example: hosted SPF record updated')
    expect(textOf(notice)).toBe(
      [
        'The records that kite.example includes have changed. We updated the hosted SPF record of kite.example (kite-example-a1b2c3.waxseal.email) and proved that both let the same mail pass.',
        '',
        'Added:',
        '  192.0.2.1',
        '',
        'Removed:',
        '  198.51.100.0/24',
        '',
        'You need not do anything.',
      ].join('\n'),
    )
  })

  it('shows 20 blocks and the number of the others', () => {
    const added = Array.from({ length: 23 }, (_, at) => `192.0.2.${at}`)
    const text = textOf({ kind: 'changed', added, removed: [], withholds: false, isCut: false })
    expect(text).toContain('  192.0.2.19\n  and 3 more')
    expect(text).not.toContain('192.0.2.20')
  })

  it('says until when a large removal is withheld', () => {
    const appliesAt = new Date('2026-11-26T09:05:00Z')
    const text = textOf({ kind: 'withheld', addresses: ['192.0.2.0/24'], kept: ['exists:%{i}.x.example'], appliesAt })
    expect(text).toContain('Withheld:\n  192.0.2.0/24\n  exists:%{i}.x.example\n')
    expect(text).toContain('we remove them at 26 Nov 2026, 09:05 UTC.')
  })

  it('names additions that wait, and does not claim that the same mail passes while some are left out', () => {
    const sources = [{ term: 'include:_spf.mailer.example', what: ['exists:%{i}.x.example', '10.0.0.0/16'] }]
    const growth = { kind: 'growth', sources, isWide: false } as const
    expect(noticeMail(row, growth).subject).toBe('kite.example: upstream changes wait for your decision')
    expect(textOf(growth)).toContain('Added by include:_spf.mailer.example:\n  exists:%{i}.x.example\n  10.0.0.0/16\n')
    expect(textOf(growth)).toContain('Accept the additions if you know')
    expect(textOf({ ...growth, isWide: true })).toContain('can only be kept out')
    const changed = { kind: 'changed', added: ['192.0.2.1'], removed: [], withholds: false, isCut: true } as const
    expect(textOf(changed)).toContain('both let the same mail pass, but for additions that you did not accept.')
  })

  it('says that mail still passes when the upstreams cannot be checked', () => {
    const text = textOf({ kind: 'failing', problem: 'The TXT lookup of _spf.mailer.example failed (timeout).' })
    expect(text).toContain('mail that passed SPF still does')
    expect(text).toContain('Problem: The TXT lookup of _spf.mailer.example failed (timeout).')
  })

  it('says how to leave when the plan has no room', () => {
    expect(textOf({ kind: 'paused' })).toContain('To leave, publish an SPF record at kite.example')
  })
})
