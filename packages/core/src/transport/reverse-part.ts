import type { Found, Question } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { type RelayHost, smtpQuestion } from '../relay/index.ts'
import { counted, type Judged, rests, type TransportContext, transportPart, withoutServers } from './part.ts'
import { namesText, sessionQuestions } from './sessions.ts'
import type { TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface ReverseFindingFacts {
  ptr_missing: { host: string; address: string; record: string }
  ptr_mismatch: { host: string; address: string; name: string }
  greeting_invalid: { host: string; greeting: string }
}

/** Whether the addresses of the mail servers have forward-confirmed reverse DNS, and how the servers greet. */
export const reverse = transportPart<ReverseFindingFacts>({
  id: 'reverse',
  title: 'PTR and greeting',
  findings: {
    ptr_missing: {
      check: 'transport',
      points: 0,
      title: 'An address of a mail server has no PTR',
      subject: f => f.address,
      meaning: f => `If ${f.host} also sends, large receivers refuse mail from an address without a name.`,
      advice: f => `Ask whoever gave you the address to publish: ${f.record} PTR ${f.host}`,
      clause: 'RFC 1912 section 2.1',
    },
    ptr_mismatch: {
      check: 'transport',
      points: 0,
      title: 'The PTR of a mail server does not lead back',
      subject: f => f.address,
      meaning: f =>
        `The PTR names ${f.name}, and that name does not have the address ${f.address}. Receivers trust a PTR only when it leads back.`,
      advice: f => `Publish ${f.address} as an address of ${f.name}, or let the PTR name ${f.host}.`,
      clause: 'RFC 1912 section 2.1',
    },
    greeting_invalid: {
      check: 'transport',
      points: 0,
      title: 'A mail server greets with no full host name',
      subject: f => f.host,
      meaning: f =>
        `It calls itself ${f.greeting}. A server that says the same in HELO when it sends is taken for a spam robot.`,
      advice: f => `Set the name the server gives itself to ${f.host}, or to the name its PTR gives.`,
      clause: 'RFC 5321 section 2.3.5',
    },
  },
  judge,
})

function judge(value: TransportValue, context: TransportContext): Judged<ReverseFindingFacts> {
  const questions: readonly Question[] = [
    ...value.reverse.flatMap(({ record, names }): Question[] => [
      { name: record, type: 'PTR' },
      ...(names ?? []).flatMap((name): Question[] => [
        { name, type: 'A' },
        { name, type: 'AAAA' },
      ]),
    ]),
    ...sessionQuestions(value),
  ]
  const without = withoutServers(value, context)
  if (without !== null) return { ...without, questions }
  const findings = [
    ...value.reverse.flatMap(facts => reverseFindings(facts, context)),
    ...value.sessions.flatMap(session => greetingFindings(session, context)),
  ]
  const details = [
    ...value.reverse.map(facts => `${facts.address} (${facts.host}): ${reverseWords(facts)}`),
    ...value.sessions.flatMap(({ host, greeting }) =>
      greeting === null ? [] : [`${host} greets as ${displayText(greeting, 100)}`],
    ),
  ]
  if (findings.length > 0) {
    const summary = 'Not every mail server has a name that leads back to it.'
    return { state: 'recommendation', summary, details, findings, questions }
  }
  if (value.reverse.length === 0) {
    return { state: 'unchecked', summary: 'No address of a mail server is known.', questions }
  }
  const open = value.reverse.filter(({ confirmed }) => confirmed === null).length
  if (open > 0) {
    const summary = `The name of ${counted(open, 'address', 'addresses')} could not be asked for.`
    return { state: 'unchecked', summary, details, questions }
  }
  return { state: 'ok', summary: 'Every address has a name that leads back.', details, questions }
}

function reverseWords({ names, confirmed }: TransportValue['reverse'][number]): string {
  if (names === null) return 'could not be asked for'
  if (names.length === 0) return 'no PTR'
  const leads = confirmed === null ? 'could not be followed back' : confirmed ? 'leads back' : 'does not lead back'
  return `${namesText(names)}, ${leads}`
}

function reverseFindings(
  facts: TransportValue['reverse'][number],
  context: TransportContext,
): readonly Found<ReverseFindingFacts>[] {
  const { host, address, record, names, confirmed } = facts
  const [name] = names ?? []
  if (names?.length === 0) {
    const evidence = rests(context, { name: record, type: 'PTR' })
    return [{ id: 'ptr_missing', facts: { host, address, record }, evidence }]
  }
  if (name === undefined || confirmed !== false) return []
  const evidence = rests(context, { name: record, type: 'PTR' }, { name, type: 'A' }, { name, type: 'AAAA' })
  return [{ id: 'ptr_mismatch', facts: { host, address, name: displayText(name, 100) }, evidence }]
}

function greetingFindings(
  { host, address, greeting }: RelayHost,
  context: TransportContext,
): readonly Found<ReverseFindingFacts>[] {
  if (greeting === null || isFullName(greeting)) return []
  const evidence = rests(context, smtpQuestion(host, address))
  const facts = { host, greeting: displayText(greeting, 100) || 'nothing' }
  return [{ id: 'greeting_invalid', facts, evidence }]
}

/** A host name of at least two labels (RFC 5321 section 2.3.5), or an address literal. */
function isFullName(greeting: string): boolean {
  if (/^\[(?:IPv6:)?[0-9a-f:.]+\]$/i.test(greeting)) return true
  if (/(?:^|\.)(?:localhost|localdomain|local|lan|internal|invalid)\.?$/i.test(greeting)) return false
  return /^(?=.{4,254}$)(?:[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]\.?$/i.test(greeting)
}
