import { presentSpfTree, spfTree, spfTreeOfRecord } from '@waxseal/core/spf'
import { invalidDomainMessage, normalizeName } from '../../domain-name.ts'
import { spfTreeText } from '../../spf-text.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

export const spfTreeCommand = command({
  name: 'spf.tree',
  summary: 'An SPF record with everything it includes, and the lookups a receiver counts.',
  args: {
    domain: { kind: 'text', about: 'The domain whose record is read.', positional: true },
    record: { kind: 'text', about: 'The text of a record that is planned, instead of the published one.' },
  },
  run: async (values, { withDns, signal }) => {
    const { domain, record } = values
    if (domain === undefined && record === undefined) throw new CommandError('usage', '"domain" or "record" is needed')
    // A planned record without a domain: an `a` or `mx` without a name finds nothing, because its records do not exist.
    const name = domain === undefined ? 'planned.invalid' : normalizeName(domain)
    if (name === null || name === '.') throw new CommandError('domain', invalidDomainMessage)
    const tree = await withDns(values, dns => {
      const { confirming, resolver } = dns.session(signal)
      return record === undefined
        ? spfTree({ query: (name, type) => (type === 'TXT' ? confirming : resolver).query(name, type) }, name)
        : spfTreeOfRecord(resolver, name, record)
    })
    if (tree.root.unchecked) throw new CommandError('dns', `${name}: ${tree.root.problem ?? 'could not be asked'}`)
    const reply = presentSpfTree(tree)
    return { result: reply, text: paint => `${spfTreeText(reply, paint).join('\n')}\n`, exitCode: 0 }
  },
})
