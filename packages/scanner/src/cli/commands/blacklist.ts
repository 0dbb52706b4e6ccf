import { applicableLists, type BlacklistRow, type BlacklistValue, blocklists } from '@waxseal/core/blacklist'
import { parseAddress } from '@waxseal/core/dns'
import { canonicalTier, plans } from '@waxseal/core/plan'
import { checkAddress, collectBlacklist } from '../../checks/blacklist.ts'
import { normalizeDomain, organizationalDomain } from '../../domain-name.ts'
import { columns, type Paint, type Style } from '../../paint.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

/** Many checks in a row should wait for an operator's rate instead of skipping its lists. */
const patienceMs = 300_000

/** The number of lists of the lowest plan. */
const starters = plans.free.blocklists

export const blacklistListsCommand = command({
  name: 'blacklist.lists',
  summary: 'List the blocklists, the most important first.',
  args: {},
  run: async () => {
    const lists = blocklists.map(({ id, name, zone, kind, operator, licence }, at) => {
      return { id, name, zone, kind, starter: at < starters, operator, licence }
    })
    const rows = lists.map(({ id, name, zone, kind, starter }) => [id, name, zone, kind, starter ? 'starter' : ''])
    return {
      result: { lists },
      text: paint => `${columns(paint, rows, ['bold', null, 'dim', null, 'green']).join('\n')}\n`,
      exitCode: 0,
    }
  },
})

export const blacklistCheckCommand = command({
  name: 'blacklist.check',
  summary: 'Check an IP address, or a domain and its mail servers, against blocklists.',
  args: {
    domain: { kind: 'text', about: 'The domain or IP address.', positional: true },
    ip: { kind: 'text', about: 'The IP address.' },
    tier: {
      kind: 'text',
      value: 'PLAN',
      about: 'Query the lists of this plan: free (10 lists), pro or business (all lists, default).',
    },
  },
  run: async (values, context) => {
    const { domain, ip } = values
    if ((domain === undefined) === (ip === undefined)) {
      throw new CommandError('usage', 'either "domain" or "ip" is required')
    }
    const tier = canonicalTier(values.tier ?? 'business')
    if (tier === null) throw new CommandError('usage', '"tier" must be one of free, pro, business')
    const subject = (ip ?? domain ?? '').trim()
    const isAddress = parseAddress(subject) !== null
    if (ip !== undefined && !isAddress) throw new CommandError('usage', `"${ip.slice(0, 60)}" is not an IP address`)
    const name = isAddress ? null : normalizeDomain(subject)
    if (name !== null && !name.ok) throw new CommandError(name.code, name.message)
    const { signal } = context
    const value = await context.withDns(values, async dns => {
      const session = dns.session(signal, undefined, { patienceMs })
      if (name === null) return checkAddress(session.blocklists, tier, subject)
      const { ascii } = name
      const organizational = organizationalDomain(ascii)
      const section = await collectBlacklist({
        ...session,
        name: ascii,
        organizationalDomain: organizational,
        tier,
        signal,
      })
      if (!section.ran) throw new CommandError('dns', `${ascii}: lookup failed (${section.reason})`)
      return section.value
    })
    return {
      result: resultOf(value),
      text: paint => `${textOf(subject, value, paint).join('\n')}\n`,
      exitCode: value.success ? 0 : 1,
    }
  },
})

function resultOf(value: BlacklistValue) {
  return {
    success: value.success,
    listed_count: value.listedCount,
    total_checked: applicableLists(value).length,
    blacklists: value.rows.map(row => ({
      name: row.name,
      status: row.status,
      id: row.list,
      zone: row.zone,
      listings: row.listings,
      reason: row.reason,
      advice: row.advice,
      delisting: row.delisting,
    })),
    addresses: value.addresses,
    not_asked: value.notAsked,
  }
}

const shown: Record<BlacklistRow['status'], { at: number; style: Style }> = {
  listed: { at: 0, style: 'red' },
  clean: { at: 1, style: 'green' },
  error: { at: 2, style: 'yellow' },
}

/** Listed first, then clean, then without a verdict. */
function textOf(subject: string, value: BlacklistValue, paint: Paint): string[] {
  const rows = value.rows.toSorted((one, other) => shown[one.status].at - shown[other.status].at)
  const width = Math.max(0, ...rows.map(({ name }) => name.length))
  const total = applicableLists(value).length
  const verdict = value.success ? `${value.listedCount} of ${total} lists` : `none of ${total} lists gave a result`
  return [
    `${paint(subject, 'bold')}  ${paint(verdict, value.success && value.listedCount === 0 ? 'green' : 'red')}`,
    ...value.addresses.map(({ address, host, owner }) =>
      paint(
        `looked up ${address}${host === null ? ' from SPF' : ` of ${host}`}${owner === null ? '' : `, shared by ${owner}`}`,
        'dim',
      ),
    ),
    ...rows.map(row => {
      const { style } = shown[row.status]
      return `${paint(row.status.padEnd(6), style)}  ${paint(row.name.padEnd(width))}  ${paint(detailOf(row), 'dim')}`.trimEnd()
    }),
  ]
}

function detailOf({ listings, reason, advice, delisting, status }: BlacklistRow): string {
  if (reason !== null) return advice === null ? reason : `${reason} ${advice}`
  const words = listings.map(({ subject, labels, note }) => {
    return `${subject} ${labels.join(', ')}${note ? ' (note only: this server only receives mail)' : ''}`
  })
  return [...words, ...(status === 'listed' && delisting !== null ? [delisting] : [])].join('; ')
}
