import type { Found, Question } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { readBimiRecords } from './bimi.ts'
import { type Judged, rests, type TransportContext, type TransportState, transportPart } from './part.ts'
import type { TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface BimiFacts {
  bimi_missing: { domain: string }
  bimi_invalid: { location: string; problem: string }
}

/** In words: only the owner knows the addresses, and a record with others would show no logo. */
const tagWords =
  'It has three tags, separated by semicolons: v=BIMI1, then l= with the https: address of your logo (SVG Tiny PS), then a= with that of its mark certificate (PEM).'

const draft = 'draft-brand-indicators-for-message-identification section 4'

/** Whether mail programs may show a logo, which needs an enforced DMARC policy. */
export const bimi = transportPart<BimiFacts>({
  id: 'bimi',
  title: 'BIMI',
  findings: {
    bimi_missing: {
      check: 'transport',
      points: 0,
      title: 'BIMI is not used',
      subject: null,
      meaning: f => `Mail from ${f.domain} is shown without your logo, though its DMARC policy would allow one.`,
      advice: f => `Publish a TXT record at default._bimi.${f.domain}. ${tagWords}`,
      clause: draft,
    },
    bimi_invalid: {
      check: 'transport',
      points: 0,
      title: 'The BIMI record is broken',
      subject: null,
      meaning: f => `Mail programs show no logo: ${f.problem}.`,
      advice: f => `Keep one TXT record at ${f.location}. ${tagWords}`,
      clause: draft,
    },
  },
  judge,
})

function judge({ bimi }: TransportValue, context: TransportContext): Judged<BimiFacts> {
  const { name, texts } = bimi
  const question: Question = { name, type: 'TXT' }
  const outcome = (
    state: TransportState,
    summary: string | null,
    findings: readonly Found<BimiFacts>[] = [],
  ): Judged<BimiFacts> => {
    const details = (texts ?? []).map(text => `${name}: ${displayText(text, 200)}`)
    return { state, summary, details, findings, questions: [question] }
  }
  const { domain, nonMail, dmarcEnforced } = context
  if (nonMail === true) return outcome('not-applicable', 'The domain sends no mail.')
  if (texts === null) return outcome('unchecked', 'The lookup of the record failed.')
  const evidence = rests(context, question)
  const reading = readBimiRecords(texts)
  if (reading.state === 'invalid') {
    const facts = { location: name, problem: reading.problem }
    const findings: Found<BimiFacts>[] = [{ id: 'bimi_invalid', facts, evidence }]
    return outcome('recommendation', 'The record is broken, so mail programs show no logo.', findings)
  }
  if (reading.state === 'valid' && reading.picture === null)
    return outcome('ok', 'The record asks mail programs to show no logo.')
  if (dmarcEnforced === null)
    return outcome('unchecked', 'The DMARC lookup failed, so we cannot tell whether a logo is allowed.')
  if (!dmarcEnforced) {
    const summary = 'Mail programs show a logo only with a DMARC policy of quarantine or reject.'
    return outcome(reading.state === 'missing' ? 'not-applicable' : 'recommendation', summary)
  }
  if (reading.state === 'missing') {
    return outcome('recommendation', null, [{ id: 'bimi_missing', facts: { domain }, evidence }])
  }
  if (reading.certificate === null) {
    return outcome('ok', 'The logo has no mark certificate, so some mailbox providers do not show it.')
  }
  return outcome('ok', 'The logo has a mark certificate.')
}
