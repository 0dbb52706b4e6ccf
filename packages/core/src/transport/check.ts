import {
  answeredQuestions,
  appliesAlways,
  type Check,
  type CheckContext,
  checkNames,
  isNonMail,
  type MailNeeds,
  type ReplyContext,
  type Section,
} from '../check/index.ts'
import { assessParts, assessTransport } from './assess.ts'
import { fillTransportGaps } from './fill-gaps.ts'
import type { AssessedPart } from './part.ts'
import { type TransportFacts, transportParts, transportRows } from './parts.ts'
import type { TransportValue } from './value.ts'

/** The recommendations depend on whether the domain is meant for mail, and on its DMARC policy. */
interface Needs extends MailNeeds {
  dmarc: { enforced: boolean | null }
}

/** The transport check: the security of mail in transit. It costs no points. */
export const transportCheck = {
  id: 'transport',
  ...checkNames.transport,
  cap: null,
  weight: 0,
  findings: transportRows,
  needs: { mx: true, spf: true, dmarc: true },
  provides: () => ({}),
  assess: (known, context) => assessTransport(known.value, { ...known, ...assumptions(context) }),
  fillGaps: (now, before) => fillTransportGaps(now.value, now.gaps, before.value),
  applies: appliesAlways,
  answeredShare: answeredQuestions,
  isSettled: () => true,
  reply: (section, context) => ({ transport: presentTransport(section, context) }),
} satisfies Check<'transport', TransportValue, TransportFacts, Needs>

/**
 * One part of the transport check. A part is a `recommendation` when it has findings, also those of an earlier scan, or
 * when another check's finding is about it. A part that is `unchecked` keeps the findings of an earlier scan.
 */
export type TransportPartReply = Omit<AssessedPart<never>, 'findings'> & {
  /** The ids of its findings. Each of the report's findings with such an id belongs to this part only. */
  findings: readonly string[]
}

/** Each part with its findings of the report. A name that does not exist has no recommendations. */
function presentTransport(
  section: Section<TransportValue>,
  context: ReplyContext<Needs>,
): { parts: readonly TransportPartReply[] } | null {
  if (!section.ran) return null
  const parts = assessParts(section.value, { evidence: section.evidence, ...assumptions(context) })
  const { found } = context
  if (found.has('domain_not_found')) {
    const nothing = { summary: 'The domain does not exist.', summary_of: null, details: [], findings: [], evidence: [] }
    return { parts: parts.map(({ id, title }) => ({ id, title, state: 'not-applicable', ...nothing })) }
  }
  return {
    parts: parts.map(part => {
      const rows = transportParts[part.id].findings
      const findings = [...found].filter(id => Object.hasOwn(rows, id))
      const isRecommended = findings.length > 0 && part.state !== 'unchecked'
      return { ...part, state: isRecommended ? 'recommendation' : part.state, findings }
    }),
  }
}

function assumptions({ domain, others }: CheckContext<Needs>) {
  return { domain, nonMail: isNonMail(others), dmarcEnforced: others.dmarc?.enforced ?? null }
}
