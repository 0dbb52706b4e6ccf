import { assessBlacklist, type BlacklistRow, type BlacklistValue } from '@waxseal/core/blacklist'
import type { Section } from '@waxseal/core/check'
import { type Zone, zonesOf } from '@waxseal/core/dns'
import { blocklistZone, type FixtureListing } from '@waxseal/core/fixtures'
import { wordsOf } from '@waxseal/core/health'
import { expect } from 'vitest'
import type { ListOptions } from '../blacklist/index.ts'
import { type BlacklistCheckContext, collectBlacklist } from '../checks/blacklist.ts'
import { zoneBlocklists } from './zone-blocklists.ts'
import { contextFor } from './zone-context.ts'

/** A domain with a mail exchanger, a separate sending address and a website. */
export const domain: Zone = {
  'example.com': { MX: [[10, 'mx.example.com']], TXT: ['v=spf1 ip4:8.26.56.32 -all'], A: ['8.26.56.1'] },
  'mx.example.com': { A: ['8.26.56.10'], AAAA: ['2600::10'] },
}

interface Setup extends ListOptions {
  listings?: readonly FixtureListing[]
  zone?: Zone
  name?: string
  context?: Partial<BlacklistCheckContext>
}

type Ran = Extract<Section<BlacklistValue>, { ran: true }>

/** Checks a domain against healthy lists, except where the zone says otherwise. */
export async function checked({
  listings = [],
  zone = domain,
  name = 'example.com',
  context = {},
  ...options
}: Setup = {}): Promise<Ran> {
  const whole = zonesOf(blocklistZone(listings), zone)
  const full: BlacklistCheckContext = {
    ...contextFor(name, whole),
    blocklists: zoneBlocklists(whole, options),
    ...context,
  }
  const section = await collectBlacklist(full)
  expect(section.ran).toBe(true)
  return section as Ran
}

export const row = ({ value }: Ran, id: string): BlacklistRow | undefined => value.rows.find(({ list }) => list === id)
export const questions = (section: Ran): string[] => section.evidence.map(({ question }) => question.name)
export const reasons = ({ value, evidence }: Ran): string[] =>
  assessBlacklist(value, { evidence }).map(finding => wordsOf(finding).reason)
