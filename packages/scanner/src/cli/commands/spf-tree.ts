import { brokenZoneOf, octetsOfText } from '@waxseal/core/dns'
import { presentSpfTree, spfTree, spfTreeOfRecord } from '@waxseal/core/spf'
import { invalidDomainMessage, normalizeName } from '../../domain-name.ts'
import type { Paint } from '../../paint.ts'
import { spfTreeText } from '../../spf-text.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'
import { bogusText } from '../dnssec.ts'

export const spfTreeCommand = command({
  name: 'spf.tree',
  summary: 'Show an SPF record, its includes and the DNS lookups that receivers count.',
  args: {
    domain: { kind: 'text', about: 'The domain whose SPF record to show.', positional: true },
    record: { kind: 'text', about: 'Use this record instead of the published one.' },
  },
  run: async (values, { withDns, signal }) => {
    const { domain, record } = values
    if (domain === undefined && record === undefined)
      throw new CommandError('usage', '"domain" or "record" is required')
    // A planned record without a domain: an `a` or `mx` without a name finds nothing, because its records do not exist.
    const name = domain === undefined ? 'planned.invalid' : normalizeName(domain)
    if (name === null || name === '.') throw new CommandError('domain', invalidDomainMessage)
    const { tree, broken } = await withDns(values, async dns => {
      const { confirming, resolver } = dns.session(signal)
      // What is typed has characters; a record of DNS has bytes, which the reply shows as characters again.
      if (record !== undefined)
        return { tree: await spfTreeOfRecord(resolver, name, octetsOfText(record)), broken: null }
      const tree = await spfTree(
        { query: (asked, type) => (type === 'TXT' ? confirming : resolver).query(asked, type) },
        name,
      )
      const { via } = await resolver.query(name, 'TXT')
      return { tree, broken: brokenZoneOf(name, via) }
    })
    if (tree.root.unchecked) throw new CommandError('dns', `${name}: ${tree.root.problem ?? 'lookup failed'}`)
    const reply = presentSpfTree(tree)
    const warning = broken === null ? null : `${bogusText(broken)} Receivers that validate DNSSEC return temperror.`
    const result = warning === null ? reply : { ...reply, warnings: [{ code: 'dnssec', message: warning }] }
    const text = (paint: Paint): string =>
      [...(warning === null ? [] : [paint(warning, 'red')]), ...spfTreeText(reply, paint), ''].join('\n')
    return { result, text, exitCode: 0 }
  },
})
