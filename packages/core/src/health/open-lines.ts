import { type CheckId, checkNames } from '../check/index.ts'
import { testedHostsMax } from '../relay/index.ts'
import { noVerdictCause, noVerdictWords } from '../threat/index.ts'
import { lacksThreatVerdict } from './left-open.ts'
import type { ScanReply } from './reply.ts'

type Scan = Pick<ScanReply, 'results' | 'sections' | 'findings' | 'evidence'>

/**
 * What one check left open beside its failed lookups, which have lines of their own: a sentence for each. A check that does
 * not apply, is switched off or not in the plan left nothing open; neither did a server that is left out by rule.
 */
export function openLines(check: CheckId, scan: Scan): readonly string[] {
  if (scan.sections[check].state === 'unchecked') return []
  const parts = [...(openParts[check]?.(scan) ?? []), ...unconfirmed(check, scan)]
  const whole = check === 'threat' && lacksThreatVerdict(scan) ? [noVerdictLine(scan)] : []
  return [...whole, ...parts.map(words => `${checkNames[check].title}: ${words}`)]
}

function noVerdictLine({ results: { threat_intelligence: threat } }: Scan): string {
  return `Threat intelligence could not be checked: ${noVerdictWords[noVerdictCause(threat, [])]}`
}

/** What continues "MX: ". */
const openParts: { readonly [K in CheckId]?: (scan: Scan) => readonly string[] } = {
  mx: ({ results }) => {
    const cut = results.mx.hosts.filter(({ state }) => state === 'cut').length
    return cut === 0 ? [] : [`${counted(cut, 'mail server')} beyond the first 20 not looked up.`]
  },
  dkim: ({ findings }) =>
    findings.some(({ id }) => id === 'dkim_not_found_unguessable')
      ? ['some selectors cannot be guessed. Add yours.']
      : [],
  blacklist: ({ results: { blacklist } }) =>
    blacklist.not_asked === 0 ? [] : [`${counted(blacklist.not_asked, 'address')} beyond the first 16 not looked up.`],
  relay: ({ results }) => {
    if (results.relay?.state !== 'tested') return []
    const reachable = new Set(results.mx.hosts.flatMap(({ host, addresses }) => (addresses.length > 0 ? [host] : [])))
    const cut = reachable.size - testedHostsMax
    return cut > 0 ? [`${counted(cut, 'mail server')} beyond the first ${testedHostsMax} not tested.`] : []
  },
  transport: ({ results: { transport, relay }, sections }) => {
    const failed = new Set(Object.values(sections).flatMap(({ gaps }) => gaps.map(({ evidence }) => evidence)))
    // Nothing was asked for a part without evidence: a failed lookup came before it.
    const isAfterFailure = sections.transport.gaps.length > 0
    // Where the operator turned the SMTP tests off, nothing was left out by this scan.
    const isOff = relay?.state === 'off'
    return (transport?.parts ?? [])
      .filter(({ id, state }) => state === 'unchecked' && !(isOff && ofSessions.has(id)))
      .filter(({ evidence }) => (evidence.length === 0 ? !isAfterFailure : !evidence.some(id => failed.has(id))))
      .map(({ title, summary }) => `${title}. ${summary}`)
  },
}

/** The parts of the transport check that rest on SMTP sessions. */
const ofSessions: ReadonlySet<string> = new Set(['starttls', 'certificate'])

/** Answers of a resolver that the zone's own servers were to confirm, and could not. */
function unconfirmed(check: CheckId, { sections, evidence }: Scan): readonly string[] {
  const own = new Set(sections[check].evidence)
  const open = evidence.filter(piece => {
    return (
      piece.kind === 'dns' && own.has(piece.id) && piece.outcome !== 'failed' && piece.via.unconfirmed !== undefined
    )
  })
  const answers = open.length === 1 ? '1 answer' : `${open.length} answers`
  return open.length === 0 ? [] : [`the zone's own servers could not be asked to confirm ${answers}.`]
}

function counted(n: number, what: 'mail server' | 'address'): string {
  if (n === 1) return `1 ${what}`
  return `${n.toLocaleString('en')} ${what === 'address' ? 'addresses' : 'mail servers'}`
}
