import { isIP } from 'node:net'
import { blockOf, formatAddress, parentOf, parseAddress, type Resolver, type Signal } from '@waxseal/core/dns'
import { isKept, type MailHostReport, type RelayMemory, type RelayTarget, untouched } from '@waxseal/core/relay'
import { organizationalDomain } from '../domain-name.ts'
import { controlServers } from './control-servers.data.ts'

/** A server that may prove that offers of STARTTLS reach us. */
type Offering = Pick<RelayTarget, 'host' | 'address'>

export interface OffersPassOptions {
  memory: RelayMemory
  now: () => Date
  /** Asks a control server with one EHLO; null: the operator turned that off. */
  ask: ((server: Offering) => Promise<MailHostReport>) | null
}

/** What this installation knows of whether an offer of STARTTLS reaches it. */
export interface OffersPass {
  /** Records a server that offered STARTTLS now. */
  note(report: MailHostReport): Promise<void>
  /** Whether a server of another operator offered it within the week; where none did, a control server is asked. */
  passes(host: Offering, resolver: Resolver, signal?: Signal): Promise<boolean>
}

const weekMs = 7 * 86_400_000
const dayMs = 86_400_000
/** A proof this new is not written again. */
const freshMs = 3_600_000
const claimMs = 60_000

/** Two servers of different operators are enough: one of them is of another operator than any third. */
const places = ['offered 1', 'offered 2'] as const
const control = 'offered control'

/**
 * A firewall in front of this installation may take the offer of STARTTLS away (RFC 3207 section 6). That it does not is
 * shown by a server that offers it to us and that someone else runs than the host in question. The proofs are in the
 * memory of the relay probe, so all processes of an installation share them.
 */
export function offersPass({ memory, now, ask }: OffersPassOptions): OffersPass {
  const known = async (): Promise<readonly MailHostReport[]> => {
    const records = await Promise.all([...places, control].map(place => memory.get(place)))
    return records.flatMap(record => (record !== null && isKept(record, now(), weekMs) ? [record.report] : []))
  }

  const askControl = async (host: Offering, resolver: Resolver, signal: Signal | undefined): Promise<void> => {
    if (ask === null) return
    const last = await memory.get(control)
    if (last !== null && isKept(last, now(), dayMs)) return
    if (!(await memory.claim(control, now(), new Date(now().getTime() + claimMs)))) return
    try {
      for (const name of controlServers) {
        if (hasSameOrganization(name, host.host)) continue
        const answer = await resolver.query(name, 'A', signal)
        const [first] = answer.kind === 'records' ? answer.records : []
        if (first === undefined) continue
        const server = { host: name, address: first.address }
        const report = await ask(server)
        // A session that a scan's end cut off says nothing, and counts as none.
        if (report.undecided === 'cancelled') return
        await memory.put(control, { report: briefly(report), acceptedAt: null })
        return
      }
    } finally {
      await memory.release(control)
    }
  }

  return {
    async note(report) {
      if (report.starttls !== 'offered' || !report.contacted) return
      const records = await Promise.all(places.map(place => memory.get(place)))
      const isFresh = records.some(
        record => record !== null && isKept(record, now(), freshMs) && hasSameOperator(record.report, report),
      )
      if (isFresh) return
      const at = records.findIndex(record => record === null || hasSameOperator(record.report, report))
      const oldest = records.findIndex(record => record !== null && !isKept(record, now(), dayMs))
      const place = places[at === -1 ? oldest : at]
      if (place !== undefined) await memory.put(place, { report: briefly(report), acceptedAt: null })
    },
    async passes(host, resolver, signal) {
      if (proves(await known(), host)) return true
      await askControl(host, resolver, signal)
      return proves(await known(), host)
    },
  }
}

function proves(reports: readonly MailHostReport[], host: Offering): boolean {
  return reports.some(({ starttls, ...report }) => starttls === 'offered' && !hasSameOperator(report, host))
}

/** Whom it was, when, and whether it offered STARTTLS: nothing else is kept. */
function briefly(report: MailHostReport): MailHostReport {
  const { starttls, contacted, testedAt } = report
  return { ...untouched(report, new Date(testedAt), { reason: '' }), starttls, contacted, testedAt }
}

/** The same organizational domain, or the same network (/24, /48). */
function hasSameOperator(one: Offering, other: Offering): boolean {
  return hasSameOrganization(one.host, other.host) || networkOf(one.address) === networkOf(other.address)
}

function hasSameOrganization(one: string, other: string): boolean {
  return organizationOf(one) === organizationOf(other)
}

function organizationOf(host: string): string {
  return parentOf(host) === null || isIP(host) !== 0 ? host : organizationalDomain(host)
}

function networkOf(text: string): string {
  const address = parseAddress(text)
  if (address === null) return text
  const { family, first } = blockOf(address, address.family === 4 ? 24 : 48)
  return formatAddress({ family, value: first })
}
