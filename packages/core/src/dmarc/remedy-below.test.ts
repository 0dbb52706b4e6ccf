import { describe, expect, it } from 'vitest'
import type { Zone } from '../dns/index.ts'
import { adviceOf as advice, at } from './testing/advice-of.ts'

const rua = 'rua=mailto:d@example.com'

const below = (own: string, org: string): Zone => ({ ...at(org), '_dmarc.mail.example.com': { TXT: [own] } })

describe('a subdomain whose own record is broken', () => {
  const domain = 'mail.example.com'

  it('inherits none: its own record is repaired', async () => {
    expect(await advice(below('v=DMARC1 p=reject', `v=DMARC1; p=none; ${rua}`), { domain })).toEqual([
      {
        id: 'dmarc_none',
        meaning:
          'mail.example.com inherits p=none from _dmarc.example.com, so receivers deliver unauthenticated mail. Receivers ignore the record at _dmarc.mail.example.com: a semicolon is missing after v=DMARC1.',
        advice: `Publish as TXT at _dmarc.mail.example.com instead: v=DMARC1; p=reject; ${rua}`,
        publish: `_dmarc.mail.example.com v=DMARC1; p=reject; ${rua}`,
      },
    ])
  })

  it('inherits test mode: its own record is repaired, and never weaker than what it inherits', async () => {
    const [finding] = await advice(
      below('v=DMARC1 p=none; rua=mailto:m@example.com', `v=DMARC1; p=reject; t=y; ${rua}`),
      { domain },
    )
    expect(finding).toMatchObject({
      id: 'dmarc_testing',
      publish: '_dmarc.mail.example.com v=DMARC1; p=reject; rua=mailto:m@example.com',
    })
  })

  it('does not leave its organization by a repair', async () => {
    const own = 'v=DMARC1;\\n p=quarantine;\\n psd=n'
    const [finding] = await advice(below(own, `v=DMARC1; p=reject; ${rua}`), { domain })
    expect(finding).toMatchObject({
      id: 'dmarc_invalid',
      publish: '_dmarc.mail.example.com v=DMARC1; p=quarantine',
    })
  })

  it('inherits a policy in full: no finding', async () => {
    expect(await advice(below('v=DMARC1 p=none', `v=DMARC1; p=reject; ${rua}`), { domain })).toEqual([])
  })
})
