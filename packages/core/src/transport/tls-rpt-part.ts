import { type Found, listed, type Question } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { type Judged, rests, type TransportContext, transportPart, withoutServers } from './part.ts'
import { readTlsRptRecords, repairTlsRpt } from './tls-rpt.ts'
import type { TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface TlsRptFacts {
  tls_rpt_missing: { domain: string }
  /** `record`: the one to keep, with the owner's destinations. null: they cannot be read; absent in earlier findings. */
  tls_rpt_invalid: { domain: string; problem: string; record?: string | null }
  /** `record`: with all destinations in one rua; null: they are too many for one. */
  tls_rpt_repeated: { domain: string; record: string | null }
  /** `problem`: of a text beside a good rua. `record`: without it; null: it may belong to an address. */
  tls_rpt_unreadable: { domain: string; problem: string; record: string | null }
}

/** Whether senders report TLS failures (RFC 8460). */
export const tlsRpt = transportPart<TlsRptFacts>({
  id: 'tls-rpt',
  title: 'TLS reporting',
  findings: {
    tls_rpt_missing: {
      check: 'transport',
      points: 0,
      title: 'TLS reporting is not used',
      subject: null,
      meaning: f => `You get no report when senders fail to reach ${f.domain} over TLS.`,
      advice: f => `Publish as TXT at _smtp._tls.${f.domain}: v=TLSRPTv1; rua=mailto:tls-reports@${f.domain}`,
      clause: 'RFC 8460 section 3',
    },
    tls_rpt_invalid: {
      check: 'transport',
      points: 0,
      title: 'The TLS reporting record is broken',
      subject: null,
      meaning: f => `Senders send no reports: ${f.problem}.`,
      advice: f =>
        f.record == null
          ? `Keep one TXT record at _smtp._tls.${f.domain}. It begins with v=TLSRPTv1, and its tag rua names your own report address.`
          : `Keep one TXT record at _smtp._tls.${f.domain}: ${f.record}`,
      clause: 'RFC 8460 section 3',
    },
    tls_rpt_repeated: {
      check: 'transport',
      points: 0,
      title: 'The TLS reporting record repeats rua',
      subject: null,
      meaning: () => 'Senders may use only one of the rua tags, so some of the addresses may get no report.',
      advice: f =>
        f.record === null
          ? `Keep one rua in the TXT record at _smtp._tls.${f.domain}, with commas between the addresses.`
          : `Publish as TXT at _smtp._tls.${f.domain} instead: ${f.record}`,
      clause: 'RFC 8460 section 3',
    },
    tls_rpt_unreadable: {
      check: 'transport',
      points: 0,
      title: 'The TLS reporting record has unreadable text',
      subject: null,
      meaning: f => `Senders can report, but some may ignore the whole record: ${f.problem}.`,
      advice: f =>
        f.record === null
          ? `Correct or remove this text in the TXT record at _smtp._tls.${f.domain}.`
          : `Publish as TXT at _smtp._tls.${f.domain} instead: ${f.record}`,
      clause: 'RFC 8460 section 3',
    },
  },
  judge,
})

function judge(value: TransportValue, context: TransportContext): Judged<TlsRptFacts> {
  const { name, texts } = value.tlsRpt
  const question: Question = { name, type: 'TXT' }
  const without = withoutServers(value, context)
  if (without?.state === 'not-applicable') return { ...without, questions: [] }
  if (texts === null) {
    return { state: 'unchecked', summary: 'The lookup of the record failed.', questions: [question] }
  }
  const { domain } = context
  const evidence = rests(context, question)
  const reading = readTlsRptRecords(texts)
  if (reading.state === 'missing') {
    if (without !== null) return { ...without, questions: [question] }
    const findings: Found<TlsRptFacts>[] = [{ id: 'tls_rpt_missing', facts: { domain }, evidence }]
    return { state: 'recommendation', summary: null, findings, questions: [question] }
  }
  const details = texts.map(text => `${name}: ${displayText(text, 200)}`)
  if (reading.state === 'invalid') {
    const facts = { domain, problem: reading.problem, record: repairTlsRpt(texts) }
    const findings: Found<TlsRptFacts>[] = [{ id: 'tls_rpt_invalid', facts, evidence }]
    const summary = 'The record is broken, so senders send no reports.'
    return { state: 'recommendation', summary, details, findings, questions: [question] }
  }
  // The record that is meant has one rua, so its advice mends a repeated one too.
  if (reading.unread !== undefined) {
    const facts = { domain, problem: reading.unread, record: repairTlsRpt(texts) }
    const findings: Found<TlsRptFacts>[] = [{ id: 'tls_rpt_unreadable', facts, evidence }]
    const summary = `Reports go to ${reading.rua.slice(0, 3).join(', ')}. A part of the record cannot be read.`
    return { state: 'recommendation', summary, details, findings, questions: [question] }
  }
  if (reading.isRepeated) {
    const findings: Found<TlsRptFacts>[] = [
      { id: 'tls_rpt_repeated', facts: { domain, record: repairTlsRpt(texts) }, evidence },
    ]
    const summary = 'The record has more than one rua, and senders may use only one of them.'
    return { state: 'recommendation', summary, details, findings, questions: [question] }
  }
  const { unsupported = [] } = reading
  const skipped =
    unsupported.length > 0 ? ` Senders skip ${listed(unsupported, 3)}, whose scheme reports do not have.` : ''
  const summary = `Reports go to ${reading.rua.slice(0, 3).join(', ')}.${skipped}`
  return { state: 'ok', summary, details, questions: [question] }
}
