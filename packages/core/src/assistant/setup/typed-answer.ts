import { type DnsRecordToPublish, recordsOfAction } from '../../check/index.ts'
import { defaultDmarcSettings, dmarcRecordOf } from '../../dmarc/index.ts'
import { dnsHosts } from '../../providers/index.ts'
import { type Answer, heading, list, paragraph, published, record } from '../answer.ts'
import { dayOf } from '../explain-finding.ts'
import type { ScanFacts } from '../facts.ts'
import type { Question } from '../question.ts'
import type { ConceptId } from '../texts/concepts.ts'
import { monthOf } from '../texts/index.ts'
import { readConcepts } from '../texts/read-concepts.ts'
import { type DnsTyping, dnsTyping } from './dns-typing.data.ts'

/** A record that people type into a form: its label below the domain, and the check whose findings spell it out. */
interface TypedRecord {
  concept: ConceptId
  title: string
  type: 'TXT' | 'MX'
  /** '': the domain itself. null: below a selector that the mail service names. */
  label: string | null
}

/** What to type, with the words of the question that it accounts for. */
export interface TypedAnswer {
  answer: Answer
  /** The DNS provider that the question names; null: none. */
  host: string | null
  /** The same without the value of the record. */
  typing: Answer
  covered: readonly string[]
}

const typedRecords: readonly TypedRecord[] = [
  { concept: 'dmarc', title: 'DMARC', type: 'TXT', label: '_dmarc' },
  { concept: 'tls-rpt', title: 'TLS-RPT', type: 'TXT', label: '_smtp._tls' },
  { concept: 'mta-sts', title: 'MTA-STS', type: 'TXT', label: '_mta-sts' },
  { concept: 'bimi', title: 'BIMI', type: 'TXT', label: 'default._bimi' },
  { concept: 'dkim', title: 'DKIM', type: 'TXT', label: null },
  { concept: 'null-mx', title: 'the null MX', type: 'MX', label: '' },
  { concept: 'spf', title: 'SPF', type: 'TXT', label: '' },
]

const also: readonly ConceptId[] = [
  'record',
  'dns',
  'publish',
  'make',
  'domain',
  'mail',
  'where',
  'address',
  'server',
  'hoster',
  'service',
  'helo',
  'receiver',
  'order',
  'web',
]

/**
 * "What do I type into host and value?", for a record of the question, at the DNS provider that it names. Null: it does not
 * ask for that.
 */
export function typedAnswer(question: Question, scan: ScanFacts | null): TypedAnswer | null {
  const read = readConcepts(question)
  const host = hostIn(question)
  const isThere =
    host !== null && (read.concepts.has('publish') || read.concepts.has('where')) && isPlaced(question, host)
  const isTyping = read.concepts.has('make') || isThere
  const wanted = typedRecords.find(({ concept }) => read.concepts.has(concept))
  if (!isTyping || wanted === undefined || (host === null && !asksForFields(question))) return null
  const accounted = read.accountedBy(new Set([...also, wanted.concept, 'spf', 'dkim', 'mx']))
  const own = new Set(host?.words ?? [])
  const left = new Set(
    question.words.filter((word, at) => accounted[at] !== true && !own.has(word) && !fieldWords.has(word)),
  )
  const typing = typingBlocks(wanted, host)
  return {
    answer: [...typing, ...valueBlocks(wanted, scan), ...sourceBlocks(host)],
    host: host?.name ?? null,
    typing: [...typing, ...sourceBlocks(host)],
    covered: [...new Set(question.words)].filter(word => !left.has(word)),
  }
}

const fieldWords: ReadonlySet<string> = new Set([
  'host',
  'value',
  'field',
  'fields',
  'name',
  'type',
  'content',
  'data',
  'target',
  'form',
  'panel',
  'box',
  'provider',
  'at',
  'get',
  'enter',
])

/** "At GoDaddy": there is the form. "SPF of IONOS" is about its mail. */
function isPlaced({ text }: Question, { words }: NamedHost): boolean {
  const name = words.join(' ')
  return ['at', 'in', 'on', 'with', 'at my', 'in my'].some(before => text.includes(` ${before} ${name} `))
}

/** The question speaks of the fields of a form. */
function asksForFields({ words }: Question): boolean {
  return words.includes('value') || words.includes('field') || words.includes('fields') || words.includes('host')
}

interface NamedHost {
  name: string
  words: readonly string[]
  /** null: its way of typing is not known. */
  typing: DnsTyping | null
}

function hostIn({ text }: Question): NamedHost | null {
  for (const typing of dnsTyping) {
    const phrase = typing.phrases.find(each => text.includes(` ${each} `))
    if (phrase !== undefined) return { name: typing.name, words: phrase.split(' '), typing }
  }
  for (const { name } of dnsHosts) {
    const phrase = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim()
    if (text.includes(` ${phrase} `)) return { name, words: phrase.split(' '), typing: null }
  }
  return null
}

function typingBlocks({ title, type, label }: TypedRecord, host: NamedHost | null): Answer {
  const at = host === null ? '' : ` at ${host.name}`
  const apex = host?.typing?.apex ?? '@, or nothing, as your provider wants it'
  const name =
    label === null
      ? 'the selector of your mail service, then ._domainkey, without your domain'
      : label === ''
        ? `${apex} (the domain itself)`
        : `${label}, without your domain${host === null || host.typing === null ? ', because most providers add it' : ''}`
  const unknown =
    host !== null && host.typing === null
      ? [
          `I have no source for the form of ${host.name}. Look at another record there: if its name ends in your domain, write the whole name.`,
        ]
      : []
  return [
    ...heading(2, `${title}: what to type${at}`),
    ...list([
      { lead: 'Type:', text: type },
      { lead: 'Host (or name):', text: `${name}.` },
      {
        lead: 'Value:',
        text:
          label === null
            ? 'what the mail service gives you. It can be a CNAME record instead.'
            : 'the text below, in one line, without quotation marks unless the form asks for them.',
      },
      { lead: 'TTL:', text: '3600, or the default.' },
    ]),
    ...list([
      ...(host?.typing?.notes ?? []),
      ...unknown,
      'With the whole name in the host field, the record can end up below a doubled name. Scan again afterwards: the report shows that.',
    ]),
  ]
}

/** The value: the record of a finding, or the published one, or for DMARC the first record of the builder. */
function valueBlocks({ title, label, type, concept }: TypedRecord, scan: ScanFacts | null): Answer {
  if (label === null) return []
  if (scan === null)
    return paragraph(`For the value, name the domain, or use the tools: they make the ${title} record.`)
  const owner = label === '' ? scan.domain : `${label}.${scan.domain}`
  const isIt = (made: DnsRecordToPublish) =>
    made.name === owner && made.type === type && (concept !== 'spf' || made.value.toLowerCase().startsWith('v=spf1'))
  const made = scan.findings.flatMap(({ action }) => recordsOfAction(action)).find(isIt)
  if (made !== undefined) return [...paragraph(`The record for ${scan.domain}, from its last scan:`), ...record(made)]
  const seen = scan.records.filter(each => each.name === owner && each.kind === concept)
  if (seen.length > 0) {
    return [
      ...paragraph(`${scan.domain} has one already (${dayOf(scan.at)}). Change this one instead of adding another:`),
      ...seen.slice(0, 2).flatMap(published),
    ]
  }
  if (concept === 'dmarc' && scan.sections.dmarc.state !== 'unchecked') return firstDmarc(scan.domain)
  if (concept === 'dmarc') {
    return [
      ...paragraph(`The scan could not check DMARC of ${scan.domain}. If there is no record yet, begin with this one:`),
      ...firstDmarc(scan.domain).slice(1),
    ]
  }
  return paragraph(
    `The tools make the ${title} record of ${scan.domain}: the scan of ${dayOf(scan.at)} does not show which one it needs.`,
  )
}

function firstDmarc(domain: string): Answer {
  const value = dmarcRecordOf({ ...defaultDmarcSettings, rua_email: `dmarc@${domain}` })
  return [
    ...paragraph('A first record that only monitors:'),
    ...record({ name: `_dmarc.${domain}`, type: 'TXT', value }),
    ...paragraph(`Create the mailbox dmarc@${domain} for the reports, or name another address of the domain.`),
  ]
}

function sourceBlocks(host: NamedHost | null): Answer {
  return host?.typing
    ? paragraph(`Source: ${host.typing.source}. Read in ${monthOf(host.typing.checked)}.`, 'quiet')
    : []
}
