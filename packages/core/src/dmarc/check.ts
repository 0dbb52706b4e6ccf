import {
  answeredQuestions,
  appliesAlways,
  type Check,
  checkNames,
  dnsEvidence,
  hasNoGaps,
  isNonMail,
  type MailNeeds,
} from '../check/index.ts'
import { dmarcActions } from './actions.data.ts'
import { assessDmarc, isDmarcEnforced } from './assess.ts'
import { bogusRecord } from './bogus.ts'
import { fillDmarcGaps } from './fill-gaps.ts'
import { type DmarcFacts, dmarcRows } from './findings.data.ts'
import { dmarcSummary, presentDmarc } from './present.ts'
import type { DmarcValue } from './value.ts'

/** The DMARC check: the policy of receivers for mail that fails. */
export const dmarcCheck = {
  id: 'dmarc',
  ...checkNames.dmarc,
  cap: 35,
  weight: 30,
  findings: dmarcRows,
  actions: dmarcActions,
  needs: { mx: true, spf: true },
  provides: ({ value, evidence }) => ({
    enforced: isDmarcEnforced(value),
    alignment: dkimAlignment(value),
    evidence,
    zone: { exists: value.reading.location !== null && !value.reading.inherited, answers: dnsEvidence(evidence) },
  }),
  assess: (known, { domain, others }) => {
    const { receivesMail = null, refusesMail = null } = others.mx ?? {}
    return [
      ...assessDmarc(known.value, { ...known, domain, nonMail: isNonMail(others), receivesMail, refusesMail }),
      ...bogusRecord(known.value.reading, domain, known.evidence, isNonMail(others)),
    ]
  },
  fillGaps: fillDmarcGaps,
  applies: appliesAlways,
  answeredShare: answeredQuestions,
  isSettled: hasNoGaps,
  reply: (section, { others }) => ({ dns: dmarcSummary(section), dmarc: presentDmarc(section, isNonMail(others)) }),
} satisfies Check<'dmarc', DmarcValue, DmarcFacts, MailNeeds & { mx: { refusesMail: boolean } }>

/**
 * How signatures are compared with the domain (RFC 9989 section 4.4.1). Without a record the default holds, relaxed. Null:
 * a lookup failed.
 */
function dkimAlignment({ reading, organizationalDomain }: DmarcValue) {
  if (reading.unchecked) return null
  if (reading.record === null) return { relaxed: true, organizationalDomain: null }
  if (organizationalDomain === null) return null
  return { relaxed: reading.record.adkim === 'r', organizationalDomain }
}
