import { type CheckId, listed, notAskedOfVisitors, states } from '@waxseal/core/check'
import type { RecordType } from '@waxseal/core/dns'
import { inSentence, type ScanReply, uselessKeys } from '@waxseal/core/health'
import type { MxHost } from '@waxseal/core/mx'
import { senderWords } from '@waxseal/core/transport'
import { serverStateWords } from '@waxseal/core/zone'
import { columns, type Paint } from './paint.ts'
import { spfTreeText } from './spf-text.ts'

/** One check in the text report: its title, and what it found, line by line. */
interface CheckText {
  title: string
  lines: (reply: ScanReply, paint: Paint) => string[]
}

export const checkTexts: Readonly<Record<CheckId, CheckText>> = {
  dns: {
    title: 'DNS',
    lines: (reply, paint) => {
      const { a_records, aaaa_records, txt_records, delegation } = reply.results.dns
      const addresses = (type: 'A' | 'AAAA', records: readonly { ip: string }[]): string =>
        records.map(({ ip }) => ip).join(', ') || (isOpen(reply, 'dns', type) ? couldNot : '-')
      return columns(paint, [
        ['A', addresses('A', a_records)],
        ['AAAA', addresses('AAAA', aaaa_records)],
        ...txt_records.map(text => ['TXT', shortened(text)]),
        ...(isOpen(reply, 'dns', 'TXT') ? [['TXT', couldNot]] : []),
        ...(delegation?.servers ?? []).map(server => ['NS', nameServerText(server)]),
      ])
    },
  },

  mx: {
    title: 'Mail exchangers',
    lines: (reply, paint) => {
      const { implicit, hosts } = reply.results.mx
      if (implicit !== null) {
        if (implicit.length > 0) return [`none (implicit MX: mail goes to ${paint(implicit.join(', '))})`]
        return [isOpen(reply, 'mx', 'A', 'AAAA') ? 'none (could not check the A and AAAA records)' : 'none']
      }
      const rows = hosts.map(({ preference, host, addresses, state }) => [
        String(preference).padStart(5),
        host,
        addresses.join(', ') || hostStates[state],
      ])
      return columns(paint, rows, ['dim'])
    },
  },

  spf: {
    title: 'SPF',
    lines: ({ results: { spf } }, paint) => [
      ...(spf?.records ?? []).map(record => paint(record)),
      ...(spf?.lookalikes ?? []).map(text => `similar to SPF, ignored by receivers: ${paint(shortened(text))}`),
      ...(spf?.elsewhere ?? []).map(
        ({ name, type, text }) => `published in the wrong place, ${type} ${paint(name)}: ${paint(shortened(text))}`,
      ),
      ...(spf?.records.length === 0 ? ['none'] : []),
      ...(spf?.tree ? spfTreeText(spf.tree, paint) : []),
    ],
  },

  dmarc: {
    title: 'DMARC',
    lines: ({ results: { dmarc } }, paint) => {
      if (!dmarc) return []
      const { reading, errors, warnings, elsewhere } = dmarc
      const problems = [
        ...errors.map(({ message }) => `error: ${paint(message)}`),
        ...warnings.map(({ message }) => `warning: ${paint(message)}`),
        ...elsewhere.map(({ message }) => paint(message)),
      ]
      if (reading.record === null || reading.location === null) {
        return [reading.multiple ? 'several records (receivers ignore all of them)' : 'none', ...problems]
      }
      const { t, pct } = reading.record
      const mode = t ? 't=y' : `pct=${pct ?? 100}`
      return [
        paint(reading.record.text),
        `at _dmarc.${paint(reading.location)}${reading.inherited ? ' (inherited)' : ''}, ` +
          (reading.policy === null ? 'no policy applies to this name' : `policy for this name: ${reading.policy}`) +
          (reading.testing ? `, in test mode (${mode})` : ''),
        ...problems,
        ...(dmarc.differs ? [`receivers that follow RFC 7489 apply: ${dmarc.rfc7489.policy ?? 'no policy'}`] : []),
        ...dmarc.external.map(
          ({ uri, authorized }) =>
            `reports to ${paint(uri)}: ${authorized === null ? 'could not check authorization' : authorized ? 'authorized' : 'not authorized'}`,
        ),
      ]
    },
  },

  dkim: {
    title: 'DKIM',
    lines: (reply, paint) => {
      const { dns, dkim } = reply.results
      if (dkim === null) return []
      const useless = uselessKeys(reply)
      const keys = dns.dkim_records.map(({ selector, provider, key_type, key_bits, state }) => [
        selector,
        `${key_type}${key_bits === null ? '' : ` ${key_bits}`}`,
        state,
        provider ?? '',
      ])
      const none = {
        found: '',
        'none-sure':
          dkim.sure_because === 'given'
            ? 'none (no added selector has a record)'
            : 'none (no name exists below _domainkey)',
        'none-unsure': useless === null ? `none found (${dkim.tried} selectors tried)` : uselessLines[useless],
        unchecked: `none found (could not check ${dkim.unanswered.length} of ${dkim.tried} selectors)`,
      }[dkim.state]
      const broken = dns.dkim_records.flatMap(({ hostname, errors, repaired }) => [
        ...errors.map(({ message }) => `${paint(hostname)}: ${paint(message)}`),
        ...(repaired === null ? [] : [`  publish: ${paint(repaired)}`]),
      ])
      return [
        ...columns(paint, keys),
        ...broken,
        ...(none === '' ? [] : [none]),
        ...(dkim.missing.length === 0
          ? []
          : [`no key at ${paint(dkim.missing.join(', '))} (added, or found by an earlier scan)`]),
        ...dkim.doubled.map(
          ({ selector, name }) => `the record of ${paint(selector)} is at the wrong name, ${paint(name)}`,
        ),
        ...(dkim.parent === null ? [] : parentLines(dkim.parent, paint)),
        ...(dkim.names_below === true ? ['other names exist below _domainkey, with unknown selectors'] : []),
        ...dkim.unguessable.map(
          name => `${paint(name)} uses different selectors for each customer (check yours with dkim lookup)`,
        ),
        ...(dkim.wildcard === null || useless === 'wildcard'
          ? []
          : ['a wildcard record answers for every selector (ignored)']),
        ...dkim.dangling.map(
          ({ hostname, cnames }) => `${paint(hostname)} is a CNAME to ${paint(cnames.at(-1) ?? '')}, which has no key`,
        ),
      ]
    },
  },

  blacklist: {
    title: 'Blocklists',
    lines: ({ results, basis }, paint) => {
      const rows = results.blacklist.blacklists
        .filter(({ status }) => status === 'listed')
        .map(({ name, listings }) => [name, `listed: ${listings.map(({ subject }) => subject).join(', ')}`])
      rows.push(...uncheckedLists(results.blacklist))
      return [listedWords(results.blacklist, basis.unchecked.includes('blacklist')), ...columns(paint, rows)]
    },
  },

  threat: {
    title: 'Threat intelligence',
    lines: ({ results: { threat_intelligence: threat } }, paint) => {
      if (threat.error !== null) {
        return [
          {
            rate_limit_exceeded: 'could not check: daily limit reached',
            not_configured: `${states.switchedOff.word.toLowerCase()} (use --threat to check it)`,
            unavailable: 'could not check: no source answered',
          }[threat.error],
        ]
      }
      return [
        threat.overall_verdict ?? 'could not check',
        ...threat.threat_indicators.map(line => paint(line)),
        ...(threat.note === null ? [] : [paint(threat.note, 'dim')]),
      ]
    },
  },

  relay: {
    title: 'Open relay',
    lines: ({ results: { relay } }, paint) =>
      relay?.state === 'off'
        ? [`${states.switchedOff.word.toLowerCase()} (use --relay to check it)`]
        : (relay?.test_details ?? []).map(line => paint(line)),
  },

  transport: {
    title: 'Transport',
    lines: ({ results: { transport }, findings }, paint) => {
      const rows = (transport?.parts ?? []).flatMap(({ title, state, summary, summary_of, findings: own }) => {
        const reasons = findings.flatMap(({ id, reason }) => (own.includes(id) && id !== summary_of ? [reason] : []))
        return [[title, stateWords[state], summary], ...reasons.map(reason => ['', '', reason])]
      })
      return [...senderLines(transport?.senders ?? null, paint), ...columns(paint, rows)]
    },
  },
}

type Senders = NonNullable<NonNullable<ScanReply['results']['transport']>['senders']>

/** What each kind of sender does with mail for each host, and for each address where these differ. */
function senderLines(senders: Senders | null, paint: Paint): string[] {
  if (senders === null) return []
  const cells = ({ opportunistic, mta_sts: mtaSts, dane }: Senders['rows'][number] | Address): string[] =>
    [opportunistic, mtaSts, dane].map(({ word }) => word)
  const rows = senders.rows.flatMap(row => [
    [row.host, ...cells(row)],
    ...row.addresses.map(each => [`  ${each.address}`, ...cells(each)]),
  ])
  const head = ['Sender', ...Object.values(senderWords)]
  return [...columns(paint, [head, ...rows]), ...(senders.note === null ? [] : [paint(senders.note, 'dim')]), '']
}

type Address = Senders['rows'][number]['addresses'][number]

/** Whether a query of the section about the domain itself failed. If so, nothing may be reported as missing. */
function isOpen({ domain_name, sections }: ScanReply, check: CheckId, ...types: RecordType[]): boolean {
  return sections[check].gaps.some(
    ({ question }) => question.name === domain_name && types.some(type => type === question.type),
  )
}

const couldNot = 'could not check'

const hostStates: Record<MxHost['state'], string> = {
  resolved: '',
  private: '',
  null: 'accepts no mail (null MX)',
  unresolvable: 'does not resolve',
  unchecked: couldNot,
  'ip-literal': 'an IP address instead of a host name',
  cut: 'not looked up',
}

/** A name server with its addresses, and its state where it does not simply answer. */
function nameServerText({ host, addresses, state, lame }: NameServer): string {
  const about = state === 'partly' ? `does not answer for the zone at ${lame.join(', ')}` : serverStateWords[state]
  return [host, addresses.join(', '), ...(state === 'answers' ? [] : [about])].filter(part => part !== '').join('  ')
}

type NameServer = NonNullable<ScanReply['results']['dns']['delegation']>['servers'][number]

/** The lists without a result, one row for each reason. */
function uncheckedLists({ blacklists }: ScanReply['results']['blacklist']): string[][] {
  const failed = blacklists.filter(({ status, trouble }) => status === 'error' && trouble !== 'not-applicable')
  const byReason = Map.groupBy(failed, ({ reason }) => reason ?? '')
  return [...byReason].map(([reason, lists]) => {
    const names = lists.map(({ name }) => name)
    return [listed(names, 1), `could not check: ${reason}`]
  })
}

/** How many lists there are and how many list the domain; `few`: too few gave a verdict to call it clean. */
function listedWords(blacklist: ScanReply['results']['blacklist'], few: boolean): string {
  const { success, listed_count: listed, total_checked: total, blacklists } = blacklist
  if (!success) {
    const nothing = blacklists.length > 0 && blacklists.every(({ trouble }) => trouble === 'not-applicable')
    return nothing ? 'not applicable (nothing to look up)' : 'could not check: no list gave a result'
  }
  if (listed === 0 && few) return 'could not check: most lists gave no result, the others list nothing'
  return `listed on ${listed} of ${total}`
}

const stateWords = {
  ok: states.ok.word,
  recommendation: 'recommended',
  'not-applicable': inSentence(states.notApplicable.word),
  unchecked: inSentence(states.couldNotCheck.word),
  off: inSentence(states.switchedOff.word),
  'not-for-visitors': inSentence(notAskedOfVisitors),
} as const

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}

const uselessLines = {
  revoked: 'every key found is revoked',
  broken: 'no key found works',
  wildcard: 'a wildcard record answers for every selector with one key, which receivers accept',
} as const

type DkimParent = NonNullable<NonNullable<ScanReply['results']['dkim']>['parent']>

/** What is known of the keys of the organizational domain. */
function parentLines({ domain, state, selectors }: DkimParent, paint: Paint): readonly string[] {
  if (state === 'found') return [`keys of ${paint(domain)}: ${paint(selectors.join(', '))}`]
  if (state === 'unlisted') return [`${paint(domain)} may have keys under unknown selectors`]
  return state === 'unchecked' ? [`keys of ${paint(domain)}: could not check`] : []
}
