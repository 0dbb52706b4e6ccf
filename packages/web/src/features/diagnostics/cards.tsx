import { type CheckId, checkIds } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import type { Domain, ScanReply } from '../../lib/queries.ts'
import { AuthenticationSection } from './authentication/authentication-section.tsx'
import { BlacklistSection } from './blacklist/blacklist-section.tsx'
import { DkimSection } from './dkim/dkim-section.tsx'
import { DnsSection } from './dns/dns-section.tsx'
import { RelaySection } from './relay/relay-section.tsx'
import { ThreatSection } from './threat/threat-section.tsx'
import { TransportSection } from './transport/transport-section.tsx'

interface CardProps {
  domain: Domain
  scan: ScanReply
}

/** The card that shows each check. DNS and MX share one, and so do SPF and DMARC. */
export const cards: Readonly<Record<CheckId, (props: CardProps) => ReactNode>> = {
  dns: DnsSection,
  mx: DnsSection,
  spf: AuthenticationSection,
  dmarc: AuthenticationSection,
  dkim: DkimSection,
  blacklist: BlacklistSection,
  threat: ThreatSection,
  relay: RelaySection,
  transport: TransportSection,
}

/** All cards in the order of the checks, each once. */
export function Cards(props: CardProps): ReactNode {
  const firsts = checkIds.filter((check, at) => checkIds.findIndex(other => cards[other] === cards[check]) === at)
  return firsts.map(check => {
    const Card = cards[check]
    return <Card key={check} {...props} />
  })
}
