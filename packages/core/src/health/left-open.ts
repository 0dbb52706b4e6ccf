import { type CheckId, checkIds, checkNames } from '../check/index.ts'
import { testedHostsMax } from '../relay/index.ts'
import { noVerdictCause, noVerdictWords } from '../threat/index.ts'
import { uncheckedLine } from './failure-words.ts'
import type { ScanReply } from './reply.ts'

type Scan = Pick<ScanReply, 'results' | 'sections' | 'findings' | 'evidence'>

/** What a check left unasked or unanswered although none of its lookups failed. */
interface OpenBeside {
  /** The whole check has no result. */
  isWhole: boolean
  /** A sentence that names the check. */
  line: string
}

/** How much a scan left unasked or unanswered. */
export interface LeftOpen {
  /** The checks without a result. */
  checks: readonly CheckId[]
  /** The failed lookups of the other checks; one that two checks wait for counts twice, as the list of them names it. */
  lookups: number
  /** What no failed lookup explains: a certificate that was not shown, selectors that cannot be guessed, a limit. */
  parts: number
}

/** Counts what a scan left open. The lines of `unchecked` name the same. Never throws. */
export function leftOpen(scan: Scan): LeftOpen {
  const checks: CheckId[] = []
  let lookups = 0
  let parts = 0
  for (const check of checkIds) {
    const { state, gaps } = scan.sections[check]
    const beside = besideLookups(check, scan)
    if (state === 'unchecked' || beside.some(({ isWhole }) => isWhole)) checks.push(check)
    lookups += gaps.length
    parts += beside.filter(({ isWhole }) => !isWhole).length
  }
  return { checks, lookups, parts }
}

/** What a check left open beside its failed lookups. One whose own code throws has no result; the others keep theirs. */
export function besideLookups(check: CheckId, scan: Scan): readonly OpenBeside[] {
  try {
    return openBeside(check, scan)
  } catch {
    return [{ isWhole: true, line: uncheckedLine(check, 'internal') }]
  }
}

/**
 * What one check left open beside its failed lookups, which have lines of their own. A check that does not apply, is
 * switched off or not in the plan left nothing open; neither did a server that is left out by rule.
 */
function openBeside(check: CheckId, scan: Scan): readonly OpenBeside[] {
  if (scan.sections[check].state === 'unchecked') return []
  const part = (words: string): OpenBeside => ({ isWhole: false, line: `${checkNames[check].title}: ${words}` })
  return [...(openParts[check]?.(scan, part) ?? []), ...unconfirmed(check, scan, part)]
}

type PartOf = (words: string) => OpenBeside

const openParts: { readonly [K in CheckId]?: (scan: Scan, part: PartOf) => readonly OpenBeside[] } = {
  mx: ({ results }, part) => {
    const cut = results.mx.hosts.filter(({ state }) => state === 'cut').length
    return cut === 0 ? [] : [part(`${counted(cut, 'mail server')} beyond the first 20 not looked up.`)]
  },
  dkim: ({ findings }, part) =>
    findings.some(({ id }) => id === 'dkim_not_found_unguessable')
      ? [part('some selectors cannot be guessed. Add yours.')]
      : [],
  blacklist: ({ results: { blacklist } }, part) =>
    blacklist.not_asked === 0
      ? []
      : [part(`${counted(blacklist.not_asked, 'address')} beyond the first 16 not looked up.`)],
  threat: ({ results: { threat_intelligence: threat }, sections }) => {
    if (threat.overall_verdict !== null || threat.error === 'not_configured' || sections.threat.gaps.length > 0)
      return []
    const cause = noVerdictWords[noVerdictCause(threat, [])]
    return [{ isWhole: true, line: `Threat intelligence could not be checked: ${cause}` }]
  },
  relay: ({ results }, part) => {
    if (results.relay?.state !== 'tested') return []
    const reachable = new Set(results.mx.hosts.flatMap(({ host, addresses }) => (addresses.length > 0 ? [host] : [])))
    const cut = reachable.size - testedHostsMax
    return cut > 0 ? [part(`${counted(cut, 'mail server')} beyond the first ${testedHostsMax} not tested.`)] : []
  },
  transport: ({ results: { transport, relay }, sections }, part) => {
    const failed = new Set(Object.values(sections).flatMap(({ gaps }) => gaps.map(({ evidence }) => evidence)))
    // Nothing was asked for a part without evidence: a failed lookup came before it.
    const isAfterFailure = sections.transport.gaps.length > 0
    // Where the operator turned the SMTP tests off, nothing was left out by this scan.
    const isOff = relay?.state === 'off'
    return (transport?.parts ?? [])
      .filter(({ id, state }) => state === 'unchecked' && !(isOff && ofSessions.has(id)))
      .filter(({ evidence }) => (evidence.length === 0 ? !isAfterFailure : !evidence.some(id => failed.has(id))))
      .map(({ title, summary }) => part(`${title}. ${summary}`))
  },
}

/** The parts of the transport check that rest on SMTP sessions. */
const ofSessions: ReadonlySet<string> = new Set(['starttls', 'certificate'])

/** Answers of a resolver that the zone's own servers were to confirm, and could not. */
function unconfirmed(check: CheckId, { sections, evidence }: Scan, part: PartOf): readonly OpenBeside[] {
  const own = new Set(sections[check].evidence)
  const open = evidence.filter(piece => {
    return (
      piece.kind === 'dns' && own.has(piece.id) && piece.outcome !== 'failed' && piece.via.unconfirmed !== undefined
    )
  })
  const answers = open.length === 1 ? '1 answer' : `${open.length} answers`
  return open.length === 0 ? [] : [part(`the zone's own servers could not be asked to confirm ${answers}.`)]
}

function counted(n: number, what: 'mail server' | 'address'): string {
  if (n === 1) return `1 ${what}`
  return `${n.toLocaleString('en')} ${what === 'address' ? 'addresses' : 'mail servers'}`
}
