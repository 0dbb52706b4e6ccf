import { notAskedOfVisitors } from '../check/index.ts'
import type { HostVerdict } from './host-verdict.ts'
import { withoutServers } from './part.ts'
import type { SenderKind } from './sender-facts.ts'
import { type SenderAddress, type SenderRow, senderRows } from './sender-rows.ts'
import type { Delivery, SenderVerdict } from './sender-verdict.ts'
import { deliveryWords, reasonWords } from './sender-words.data.ts'
import type { TransportValue } from './value.ts'

/** What one kind of sender does, in words. */
export interface SenderCellReply {
  does: Delivery
  /** `Delivers encrypted`. */
  word: string
  /** Why, in one sentence. */
  says: string
  /** The RFC section behind it; null: it is about what this installation could see. */
  source: string | null
}

/** What each kind of sender does with mail for one host or address. */
export interface SenderCells {
  opportunistic: SenderCellReply
  mta_sts: SenderCellReply
  dane: SenderCellReply
}

/** One mail host of the table. */
export interface SenderRowReply extends SenderCells {
  host: string
  /** Where the addresses of the host differ, each of them; else none. */
  addresses: readonly ({ address: string } & SenderCells)[]
}

/** The table of senders on the wire. */
export interface SendersReply {
  rows: readonly SenderRowReply[]
  /** Why something is unknown, and what the operator can do, in at most two sentences; null: all is known. */
  note: string | null
}

/** The table of a scan; null where it was not asked, or no mail comes to the domain. */
export function presentSenders(
  value: TransportValue,
  context: { domain: string; nonMail: boolean | null },
): SendersReply | null {
  const rows = withoutServers(value, context) === null ? senderRows(value, context.domain) : null
  if (rows === null || rows.length === 0) return null
  return { rows: rows.map(rowReply), note: noteOn(rows, value) }
}

function rowReply({ host, cells, addresses }: SenderRow): SenderRowReply {
  const [first, ...others] = addresses.map(addressReply)
  const isSame = others.every(each => first !== undefined && outcomeOf(each) === outcomeOf(first))
  return { host, ...cellsOf(cells), addresses: isSame || first === undefined ? [] : [first, ...others] }
}

function addressReply({ address, verdicts }: SenderAddress): { address: string } & SenderCells {
  return { address, ...cellsOf(verdicts) }
}

function outcomeOf({ opportunistic, mta_sts: mtaSts, dane }: SenderCells): string {
  return [opportunistic, mtaSts, dane].map(({ does, says }) => `${does} ${says}`).join()
}

type Verdicts = { readonly [K in SenderKind]: SenderVerdict<K> | HostVerdict<K> }

function cellsOf(verdicts: Verdicts): SenderCells {
  const says: { readonly [K in SenderKind]: string } = {
    opportunistic: reasonWords.opportunistic[verdicts.opportunistic.reason],
    'mta-sts': reasonWords['mta-sts'][verdicts['mta-sts'].reason],
    dane: reasonWords.dane[verdicts.dane.reason],
  }
  const cell = (kind: SenderKind): SenderCellReply => {
    const { does, source } = verdicts[kind]
    return { does, word: deliveryWords[does], says: says[kind], source }
  }
  return { opportunistic: cell('opportunistic'), mta_sts: cell('mta-sts'), dane: cell('dane') }
}

/** The causes of unknown cells that someone can remove, the first one present counts. */
const remedies: readonly (readonly [reason: string, note: string])[] = [
  [
    'no-connection',
    'Port 25 of a mail server did not answer from here. Many networks block it: the operator of this installation can ask the provider to open outgoing port 25.',
  ],
  [
    'starttls-unseen',
    'We saw no STARTTLS, and a firewall on our side may take it away. The operator of this installation can test port 25 from another network.',
  ],
  [
    'starttls-masked',
    'A firewall writes over the offer of STARTTLS. Its operator can turn off the inspection of SMTP.',
  ],
  [
    'resolver-blind',
    'Our DNS resolver does not validate DNSSEC. The operator of this installation can set DNS_SERVERS to one that does.',
  ],
]

function noteOn(rows: readonly SenderRow[], { smtp }: Pick<TransportValue, 'smtp'>): string | null {
  const unknown = rows.flatMap(({ addresses }) =>
    addresses.flatMap(({ verdicts }) => Object.values(verdicts).filter(({ does }) => does === 'unknown')),
  )
  if (unknown.length === 0) return null
  if (smtp === 'not-for-visitors') return `${notAskedOfVisitors}.`
  if (smtp === 'off') {
    return 'SMTP tests are turned off. The operator of this installation can turn them on with RELAY_TEST=on.'
  }
  const reasons = new Set<string>(unknown.map(({ reason }) => reason))
  return remedies.find(([reason]) => reasons.has(reason))?.[1] ?? 'Some of it could not be checked in this scan.'
}
