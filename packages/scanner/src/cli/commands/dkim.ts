import {
  chooseRecord,
  type DkimProblem,
  type DkimRecord,
  type DkimValue,
  dkimKind,
  estimateBits,
  keyName,
  parseDkim,
  readSelector,
  readSelectorAnswer,
  strengthOfRecord,
} from '@waxseal/core/dkim'
import { displayText, type FailureReason, isNegative, normalName, type Resolver, textOf } from '@waxseal/core/dns'
import { collectDkim } from '../../checks/dkim.ts'
import { randomSelector } from '../../checks/dkim-survey.ts'
import { invalidDomainMessage, normalizeName, organizationalDomain } from '../../domain-name.ts'
import { columns, type Paint } from '../../paint.ts'
import type { DnsSession } from '../../scan-dns.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

/** A parsed record, for programs. */
interface Parsed {
  valid: boolean
  keyType: string | null
  bits: number | null
  bitsEstimate: number | null
  revoked: boolean
  testing: boolean
  errors: readonly Pick<DkimProblem, 'code' | 'message'>[]
  warnings: readonly Pick<DkimProblem, 'code' | 'message'>[]
  /** Of a record that only pasting broke: the record as it was meant. */
  repaired?: string
}

export const dkimParse = command({
  name: 'dkim.parse',
  summary: 'Explain a DKIM key record without DNS lookups.',
  args: { record: { kind: 'text', about: 'The text of the record.', required: true, positional: true } },
  run: ({ record: text }) => {
    const record = parseDkim(unquoted(text))
    const result = parsed(record)
    return Promise.resolve({ result, text: paint => lines(paint, describe(record, result)), exitCode: 0 })
  },
})

export const dkimLookup = command({
  name: 'dkim.lookup',
  summary: 'Look up the DKIM key of one selector.',
  args: {
    domain: { kind: 'text', about: 'The signing domain: d= of the signature.', required: true, positional: true },
    selector: { kind: 'text', about: 'The selector: s= of the signature.', required: true, positional: true },
  },
  run: async (values, { withDns, signal }) => {
    const domain = domainOf(values.domain)
    const selector = readSelector(values.selector)
    const hostname = selector === null ? null : keyName(selector, domain)
    if (selector === null || hostname === null) throw new CommandError('usage', '"selector" is not a valid selector')
    const looked = await withDns(values, dns => lookUp(dns.session(signal), { selector, hostname, domain }))
    const { record, behindWildcard, lookupError } = looked
    const own = parsed(record)
    const warnings = behindWildcard ? [...own.warnings, wildcardOnly] : own.warnings
    // When the query failed, a missing record says nothing about the name.
    const doubled = looked.doubled === null ? {} : { doubled: looked.doubled }
    const result = { found: record !== null, lookupError, ...own, warnings, ...doubled }
    const text = (paint: Paint): string => {
      if (lookupError !== null) return lines(paint, [`${hostname}: could not check (${lookupError})`])
      if (record === null) {
        return lines(paint, [
          `${hostname}: no DKIM key`,
          ...(looked.doubled === null
            ? []
            : [`The record is at ${looked.doubled}. Remove the second ${domain} from its name.`]),
        ])
      }
      return lines(paint, [displayText(record.text), ...describe(record, result)])
    }
    return { result, text, exitCode: lookupError === null ? 0 : 1 }
  },
})

export const dkimDiscover = command({
  name: 'dkim.discover',
  summary: 'Find the working DKIM keys of a domain by known selectors.',
  args: { domain: { kind: 'text', about: 'The domain that sends mail.', required: true, positional: true } },
  run: async (values, { withDns, signal }) => {
    const name = domainOf(values.domain)
    const section = await withDns(values, dns =>
      collectDkim({
        ...dns.session(signal),
        name,
        organizationalDomain: organizationalDomain(name),
        selectors: [],
      }),
    )
    if (!section.ran) throw new CommandError('dns', `${name}: could not check any selector (${section.reason})`)
    const { value } = section
    const working = value.keys.filter(({ state }) => state === 'working' || state === 'weak')
    const records = working.map(({ selector, provider, hostname, record }) => {
      return { selector, provider: provider?.name ?? null, hostname, full_record: record }
    })
    const unanswered = value.unanswered.map(({ selector, hostname, reason }) => ({ selector, hostname, reason }))
    return {
      result: { records, unanswered },
      text: paint => discovery(paint, name, value),
      exitCode: value.state === 'unchecked' ? 1 : 0,
    }
  },
})

interface LookedUp {
  /** null: there is no record, or the query failed. */
  record: DkimRecord | null
  behindWildcard: boolean
  lookupError: FailureReason | null
  /** Without a key: the name with the domain twice, if the key is there. */
  doubled: string | null
}

/**
 * Queries one key. Before it reports none, it asks the zone's own servers, and queries a random selector to detect a
 * wildcard.
 */
async function lookUp(
  { resolver, confirming }: DnsSession,
  { selector, hostname, domain }: { selector: string; hostname: string; domain: string },
): Promise<LookedUp> {
  const guardSelector = randomSelector()
  const [answer, guard] = await Promise.all([
    confirming.query(hostname, 'TXT'),
    resolver.query(guardSelector + hostname.slice(selector.length), 'TXT'),
  ])
  if (answer.kind === 'failed')
    return { record: null, behindWildcard: false, lookupError: answer.reason, doubled: null }
  const record = answer.kind === 'records' ? chooseRecord(answer.records.map(textOf)) : null
  const wildcard = guard.kind === 'failed' ? null : { selector: guardSelector, answer: guard }
  const reading = readSelectorAnswer({ selector, hostname, source: 'given' }, answer, wildcard)
  const behindWildcard = record !== null && reading.kind === 'absent'
  const doubled = record === null && isNegative(guard) ? await doubledName(resolver, hostname, domain) : null
  return { record, behindWildcard, lookupError: null, doubled }
}

/** The name that panels make which add the domain to a whole name; null when there is no key. */
async function doubledName(resolver: Resolver, hostname: string, domain: string): Promise<string | null> {
  const doubled = normalName(`${hostname}.${domain}`)
  if (doubled === null) return null
  const answer = await resolver.query(doubled, 'TXT')
  return answer.kind === 'records' && chooseRecord(answer.records.map(textOf)) !== null ? doubled : null
}

const wildcardOnly: DkimProblem = {
  code: 'wildcard',
  message: 'a wildcard record below _domainkey gives this answer for every selector',
}

function domainOf(text: string): string {
  const name = normalizeName(text)
  if (name === null || name === '.') throw new CommandError('domain', invalidDomainMessage)
  return name
}

function parsed(record: DkimRecord | null): Parsed {
  const key = record?.publicKey ?? ''
  return {
    valid: record !== null && record.errors.length === 0,
    keyType: record === null ? null : displayText(meant(record).keyType, 20),
    bits: record?.key?.bits ?? null,
    bitsEstimate: key === '' ? null : estimateBits(key),
    revoked: record?.revoked ?? false,
    testing: record?.testing ?? false,
    errors: (record?.errors ?? []).map(problem),
    warnings: (record?.warnings ?? []).map(problem),
    ...(record?.repaired ? { repaired: record.repaired } : {}),
  }
}

/** The record whose key is measured: the repaired one, if pasting broke it. */
function meant(record: DkimRecord): DkimRecord {
  return record.repaired === null ? record : (parseDkim(record.repaired) ?? record)
}

function problem({ code, message }: DkimProblem): Pick<DkimProblem, 'code' | 'message'> {
  return { code, message }
}

/** A record in the form of zone files and `dig`: quoted strings, one after the other. */
function unquoted(text: string): string {
  const trimmed = text.trim()
  const strings = [...trimmed.matchAll(/"((?:[^"\\]|\\.)*)"\s*/gy)]
  const length = strings.reduce((sum, [whole]) => sum + whole.length, 0)
  if (strings.length === 0 || length < trimmed.length) return text
  return strings.map(([, string = '']) => string.replace(/\\(.)/g, '$1')).join('')
}

function describe(
  record: DkimRecord,
  { errors, warnings, repaired }: Pick<Parsed, 'errors' | 'warnings' | 'repaired'>,
): string[] {
  const { keyType, key } = meant(record)
  // The length of a text that is no key says nothing about a key.
  const strength = key === null && errors.length > 0 ? null : strengthOfRecord(meant(record))
  const size = strength === null ? 'no key' : strength.bits === 0 ? '' : `${strength.bits} bits`
  const words = [displayText(keyType, 20), size, strength?.words ?? '', record.testing ? 'testing' : '']
  return [
    dkimKind(record.text) === 'other' ? 'not a DKIM key record' : errors.length === 0 ? 'valid' : 'not valid',
    words.filter(word => word !== '').join(', '),
    ...errors.map(({ message }) => `error: ${message}`),
    ...(repaired === undefined ? [] : [`publish: ${displayText(repaired)}`]),
    ...warnings.map(({ message }) => `warning: ${message}`),
  ]
}

function discovery(paint: Paint, name: string, value: DkimValue): string {
  const working = value.keys.filter(({ state }) => state === 'working' || state === 'weak')
  const found = columns(
    paint,
    working.map(key => [
      key.hostname,
      key.keyBits === null ? key.keyType : `${key.keyType} ${key.keyBits}`,
      key.provider?.name ?? '',
    ]),
  )
  const others = value.keys.filter(key => !working.includes(key))
  const notes = [
    ...(working.length > 0 ? [] : [summary(name, value)]),
    ...others.map(({ hostname, state, errors }) => `${hostname}: ${state}${reasons(errors)}`),
    ...value.unanswered.slice(0, 12).map(({ hostname, reason }) => `${hostname}: could not check (${reason})`),
    ...(value.wildcard === null ? [] : ['A wildcard record answers for every other selector.']),
  ]
  return [...found.map(line => `${line}\n`), lines(paint, notes)].join('')
}

function reasons(errors: readonly DkimProblem[]): string {
  return errors.length === 0 ? '' : ` (${errors.map(({ message }) => message).join('; ')})`
}

function summary(name: string, { state, tried }: DkimValue): string {
  if (state === 'none-sure') return `DKIM is not set up. No name exists below _domainkey.${name}.`
  if (state === 'unchecked') return `No DKIM keys found. Some of ${tried} selectors could not be checked.`
  return `No DKIM keys found under ${tried} known selectors.`
}

function lines(paint: Paint, texts: readonly string[]): string {
  return texts.map(text => `${paint(text)}\n`).join('')
}
