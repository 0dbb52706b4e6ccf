import { describe, expect, it } from 'vitest'
import { readEnv } from '../../env.ts'
import { deletedMail, restoredMail } from './deletion-mails.ts'

const removed = new Date('2026-12-26T23:30:00Z')
const paid = readEnv({})
const free = readEnv({ BILLING: 'off' })

describe('the mails about a deleted account', () => {
  it('give the last day in UTC, as the screens do', () => {
    expect(deletedMail('ada@example.org', removed, paid).text).toContain('You can restore it until December 26, 2026:')
  })

  it('speak of payments and subscriptions where plans are sold', () => {
    expect(deletedMail('ada@example.org', removed, paid).text).toContain('We keep payment records for 7 years')
    expect(restoredMail('ada@example.org', paid).text).toContain('A subscription that you had still ends')
  })

  it('speak of none where nothing is sold', () => {
    const texts = [deletedMail('ada@example.org', removed, free).text, restoredMail('ada@example.org', free).text]
    expect(texts.join('\n')).not.toMatch(/payment|subscription/i)
    expect(texts.join('\n')).not.toMatch(/ \n|\n{3}/)
  })
})
