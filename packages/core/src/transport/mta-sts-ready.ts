import type { MtaStsPolicy } from './mta-sts.ts'
import { type NextPolicy, nextPolicy, policyFile } from './mta-sts-build.ts'
import { isDelivered, knownRows, type SenderRow } from './sender-rows.ts'
import { readTlsRptRecords } from './tls-rpt.ts'
import type { TransportValue } from './value.ts'

/** What stands between a domain and mode enforce: a host that would get no mail, what is not known, or no reports. */
export interface Obstacles {
  /** The first host to which senders would not deliver, and whether its certificate is why; null: none. */
  refused: { host: string; by: 'certificate' | 'tls' | 'policy' } | null
  /** Addresses of which it is unknown, as `mx.example.com [192.0.2.1]`. */
  unknown: readonly string[]
  /** Whether TLS reports go anywhere; null: unknown. */
  reports: boolean | null
}

/** The table of senders as it would be under a policy. */
export function rowsUnder(next: NextPolicy, value: TransportValue, domain: string): readonly SenderRow[] {
  const { policy } = value.mtaSts
  const served = {
    url: policy?.url ?? `https://mta-sts.${domain}/.well-known/mta-sts.txt`,
    state: 'fetched',
    text: policyFile(next),
    whole: true,
    contentType: 'text/plain',
    problem: null,
  } as const
  const mtaSts = { name: value.mtaSts.name, texts: [`v=STSv1; id=${next.id}`], policy: served }
  return knownRows({ ...value, mtaSts }, domain)
}

/** What mode enforce would do to the mail of a domain, if its policy named every MX host. */
export function obstaclesToEnforce(
  live: Pick<MtaStsPolicy, 'mx' | 'maxAge'> | null,
  id: string | null,
  value: TransportValue,
  domain: string,
): Obstacles {
  const reports = value.tlsRpt.texts === null ? null : readTlsRptRecords(value.tlsRpt.texts).state === 'valid'
  const next = nextPolicy({ mode: 'enforce', live, hosts: value.hosts, id })
  if (next === null) return { refused: null, unknown: value.hosts.slice(0, 1), reports }
  const rows = rowsUnder(next, value, domain)
  return { refused: refusedIn(rows), unknown: unknownIn(rows), reports }
}

/** One address is enough: mail that comes there would not be delivered. */
function refusedIn(rows: readonly SenderRow[]): Obstacles['refused'] {
  for (const { host, addresses } of rows) {
    const refusal = addresses.map(({ verdicts }) => verdicts['mta-sts']).find(({ does }) => does === 'refused')
    if (refusal === undefined) continue
    const { reason } = refusal
    const by = reason.startsWith('certificate-') ? 'certificate' : reason === 'host-unlisted' ? 'policy' : 'tls'
    return { host, by }
  }
  return null
}

function unknownIn(rows: readonly SenderRow[]): readonly string[] {
  return rows.flatMap(({ host, addresses }) =>
    addresses.flatMap(({ address, verdicts }) => {
      const { does } = verdicts['mta-sts']
      return does === 'refused' || isDelivered(does) ? [] : [`${host} [${address}]`]
    }),
  )
}

/** Whether mode enforce is safe: every sender that follows it is known to deliver to every address, and reports arrive. */
export function isReady({ refused, unknown, reports }: Obstacles): boolean {
  return refused === null && unknown.length === 0 && reports === true
}

/** Whether a text is a web page, which some servers send for every address that they do not have. */
export function isWebPage(text: string): boolean {
  return /^[\s\u{FEFF}]{0,100}<(?:!doctype|html|head|body|\?xml)/iu.test(text)
}
