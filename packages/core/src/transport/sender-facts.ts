import type { CertificateFacts, RelayHost } from '../relay/index.ts'
import type { DaneFacts, NextHop, TransportValue } from './value.ts'

/**
 * The kinds of sender, each by the one protocol that it applies: TLS where it is offered (RFC 7435), MTA-STS (RFC 8461),
 * or DANE (RFC 7672).
 */
export const senderKinds = ['opportunistic', 'mta-sts', 'dane'] as const

export type SenderKind = (typeof senderKinds)[number]

/** What is known about one address of an MX host. Each fact says for itself whether it is known. */
export interface SenderFacts {
  /** The domain that mail is for, and its MX host, as A-labels in lower case. */
  domain: string
  host: string
  /** The session with this address; null: none was made. */
  session: OfferFacts | null
  /** The TLSA records of the host; null: they were not looked up. */
  dane: DaneFacts | null
  nextHop: NextHop
  /** Whether the resolver validates, without which "not authentic" does not mean "not signed"; null: unknown. */
  validating: boolean | null
  /** The MTA-STS record and policy of the domain. */
  mtaSts: TransportValue['mtaSts']
}

/** What an address offered. */
export interface OfferFacts extends Pick<RelayHost, 'testedAt' | 'contacted' | 'failure' | 'starttls'> {
  /** The certificate of a handshake that succeeded; null without one. */
  certificate: NamedCertificate | null
  /** The lines of the reply to EHLO without code and greeting, such as `SIZE 1000`; empty without a reply. */
  ehlo: readonly string[]
  /**
   * Whether STARTTLS is known to pass on our side, because a server of another operator offered it to this installation.
   * Otherwise a firewall of ours may take the offer away, and that we do not see it proves nothing.
   */
  offersPass: boolean
}

/** A certificate, and where its names are: in the subject alternative name, or only in the common name. */
export interface NamedCertificate extends CertificateFacts {
  namedBy: 'dns-id' | 'common-name'
}
