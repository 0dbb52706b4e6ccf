import type { DecisionFacts, HostedFacts, HostedRecordFacts, StoredHeaderFacts } from './account-history-facts.ts'
import type { AccountQuestion } from './account-question.ts'
import type { Bounded } from './account-read.ts'
import { cutWords, domainWords, lines, periodWords, thereAre, those, verdictWords } from './account-words.ts'
import { type Answer, paragraph } from './answer.ts'
import { dayOf, momentOf } from './explain-finding.ts'

/** What was decided about findings, with who decided it and the notes. */
export function decisionsAnswer(decisions: Bounded<DecisionFacts>, question: AccountQuestion): Answer {
  const { decision, isNoted, form } = question
  const isWhole = decision === undefined && isNoted === undefined
  const meets = ({ kind, note }: DecisionFacts) =>
    (decision === undefined || kind === decision) && (isNoted === undefined || (note !== null) === isNoted)
  const found = isWhole ? { ...decisions, isCut: false } : those(decisions, meets)
  const verdict = verdictWords(form, found.total > 0)
  const what = decision === undefined ? 'accepted or muted finding' : `${decision} finding`
  const noted = isNoted === undefined ? '' : isNoted ? ' with a note' : ' without a note'
  const first = `${thereAre(found, what)}${noted}${domainWords(question)}${periodWords(question)}.`
  return [
    ...paragraph(`${verdict}${first}`),
    ...(form === 'count' ? [] : lines(found, decisionLine, 'decisions')),
    ...cutWords(found, decisions.items.length, 'decisions, the newest'),
  ]
}

function decisionLine(decision: DecisionFacts): { lead: string; text: string } {
  const { domain, reason, kind, decidedAt, decidedBy, expiresAt, isExpired, note } = decision
  const by = decidedBy === null ? '' : ` by ${decidedBy.text}`
  const end = expiresAt === null ? '' : isExpired ? `, expired on ${dayOf(expiresAt)}` : `, until ${dayOf(expiresAt)}`
  const said = note === null ? '' : ` Note: ${note.text}`
  return { lead: `${domain}:`, text: `“${reason}” was ${kind} on ${dayOf(decidedAt)}${by}${end}.${said}` }
}

/** The hosted SPF records. */
export function hostedAnswer({ zone, isProved, records }: HostedFacts, question: AccountQuestion): Answer {
  const { form } = question
  const verdict = verdictWords(form, records.total > 0)
  const counted = thereAre(records, 'hosted SPF record')
  const preview =
    zone === null
      ? 'This installation hosts no zone: each record is a preview.'
      : isProved
        ? ''
        : `No lookup has shown yet that ${zone} is delegated to this server.`
  return [
    ...paragraph(`${verdict}${counted}${domainWords(question)}.`),
    ...paragraph(records.total > 0 ? preview : ''),
    ...(form === 'count' ? [] : lines(records, hostedLine, 'hosted SPF records')),
  ]
}

function hostedLine(record: HostedRecordFacts): { lead: string; text: string } {
  const { domain, name, lookupsBefore, lookupsAfter, checkedAt, appliesAt } = record
  const where = name === null ? 'a preview, not published' : name
  const checked = checkedAt === null ? 'not checked yet' : `last checked on ${momentOf(checkedAt)}`
  const waits = appliesAt === null ? '' : ` A change of the upstream records waits until ${momentOf(appliesAt)}.`
  const lookups = `${lookupsBefore} DNS lookups before, ${lookupsAfter} now`
  return { lead: `${domain}:`, text: `${where}. ${hostedState(record)} ${lookups}; ${checked}.${waits}` }
}

function hostedState({ status, publication, isIncluded, problem }: HostedRecordFacts): string {
  if (status === 'error') return `The last check failed: ${problem ?? 'no reason is known'}.`.replace(/\.\.$/, '.')
  if (status === 'paused') return 'Paused: it stays up to date, but the plan has no room to change it.'
  if (publication === 'preview') return ''
  if (status === 'pending') {
    return isIncluded === null
      ? 'Whether the SPF record of the domain includes it is not known yet.'
      : 'The SPF record of the domain does not include it yet.'
  }
  return publication === 'live' ? 'Active and live in DNS.' : 'Active; the newest version was not seen in DNS yet.'
}

/** The stored header analyses. */
export function headersAnswer(headers: Bounded<StoredHeaderFacts>, question: AccountQuestion): Answer {
  const verdict = verdictWords(question.form, headers.total > 0)
  const counted = thereAre(headers, 'stored header analysis', 'stored header analyses')
  return [
    ...paragraph(`${verdict}${counted}${domainWords(question)}${periodWords(question)}.`),
    ...(question.form === 'count' ? [] : lines(headers, headerLine, 'header analyses')),
    ...paragraph(headers.total === 0 ? 'Paste a header into the Header Analyzer under Tools.' : ''),
  ]
}

function headerLine({ from, subject, threatScore, createdAt, expiresAt }: StoredHeaderFacts) {
  const sender = from === null ? 'No sender' : from.text
  const about = subject === null ? 'no subject' : `“${subject.text}”`
  return {
    lead: `${sender}:`,
    text: `${about}, threat score ${threatScore} of 100, analyzed on ${momentOf(createdAt)}, kept until ${dayOf(expiresAt)}.`,
  }
}
