import {
  answeredQuestions,
  type Check,
  checkNames,
  dnsEvidence,
  isNonMail,
  type Known,
  type MailNeeds,
  type ZoneSight,
} from '../check/index.ts'
import { isSubdomain } from '../dns/index.ts'
import { assessDkim, isDkimSettled } from './assess.ts'
import { bogusKeys } from './bogus.ts'
import { fillDkimGaps } from './fill-gaps.ts'
import { type DkimFacts, dkimRows } from './findings.data.ts'
import { dkimSummary, presentDkim } from './present.ts'
import type { DkimValue } from './value.ts'

/** The DKIM check: the keys that sign the domain's mail. */
export const dkimCheck = {
  id: 'dkim',
  ...checkNames.dkim,
  cap: 15,
  weight: 10,
  findings: dkimRows,
  needs: { mx: true, spf: true },
  provides: (known, domain) => ({ zone: zoneSight(known, domain) }),
  assess: (known, { domain, others }) => {
    const nonMail = isNonMail(others)
    const found = assessDkim(known.value, { ...known, domain, nonMail })
    return nonMail === false ? [...found, ...bogusKeys(known.value, domain, known.evidence)] : found
  },
  fillGaps: (now, before) => fillDkimGaps(now.value, now.gaps, before.value),
  applies: (_now, { others }) => isNonMail(others) !== true,
  answeredShare: answeredQuestions,
  // It queries some two hundred selectors, and is unsettled only while one of them could change the finding.
  isSettled: ({ value, gaps }) => isDkimSettled(value, gaps),
  reply: section => ({ dns: dkimSummary(section), dkim: presentDkim(section) }),
} satisfies Check<'dkim', DkimValue, DkimFacts, MailNeeds>

/** Most selectors are CNAMEs into their provider's zone, which the domain's owner cannot repair. */
function zoneSight({ evidence }: Known<DkimValue>, domain: string): ZoneSight {
  const own = dnsEvidence(evidence).filter(({ via }) => via.cnames.every(name => isSubdomain(name, domain)))
  return { exists: false, answers: own }
}
