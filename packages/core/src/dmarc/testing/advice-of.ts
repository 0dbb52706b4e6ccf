import { expect } from 'vitest'
import { wordsIn } from '../../check/index.ts'
import { recordingResolver, type Zone, zoneResolver } from '../../dns/index.ts'
import { assessDmarc } from '../assess.ts'
import { askConsent, askExistence } from '../consent.ts'
import { discoverDmarc, discoverDmarc7489 } from '../discover.ts'
import { findDmarcElsewhere } from '../elsewhere.ts'
import { dmarcRows } from '../findings.data.ts'

const orgDomain = (name: string) => name.split('.').slice(-2).join('.')

/** What a scan of the zone says about DMARC: for each finding its meaning, its advice, and the record to publish. */
export async function adviceOf(zone: Zone, { domain = 'example.com', nonMail = false, receivesMail = true } = {}) {
  const resolver = recordingResolver(zoneResolver(zone))
  const discovery = await discoverDmarc(resolver, domain, { exists: true })
  const { reading } = discovery
  const rfc7489 = await discoverDmarc7489(resolver, domain, orgDomain(domain))
  const external =
    reading.record && reading.location
      ? await askExistence(resolver, await askConsent(resolver, reading.record, reading.location))
      : []
  const elsewhere =
    reading.record === null && !reading.multiple
      ? await findDmarcElsewhere(resolver, domain, orgDomain(domain), discovery.walked)
      : []
  const value = { ...discovery, elsewhere, rfc7489, external }
  const findings = assessDmarc(value, {
    domain,
    evidence: resolver.evidence(),
    nonMail,
    receivesMail,
    refusesMail: !receivesMail,
  })
  return findings.map(finding => {
    const { meaning, advice, publish } = wordsIn(dmarcRows, finding)
    if (publish !== null) expect(advice.endsWith(publish.value), advice).toBe(true)
    return { id: finding.id, meaning, advice, publish: publish && `${publish.name} ${publish.value}` }
  })
}

/** `example.com` with these texts at its `_dmarc` name. */
export const at = (...texts: string[]): Zone => ({ '_dmarc.example.com': { TXT: texts } })
