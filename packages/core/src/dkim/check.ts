import {
  answeredQuestions,
  type Check,
  checkNames,
  dnsEvidence,
  type Known,
  restsOn,
  type ZoneSight,
} from '../check/index.ts'
import { isSubdomain } from '../dns/index.ts'
import { providerZoneOf } from '../providers/index.ts'
import { dkimActions } from './actions.data.ts'
import { assessDkim, type DkimAlignment, isDkimSettled } from './assess.ts'
import { bogusKeys } from './bogus.ts'
import { fillDkimGaps } from './fill-gaps.ts'
import { type DkimFacts, type DkimFinding, dkimFinding, dkimRows } from './findings.data.ts'
import { dkimSummary, presentDkim } from './present.ts'
import type { DkimValue } from './value.ts'

/** Whether the domain sends at all, and whether the signature of a domain above it counts. */
interface Needs {
  spf: { sendsMail: boolean; namesSender: boolean }
  mx: { refusesMail: boolean }
  dmarc: { alignment: DkimAlignment | null }
}

/** The DKIM check: the keys that sign the domain's mail. */
export const dkimCheck = {
  id: 'dkim',
  ...checkNames.dkim,
  cap: 15,
  weight: 10,
  findings: dkimRows,
  actions: dkimActions,
  needs: { spf: true, dmarc: true, mx: true },
  provides: (known, domain) => ({ zone: zoneSight(known, domain) }),
  assess: (known, { domain, others }) => {
    const { dmarc } = others
    const sendsMail = maySend(others)
    const found = assessDkim(known.value, { ...known, domain, sendsMail, alignment: dmarc?.alignment ?? null })
    const all = sendsMail === true ? [...found, ...bogusKeys(known.value, domain, known.evidence)] : found
    return ownersFindings(all, known, domain)
  },
  fillGaps: (now, before) => fillDkimGaps(now.value, now.gaps, before.value),
  applies: (_now, { others }) => maySend(others) !== false,
  answeredShare: answeredQuestions,
  // It queries some two hundred selectors, and is unsettled only while one of them could change the finding.
  isSettled: ({ value, gaps }) => isDkimSettled(value, gaps),
  reply: section => ({ dns: dkimSummary(section), dkim: presentDkim(section) }),
} satisfies Check<'dkim', DkimValue, DkimFacts, Needs>

/** At a name where only a provider can publish, one finding says so and costs nothing. */
function ownersFindings(
  found: readonly DkimFinding[],
  { evidence }: Known<DkimValue>,
  domain: string,
): readonly DkimFinding[] {
  const zone = providerZoneOf(domain)
  if (zone === null || zone.panel !== null || found.every(({ id }) => dkimRows[id].points === 0)) return found
  const answered = evidence.filter(({ outcome }) => outcome !== 'failed')
  const all = restsOn(answered, ...answered.map(({ question }) => question))
  return [dkimFinding('dkim_provider_name', { domain, owner: zone.owner }, all)]
}

/**
 * Whether the domain sends mail that needs a signature: its SPF record lets some server send, or it takes mail and so may
 * send. One with the null MX whose SPF names no sender declares neither. Null: unknown.
 */
function maySend({ spf, mx }: { spf: Needs['spf'] | null; mx: Needs['mx'] | null }): boolean | null {
  if (spf === null || !spf.sendsMail || spf.namesSender) return spf?.sendsMail ?? null
  return mx === null ? null : !mx.refusesMail
}

/**
 * Most selectors are CNAMEs into their provider's zone, which the domain's owner cannot repair. The keys of a domain
 * above say nothing about this one.
 */
function zoneSight({ evidence }: Known<DkimValue>, domain: string): ZoneSight {
  const own = dnsEvidence(evidence).filter(({ question, via }) =>
    [question.name, ...via.cnames].every(name => isSubdomain(name, domain)),
  )
  return { exists: false, answers: own }
}
