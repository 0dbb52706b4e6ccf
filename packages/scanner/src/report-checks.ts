import type { ScanReply } from '@waxseal/core/health'
import { columns, type Paint } from './paint.ts'

type Contents = (reply: ScanReply, paint: Paint) => string[]

/** The content of the text report for DKIM, blocklists, threat intelligence, open relay and transport. */
export const checkContents: Record<'dkim' | 'blacklist' | 'threat' | 'relay' | 'transport', Contents> = {
  dkim: ({ results: { dns, dkim } }, paint) => {
    if (dkim === null) return []
    const keys = dns.dkim_records.map(({ selector, provider, key_type, key_bits, state }) => [
      selector,
      `${key_type}${key_bits === null ? '' : ` ${key_bits}`}`,
      state,
      provider ?? '',
    ])
    const none = {
      found: '',
      'none-sure': 'none: nothing exists below _domainkey',
      'none-unsure': `none among the ${dkim.tried} selectors tried`,
      unchecked: `none among the selectors that answered; ${dkim.unanswered.length} of ${dkim.tried} did not`,
    }[dkim.state]
    return [
      ...columns(paint, keys),
      ...(none === '' ? [] : [none]),
      ...(dkim.missing.length === 0
        ? []
        : [`no key at ${paint(dkim.missing.join(', '))}, added or found by an earlier scan`]),
      ...dkim.unguessable.map(
        name => `${paint(name)} gives every customer selectors of its own, which cannot be guessed`,
      ),
      ...(dkim.wildcard === null ? [] : ['a wildcard answers for every selector; it does not count']),
      ...dkim.dangling.map(
        ({ hostname, cnames }) => `${paint(hostname)} leads to ${paint(cnames.at(-1) ?? '')}: no key`,
      ),
    ]
  },

  blacklist: ({ results, basis }, paint) => {
    const rows = results.blacklist.blacklists.flatMap(({ name, status, listings, reason, trouble }) => {
      if (status === 'listed') return [[name, `listed: ${listings.map(({ subject }) => subject).join(', ')}`]]
      return status === 'error' && trouble !== 'not-applicable' ? [[name, `could not check: ${reason ?? ''}`]] : []
    })
    return [listedWords(results.blacklist, basis.unchecked.includes('blacklist')), ...columns(paint, rows)]
  },

  threat: ({ results: { threat_intelligence: threat } }, paint) => {
    if (threat.error !== null) {
      return [
        {
          rate_limit_exceeded: 'could not check: daily limit reached',
          not_configured: 'not asked: no source is set up',
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

  relay: ({ results: { relay } }, paint) => (relay?.test_details ?? []).map(line => paint(line)),

  transport: ({ results: { transport }, findings }, paint) => {
    const rows = (transport?.parts ?? []).flatMap(({ title, state, summary, findings: own }) => {
      const reasons = findings.flatMap(({ id, reason }) =>
        own.includes(id) && `${reason}.` !== summary ? [reason] : [],
      )
      return [[title, stateWords[state], summary], ...reasons.map(reason => ['', '', reason])]
    })
    return columns(paint, rows)
  },
}

/** How many lists there are and how many list the domain; `few`: too few gave a verdict to call it clean. */
function listedWords(blacklist: ScanReply['results']['blacklist'], few: boolean): string {
  const { success, listed_count: listed, total_checked: total, blacklists } = blacklist
  if (!success) {
    const nothing = blacklists.length > 0 && blacklists.every(({ trouble }) => trouble === 'not-applicable')
    return nothing ? 'not applicable: there is nothing to ask about' : 'could not check: no list gave a verdict'
  }
  if (listed === 0 && few) return 'could not check: most lists gave no verdict, and none of the others lists anything'
  return `listed on ${listed} of ${total}`
}

const stateWords = {
  ok: 'in order',
  recommendation: 'recommended',
  'not-applicable': 'not applicable',
  unchecked: 'could not check',
} as const
