import type { FailureReason, Via } from '../dns/index.ts'
import type { RelayHost } from '../relay/index.ts'
import type { CaaAnswer } from './caa.ts'
import type { TlsaRecord } from './tlsa.ts'

export type Authentic = Via['authentic']

/** The text records of one protocol at one name. */
export interface TextFacts {
  /** `_mta-sts.example.com`. */
  name: string
  /** The texts that are, or were meant to be, a record of the protocol; null: the lookup failed. */
  texts: readonly string[] | null
}

/** The result of fetching an MTA-STS policy. */
export interface PolicyFacts {
  url: string
  /** `unavailable`: senders find none either. `unanswered`: it could not be fetched from here, which says nothing. */
  state: 'fetched' | 'unavailable' | 'unanswered'
  /** One character per byte; empty unless `fetched`. */
  text: string
  /** False: the policy exceeds the size limit. */
  whole: boolean
  contentType: string | null
  /** Why there is none, without a period; null when there is one. */
  problem: string | null
  /**
   * When the certificate of the policy host begins and ends to be valid (ISO 8601), or that it has expired; absent: not
   * seen, as in scans of earlier versions.
   */
  certificate?: { notBefore: string; notAfter: string } | 'expired'
  /** The name that the policy host is an alias of, where someone else runs it; absent: the owner does, as far as we know. */
  runAt?: string
}

/** The reverse DNS of a mail server's address. */
export interface ReverseFacts {
  host: string
  address: string
  /** The name of the PTR record: `1.2.0.192.in-addr.arpa`. */
  record: string
  /** The names in the PTR records; null: the lookup failed. */
  names: readonly string[] | null
  /** Whether one of these names resolves to the address; null: unknown. */
  confirmed: boolean | null
}

/** The TLSA records of one mail host. */
export interface DaneFacts {
  host: string
  /** The name of the records, existing or not: `_25._tcp.mx.example.com`. */
  record: string
  /** null: the lookup failed. */
  tlsa: readonly TlsaRecord[] | null
  /** Of the TLSA answer, and of the answers about the host's addresses. */
  authentic: Authentic
  hostAuthentic: Authentic
  /** Of a host that is an alias: whether DNSSEC authenticates the CNAME record itself. Absent: no alias, or not asked. */
  aliasAuthentic?: Authentic
  /** False: the records and the host's certificate are from different scans and may have changed together. */
  comparable?: false
}

/** A session with one address of a mail host, and what else senders meet there. */
export interface TransportSession extends RelayHost {
  /** The lines of the reply to EHLO, without code and greeting; absent without one, and in scans of earlier versions. */
  ehlo?: readonly string[]
  /**
   * Of a server without STARTTLS: whether a server of another operator offered it to this installation within the week,
   * so that nothing on our side takes offers away. Absent: not known.
   */
  offersPass?: boolean
}

/** What senders do before they connect. */
export interface SenderPath {
  /** The mail hosts with an address, each with its addresses that were noted, and how many more it has. */
  hosts: readonly { host: string; addresses: readonly string[]; more: number }[]
  nextHop: NextHop
}

/** How senders get from the domain to the host. */
export interface NextHop {
  /** `address`: the domain has no MX record, and the host is the domain itself. */
  by: 'mx' | 'address'
  /** Of the answer about the MX records. */
  authentic: Authentic
  /** The name that the domain is an alias of, by a CNAME or DNAME record; null: no alias. */
  alias: string | null
}

/** The DNSSEC state of a domain's zone. */
export interface DnssecFacts {
  /** The zone: the domain itself, or a parent. */
  zone: string
  /** The number of DS records and keys; null: the lookup failed. */
  ds: number | null
  keys: number | null
  /** Whether the resolver authenticates the keys. */
  authentic: Authentic
  /** Whether the resolver validates at all; null: unknown, or not needed. */
  validating: boolean | null
}

/** The facts that the transport check collects; `assessParts` judges them. */
export interface TransportValue {
  /** `none`: the domain receives no mail. */
  mail: 'hosts' | 'none' | 'unchecked'
  /** Why `mail` is `unchecked`. */
  reason: FailureReason | null
  /** The names of the MX hosts, by preference, each once; the domain itself without an MX. */
  hosts: readonly string[]
  /** `off`: the operator disabled SMTP tests. `not-for-visitors`: the installation makes them for accounts only. */
  smtp: 'on' | 'off' | 'not-for-visitors'
  /** With each address that was asked. In scans of earlier versions, one of a host. */
  sessions: readonly TransportSession[]
  /** Absent where no host is known, and in scans of earlier versions: senders were not asked about. */
  path?: SenderPath
  reverse: readonly ReverseFacts[]
  /** `comparable` is false: the policy and the MX hosts are from different scans and may have changed together. */
  mtaSts: TextFacts & { policy: PolicyFacts | null; comparable?: false }
  tlsRpt: TextFacts
  dane: readonly DaneFacts[]
  dnssec: DnssecFacts
  /** At the domain, or at the organizational domain if the domain has none. */
  bimi: TextFacts
  /** In the order of the climb. */
  caa: readonly CaaAnswer[]
  /**
   * Of own mail hosts and the names between them and the domain; absent: not asked, because the authorities of today's
   * certificates are allowed or not known.
   */
  caaBelow?: readonly CaaAnswer[]
}
