import type { Section } from '@waxseal/core/check'
import type { MxHost, MxValue } from '@waxseal/core/mx'
import { checkResolver, collected, type DnsContext } from './check.ts'
import { addressesMax, hostsMax, type MailHosts, mailHosts } from './mail-hosts.ts'

/** The mail exchangers and their addresses; without an MX, the addresses that receive mail. */
export async function collectMx(context: DnsContext): Promise<Section<MxValue>> {
  const dns = checkResolver(context, (_, type) => type === 'MX')
  const found = await mailHosts(dns, context.name)
  if (found.kind === 'failed') return { ran: false, reason: found.answer.reason, evidence: dns.evidence() }
  if (found.kind === 'implicit') return collected<MxValue>({ hosts: [], implicit: found.addresses }, dns)
  return collected<MxValue>({ hosts: found.hosts.map(shortened), implicit: null }, dns, notesOn(found))
}

function shortened(host: MxHost): MxHost {
  return { ...host, addresses: host.addresses.slice(0, addressesMax) }
}

function notesOn({ hosts, total }: Extract<MailHosts, { kind: 'mx' }>): string[] {
  const cut = hosts.filter(host => host.state === 'cut').length + total - hosts.length
  const many = hosts.filter(host => host.addresses.length > addressesMax)
  return [
    ...(cut > 0
      ? [
          `The ${hostsMax} most preferred of ${total.toLocaleString('en')} mail exchangers were looked up. ${cut.toLocaleString('en')} ${cut === 1 ? 'was' : 'were'} not.`,
        ]
      : []),
    ...many.map(
      ({ host, addresses }) => `${host} has ${addresses.length} addresses. Only the first ${addressesMax} are checked.`,
    ),
  ]
}
