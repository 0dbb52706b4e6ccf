import type { Section } from '@waxseal/core/check'
import {
  type DmarcProblem,
  type DmarcRecord,
  type DmarcValue,
  elsewhereNotes,
  externalAddresses,
  isDmarcRecord,
  parseDmarc,
  policyOf,
  repairDmarc,
} from '@waxseal/core/dmarc'
import { brokenZoneOf } from '@waxseal/core/dns'
import { collectDmarc } from '../../checks/dmarc.ts'
import { invalidDomainMessage, normalizeName, organizationalDomain } from '../../domain-name.ts'
import type { Paint } from '../../paint.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'
import { bogusText } from '../dnssec.ts'

export const dmarcParse = command({
  name: 'dmarc.parse',
  summary: 'Explain a DMARC record without DNS lookups.',
  args: {
    record: { kind: 'text', about: 'The text of the record.', required: true, positional: true },
    domain: { kind: 'text', about: 'The domain that publishes the record. Report addresses outside it get a warning.' },
  },
  run: ({ record: text, domain }) => {
    const record = parseDmarc(text)
    const valid = record.errors.length === 0
    // Of a valid record too: a policy or a report address in it may be broken.
    const { causes, record: repaired } = repairDmarc(text)
    const result = {
      valid,
      policy: policyOf(record, 'domain'),
      subdomainPolicy: policyOf(record, 'subdomain'),
      np: record.np,
      psd: record.psd,
      t: record.t,
      pct: record.pct ?? 100,
      adkim: record.adkim,
      aspf: record.aspf,
      rua: record.rua.map(uri => ({ uri })),
      ruf: record.ruf.map(uri => ({ uri })),
      errors: record.errors,
      warnings: [...record.warnings, ...externalReports(record, domain)],
      // null: it has faults that no other text mends.
      ...(causes.length > 0 ? { repaired } : {}),
    }
    return Promise.resolve({
      result,
      text: paint =>
        lines(paint, [
          result.valid ? 'valid' : 'not valid',
          policyWords(result, policyOf(record, 'nonexistent')),
          ...(record.np === null ? [] : [`np=${record.np}`]),
          ...(record.psd === 'u' ? [] : [`psd=${record.psd}: ${psdWords[record.psd]}`]),
          ...(record.t ? ['t=y (test mode): receivers should apply the next milder policy'] : []),
          `alignment: DKIM ${record.adkim === 's' ? 'strict' : 'relaxed'}, SPF ${record.aspf === 's' ? 'strict' : 'relaxed'}`,
          ...record.rua.map(uri => `aggregate reports to ${uri}`),
          ...record.ruf.map(uri => `failure reports to ${uri}`),
          ...problems(result),
          ...(result.repaired == null ? [] : [`meant: ${result.repaired}`]),
        ]),
      exitCode: 0,
    })
  },
})

/** Without a policy receivers ignore the record, which is not the policy none. */
function policyWords(
  { policy, subdomainPolicy }: { policy: string | null; subdomainPolicy: string | null },
  nonexistent: string | null,
): string {
  if (policy === null || subdomainPolicy === null || nonexistent === null) return 'no policy applies'
  return `policy ${policy}, subdomains ${subdomainPolicy}, nonexistent subdomains ${nonexistent}`
}

const psdWords = { y: 'a public suffix', n: 'the organizational domain' } as const

export const dmarcLookup = command({
  name: 'dmarc.lookup',
  summary: 'Find the DMARC record that applies to a domain and check its external report addresses.',
  args: { domain: { kind: 'text', about: 'The domain that sends mail.', required: true, positional: true } },
  run: async (values, { withDns, signal }) => {
    const name = normalizeName(values.domain)
    if (name === null || name === '.') throw new CommandError('domain', invalidDomainMessage)
    const section = await withDns(values, dns =>
      collectDmarc({ ...dns.session(signal), name, organizationalDomain: organizationalDomain(name) }),
    )
    const value = section.ran ? section.value : null
    const record = value?.reading.record ?? null
    const result = {
      found: record !== null && isDmarcRecord(record.text),
      policy: value?.reading.policy ?? null,
      location: value?.reading.location ?? null,
      inherited: value?.reading.inherited ?? false,
      rua: record?.rua.map(uri => ({ uri })) ?? [],
      // Set when the query failed: a missing record then says nothing.
      lookupError: section.ran ? null : section.reason,
      externalDestinations: value?.external.map(({ domain, authorized }) => ({ domain, authorized })) ?? [],
      errors: [...(record?.errors ?? []), ...(value?.reading.multiple ? [severalRecords] : [])],
      warnings: [...brokenDnssec(section), ...(record?.warnings ?? []), ...elsewhereOf(value)],
    }
    return { result, text: paint => lookupText(paint, name, result, record), exitCode: section.ran ? 0 : 1 }
  },
})

const severalRecords: DmarcProblem = {
  code: 'several-records',
  message: 'one name has several DMARC records, so receivers use none of them',
}

/** The record that applies is read without validation: receivers that validate find none. */
function brokenDnssec(section: Section<DmarcValue>): DmarcProblem[] {
  const at = section.ran ? `_dmarc.${section.value.reading.location ?? ''}` : null
  const read = section.evidence.find(
    ({ kind, question }) => kind === 'dns' && question.name === at && question.type === 'TXT',
  )
  const broken = read?.kind === 'dns' ? brokenZoneOf(read.question.name, read.via) : null
  if (broken === null) return []
  return [{ code: 'dnssec', message: `${bogusText(broken)} Receivers that validate DNSSEC find no DMARC record.` }]
}

function elsewhereOf(value: DmarcValue | null): DmarcProblem[] {
  return value === null ? [] : elsewhereNotes(value).map(({ message }) => ({ code: 'elsewhere', message }))
}

interface Lookup {
  policy: string | null
  location: string | null
  inherited: boolean
  lookupError: string | null
  externalDestinations: readonly { domain: string; authorized: boolean | null }[]
  errors: readonly DmarcProblem[]
  warnings: readonly DmarcProblem[]
}

function lookupText(paint: Paint, name: string, result: Lookup, record: DmarcRecord | null): string {
  if (result.lookupError !== null) return lines(paint, [`${name}: could not check (${result.lookupError})`])
  if (record === null) return lines(paint, [`${name}: no DMARC record applies`, ...problems(result)])
  return lines(paint, [
    record.text,
    `at _dmarc.${result.location ?? name}${result.inherited ? ' (inherited)' : ''}`,
    result.policy === null ? `no policy applies to ${name}` : `policy for ${name}: ${result.policy}`,
    ...result.externalDestinations.map(
      ({ domain, authorized }) =>
        `reports to ${domain}: ${authorized === null ? 'could not check authorization' : authorized ? 'authorized' : 'not authorized'}`,
    ),
    ...(record.t ? ['t=y (test mode): receivers should apply the next milder policy'] : []),
    ...problems(result),
  ])
}

/** Report addresses outside the domain's organization, each with the record that its owner must publish. */
function externalReports(record: DmarcRecord, domain: string | undefined): DmarcProblem[] {
  if (domain === undefined) return []
  const name = normalizeName(domain)
  if (name === null) throw new CommandError('domain', invalidDomainMessage)
  // Without lookups the tree walk is not known: the Public Suffix List says which addresses are likely one's own.
  const isOwn = (domain: string) => organizationalDomain(domain) === organizationalDomain(name)
  return externalAddresses(record, name, isOwn).map(({ uri, name }) => ({
    code: 'external-destination',
    message: `reports to ${uri} need a TXT record "v=DMARC1" at ${name}`,
  }))
}

function problems(result: { errors: readonly DmarcProblem[]; warnings: readonly DmarcProblem[] }): string[] {
  return [
    ...result.errors.map(({ message }) => `error: ${message}`),
    ...result.warnings.map(({ message }) => `warning: ${message}`),
  ]
}

function lines(paint: Paint, texts: readonly string[]): string {
  return texts.map(text => `${paint(text)}\n`).join('')
}
