import type { FailureReason, Via } from '../dns/index.ts'
import type { RelayHost } from '../relay/index.ts'
import type { CaaAnswer } from './caa.ts'
import type { TlsaRecord } from './tlsa.ts'

export type Authentic = Via['authentic']

/** What came of asking for the text records of one protocol at one name. */
export interface TextFacts {
  /** `_mta-sts.example.com`. */
  name: string
  /** The texts that are, or were meant to be, a record of the protocol; null: could not be asked. */
  texts: readonly string[] | null
}

/** What came of fetching an MTA-STS policy. */
export interface PolicyFacts {
  url: string
  /** `unavailable`: senders find none either. `unanswered`: it could not be fetched from here, and that says nothing. */
  state: 'fetched' | 'unavailable' | 'unanswered'
  /** One character an octet; empty unless `fetched`. */
  text: string
  /** False: the policy is longer than what is read of it. */
  whole: boolean
  contentType: string | null
  /** Why there is none, without a full stop; null when there is one. */
  problem: string | null
}

/** The name an address of a mail server leads back to. */
export interface ReverseFacts {
  host: string
  address: string
  /** Where the PTR stands: `1.2.0.192.in-addr.arpa`. */
  record: string
  /** What the PTR names; null: could not be asked. */
  names: readonly string[] | null
  /** Has one of these names the address? null: not known. */
  confirmed: boolean | null
}

/** The TLSA records of one mail host. */
export interface DaneFacts {
  host: string
  /** Where they stand, or would stand: `_25._tcp.mx.example.com`. */
  record: string
  /** null: could not be asked. */
  tlsa: readonly TlsaRecord[] | null
  /** Of the answer about TLSA, and of those about the host's addresses. */
  authentic: Authentic
  hostAuthentic: Authentic
}

/** How the zone a domain lies in is signed. */
export interface DnssecFacts {
  /** The zone: the domain itself, or a name above it. */
  zone: string
  /** How many DS records and keys there are; null: could not be asked. */
  ds: number | null
  keys: number | null
  /** Does the resolver vouch for the keys? */
  authentic: Authentic
  /** Does the resolver validate at all? null: not known, or not needed to know. */
  validating: boolean | null
}

/** What the check of transport collected: facts; what they come to is told by `assessParts`. */
export interface TransportValue {
  /** `none`: no mail comes to the domain. */
  mail: 'hosts' | 'none' | 'unchecked'
  /** Why `mail` is `unchecked`. */
  reason: FailureReason | null
  /** The names of the MX hosts, by preference, each once; the domain itself where there is no MX. */
  hosts: readonly string[]
  /** `off`: the operator has switched tests over SMTP off. */
  smtp: 'on' | 'off'
  sessions: readonly RelayHost[]
  reverse: readonly ReverseFacts[]
  mtaSts: TextFacts & { policy: PolicyFacts | null }
  tlsRpt: TextFacts
  dane: readonly DaneFacts[]
  dnssec: DnssecFacts
  /** At the domain, or above it at the organizational domain where the domain has none. */
  bimi: TextFacts
  /** In the order of the climb. */
  caa: readonly CaaAnswer[]
}
