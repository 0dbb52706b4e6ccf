import type { ScanFacts } from '../facts.ts'
import { type Attribute, known, unknown, type Value, type ValueRead } from './attribute.ts'

const ofDmarc =
  (read: (dmarc: NonNullable<ScanFacts['details']['dmarc']>) => Value) =>
  (scan: ScanFacts): ValueRead => {
    const { dmarc } = scan.details
    if (dmarc === null) return unknown(scan.sections.dmarc.reason ?? 'the lookup of its DMARC record failed')
    return known(read(dmarc))
  }

const modes = { r: 'relaxed', s: 'strict' } as const
const effects: Readonly<Record<string, string>> = {
  none: 'none (it only monitors: receivers deliver mail that fails)',
  quarantine: 'quarantine (receivers put mail that fails into the spam folder)',
  reject: 'reject (receivers refuse mail that fails)',
}

export const dmarcAttributes = [
  {
    id: 'dmarc-record',
    name: 'DMARC record',
    asks: ['dmarc'],
    also: 'record exist txt secure dns broken issue',
    term: 'dmarc',
    record: 'dmarc',
    read: ofDmarc(({ record, policy }) => (policy === null ? null : record)),
    say: () => 'published',
  },
  {
    id: 'dmarc-policy',
    name: 'DMARC policy',
    asks: [
      'policy',
      'dmarc policy',
      'monitorsonly',
      'dmarc stricter',
      'stricter policy',
      'policies',
      'dmarc policies',
      'monitor policies',
    ],
    also: 'dmarc record exist monitor stricter hosts domain secure',
    takes: ['policies'],
    term: 'dmarc',
    record: 'dmarc',
    read: ofDmarc(({ policy }) => policy),
    say: value => effects[String(value)] ?? String(value),
    meets: (value, { policies, concepts }) =>
      policies.length > 0 ? policies.includes(value as 'none') : concepts.has('monitorsonly') ? value === 'none' : null,
  },
  {
    id: 'dmarc-subdomains',
    name: 'DMARC policy for subdomains',
    asks: ['subdomain', 'subdomain policy', 'dmarc subdomain'],
    also: 'policy dmarc record exist length worse domain txt include dns',
    takes: ['policies'],
    term: 'dmarc',
    record: 'dmarc',
    read: ofDmarc(({ sp, policy }) => sp ?? policy),
    say: value => effects[String(value)] ?? String(value),
    meets: (value, { policies }) => (policies.length === 0 ? null : policies.includes(value as 'none')),
    holds: (scan, { concepts, text }) => {
      const { dmarc } = scan.details
      if (!(concepts.has('worse') || / weaker | looser /.test(text))) return null
      if (dmarc === null) return { holds: null, why: 'its DMARC record could not be read' }
      const ranks = ['none', 'quarantine', 'reject']
      const [own, below] = [ranks.indexOf(dmarc.policy ?? ''), ranks.indexOf(dmarc.sp ?? dmarc.policy ?? '')]
      return {
        holds: below < own,
        why: `${scan.domain} has p=${dmarc.policy ?? 'no policy'}, and for subdomains ${dmarc.sp ?? dmarc.policy ?? 'no policy'}.`,
      }
    },
  },
  {
    id: 'dmarc-np',
    name: 'DMARC policy for subdomains that do not exist',
    asks: ['np', 'np policy', 'dmarc np'],
    also: 'policy dmarc record exist subdomain domain',
    takes: ['policies'],
    term: 'dmarc',
    record: 'dmarc',
    read: ofDmarc(({ np, sp, policy }) => np ?? sp ?? policy),
    say: value => effects[String(value)] ?? String(value),
    meets: (value, { policies }) => (policies.length === 0 ? null : policies.includes(value as 'none')),
  },
  {
    id: 'dmarc-pct',
    name: 'pct of the DMARC record',
    none: 'no pct tag, so the policy is for all mail (100)',
    asks: ['pct'],
    also: 'dmarc record policy exist',
    takes: ['numbers'],
    term: null,
    record: 'dmarc',
    read: ofDmarc(({ pct }) => pct),
    say: value => `${String(value)}: receivers that still read it apply the policy to ${String(value)}% of the mail`,
  },
  {
    id: 'dmarc-testing',
    name: 'test mode of the DMARC policy',
    none: 'no test mode in its DMARC record',
    asks: ['test', 'dmarc test'],
    also: 'policy dmarc record exist',
    term: null,
    record: 'dmarc',
    read: ofDmarc(({ isTesting, pct }) => isTesting || (pct !== null && pct < 100)),
  },
  {
    id: 'dmarc-rua',
    name: 'address for DMARC reports (rua)',
    asks: ['rua', 'dmarc rua', 'who rua', 'where rua', 'where rua goto'],
    also: 'dmarc record address receive exist goto domain without nobody issue send move report',
    takes: ['names'],
    term: null,
    record: 'dmarc',
    read: ofDmarc(({ rua }) => rua.map(uri => uri.replace(/^mailto:/i, ''))),
  },
  {
    id: 'dmarc-ruf',
    name: 'address for failure reports (ruf)',
    asks: ['ruf', 'dmarc ruf'],
    also: 'dmarc record address receive exist goto rua',
    term: null,
    record: 'dmarc',
    read: ofDmarc(({ ruf }) => ruf.map(uri => uri.replace(/^mailto:/i, ''))),
  },
  {
    id: 'dmarc-alignment',
    name: 'alignment of the DMARC record',
    asks: ['align', 'dmarc align'],
    also: 'dmarc record spf dkim exist policy',
    term: null,
    record: 'dmarc',
    read: ofDmarc(({ record, adkim, aspf }) =>
      record === null
        ? null
        : adkim === aspf
          ? `${modes[adkim]} for DKIM and SPF`
          : `${modes[adkim]} for DKIM, ${modes[aspf]} for SPF`,
    ),
    saysCondition: ({ text }) => / (strict|relaxed) /.exec(text)?.[1] ?? null,
    meets: (value, { text }) => {
      const wanted = / strict /.test(text) ? 'strict' : / relaxed /.test(text) ? 'relaxed' : null
      return wanted === null ? null : String(value).includes(wanted)
    },
  },
] as const satisfies readonly Attribute[]
