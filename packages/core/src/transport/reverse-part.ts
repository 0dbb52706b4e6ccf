import { type Found, listed, type Question } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { type RelayHost, smtpQuestion } from '../relay/index.ts'
import {
  counted,
  type Judged,
  onlyProvider,
  type RunBy,
  rests,
  runBy,
  type TransportContext,
  transportPart,
  withoutServers,
} from './part.ts'
import { namesText, sessionQuestions } from './sessions.ts'
import type { ReverseFacts, TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface ReverseFindingFacts {
  ptr_missing: { host: string; address: string; record: string }
  ptr_mismatch: { host: string; address: string; name: string }
  greeting_invalid: { host: string; greeting: string } & RunBy
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
      meaning: f => `${f.address} has no reverse DNS name. If ${f.host} also sends mail, large receivers refuse it.`,
      advice: f => `Ask the provider of the address to publish: ${f.record} PTR ${f.host}`,
      clause: 'RFC 1912 section 2.1',
    },
    ptr_mismatch: {
      check: 'transport',
      points: 0,
      title: 'Forward and reverse DNS of a mail server differ',
      subject: f => f.address,
      meaning: f =>
        `The PTR of ${f.address} names ${f.name}, which does not resolve to ${f.address}. Receivers trust only forward-confirmed reverse DNS (FCrDNS).`,
      advice: f =>
        `Publish ${f.address} as an address of ${f.name}, or change the PTR record of ${f.address} to name ${f.host}.`,
      clause: 'RFC 1912 section 2.1',
    },
    greeting_invalid: {
      check: 'transport',
      points: 0,
      title: 'A mail server greets without a full host name',
      subject: f => f.host,
      meaning: f =>
        `${f.host} calls itself ${f.greeting}. Receivers treat a sender with such a HELO name as a spam bot.`,
      advice: f => onlyProvider(f) ?? `Set the host name of the server to ${f.host}, or to the name in its PTR record.`,
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
  // Only a provider can change the PTR records of its addresses, so a customer gets no advice about them.
  const own = value.reverse.filter(({ host }) => runBy(host, context).provider === undefined)
  const findings = [
    ...own.flatMap(facts => reverseFindings(facts, context)),
    ...value.sessions.flatMap(session => greetingFindings(session, context)),
  ]
  const details = [
    ...value.reverse.map(
      facts => `${facts.address} (${facts.host}): ${reverseWords(facts)}${runByWords(facts, context)}`,
    ),
    ...value.sessions.flatMap(({ host, greeting }) =>
      greeting === null ? [] : [`${host} greets as ${displayText(greeting, 100)}`],
    ),
  ]
  if (findings.length > 0) {
    const summary = 'Some mail servers have a wrong or missing name.'
    return { state: 'recommendation', summary, details, findings, questions }
  }
  if (value.reverse.length === 0) {
    return { state: 'unchecked', summary: 'We know no address of a mail server.', questions }
  }
  if (own.length === 0) {
    const providers = [...new Set(value.reverse.flatMap(({ host }) => runBy(host, context).provider ?? []))]
    const summary = `${listed(providers, 3)} runs the mail servers and sets their PTR records.`
    return { state: 'ok', summary, details, questions }
  }
  const open = own.filter(({ confirmed }) => confirmed === null).length
  if (open > 0) {
    const summary = `The reverse DNS lookup of ${counted(open, 'address', 'addresses')} failed.`
    return { state: 'unchecked', summary, details, questions }
  }
  const summary = 'Forward and reverse DNS match for every address (FCrDNS).'
  return { state: 'ok', summary, details, questions }
}

function runByWords({ host }: ReverseFacts, context: TransportContext): string {
  const { provider } = runBy(host, context)
  return provider === undefined ? '' : ` (run by ${provider})`
}

function reverseWords({ names, confirmed }: ReverseFacts): string {
  if (names === null) return 'lookup failed'
  if (names.length === 0) return 'no PTR'
  const forward =
    confirmed === null ? 'forward lookup failed' : confirmed ? 'forward-confirmed' : 'not forward-confirmed'
  return `${namesText(names)}, ${forward}`
}

function reverseFindings(facts: ReverseFacts, context: TransportContext): readonly Found<ReverseFindingFacts>[] {
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
  const facts = { host, greeting: displayText(greeting, 100) || 'nothing', ...runBy(host, context) }
  return [{ id: 'greeting_invalid', facts, evidence }]
}

/** A host name of at least two labels (RFC 5321 section 2.3.5), or an address literal. */
function isFullName(greeting: string): boolean {
  if (/^\[(?:IPv6:)?[0-9a-f:.]+\]$/i.test(greeting)) return true
  if (/(?:^|\.)(?:localhost|localdomain|local|lan|internal|invalid)\.?$/i.test(greeting)) return false
  return /^(?=.{4,254}$)(?:[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]\.?$/i.test(greeting)
}
