import { expect, it } from 'vitest'
import { recordingResolver, type Zone, zoneResolver } from '../dns/index.ts'
import { discoverDmarc, discoverDmarc7489 } from './discover.ts'
import { elsewhereNotes, presentDmarc } from './present.ts'
import type { DmarcValue } from './value.ts'

async function valueOf(zone: Zone, domain: string): Promise<DmarcValue> {
  const resolver = recordingResolver(zoneResolver(zone))
  const discovery = await discoverDmarc(resolver, domain, { exists: true })
  return { ...discovery, rfc7489: await discoverDmarc7489(resolver, domain, 'example.com'), external: [] }
}

const org = { '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@example.com'] } } as const

it("a subdomain's own broken record is named while that of the organization applies", async () => {
  const value = await valueOf({ ...org, '_dmarc.mail.example.com': { TXT: ['v=DMARC1 p=none'] } }, 'mail.example.com')
  expect(value.reading).toMatchObject({ location: 'example.com', policy: 'reject' })
  expect(elsewhereNotes(value)).toEqual([
    {
      where: 'own',
      name: '_dmarc.mail.example.com',
      text: 'v=DMARC1 p=none',
      message: 'Receivers ignore the record at _dmarc.mail.example.com: a semicolon is missing after v=DMARC1.',
    },
  ])
})

it('of several own records an error tells', async () => {
  const TXT = ['v=DMARC1; p=none', 'v=DMARC1; p=reject']
  const value = await valueOf({ ...org, '_dmarc.mail.example.com': { TXT } }, 'mail.example.com')
  expect(value.ignored).toEqual(TXT)
  const reply = presentDmarc({ ran: true, value, evidence: [], gaps: [], notes: [] })
  expect(reply?.errors.map(({ code }) => code)).toEqual(['several-records'])
  expect(reply?.elsewhere).toEqual([])
})

const psd = 'v=DMARC1; p=reject; psd=y; rua=mailto:d@example.com'
const warningsOf = async (zone: Zone) => {
  const value = await valueOf(zone, 'example.com')
  return presentDmarc({ ran: true, value, evidence: [], gaps: [], notes: [] })?.warnings
}

it('psd=y is a warning in the record of the domain itself, not in that of a suffix above', async () => {
  expect(await warningsOf({ '_dmarc.example.com': { TXT: [psd] } })).toEqual([
    {
      code: 'psd-suffix',
      message: 'psd=y declares a public suffix such as co.uk, so each name below it counts as a separate organization',
    },
  ])
  expect(await warningsOf({ '_dmarc.com': { TXT: [psd] } })).toEqual([])
})
