import type { Gap } from '@waxseal/core/check'
import { type SenderCertificate, senderCertificates, unseenCertificates } from '@waxseal/core/transport'
import { type CheckResolver, checkResolver } from './check.ts'
import { mailHosts } from './mail-hosts.ts'
import { hostsOf, type TransportCheckContext } from './transport.ts'
import { daneOf } from './transport-dns.ts'
import { mtaStsOf } from './transport-policy.ts'
import { offersOf } from './transport-sessions.ts'

/** What a look at certificates saw, and what it could not ask or see. */
export interface SeenCertificates {
  seen: readonly SenderCertificate[]
  /** Mail hosts whose certificate it could not see. */
  unseen: readonly string[]
  gaps: readonly Pick<Gap, 'question'>[]
}

/**
 * The certificates of a domain that senders check, as its servers show them now: the part of a scan that monitoring makes
 * by itself each day. It asks for the MTA-STS policy, the MX hosts and their TLSA records, and nothing else.
 *
 * @param context with a `relay` that tries no envelope
 */
export async function lookAtCertificates(context: TransportCheckContext): Promise<SeenCertificates> {
  const { name } = context
  const dns = checkResolver(context, (_, type) => type === 'MX' || type === 'TXT')
  const [{ hosts, dane, sessions }, mtaSts] = await Promise.all([mailServers(dns, context), mtaStsOf(dns, context)])
  const value = { hosts, dane, sessions, mtaSts: mtaSts.facts }
  const gaps = [...dns.gaps(), ...mtaSts.gaps]
  return { seen: senderCertificates(value, name), unseen: unseenCertificates(value), gaps }
}

async function mailServers(dns: CheckResolver, context: TransportCheckContext) {
  const found = await mailHosts(dns, context.name)
  const known = found.kind === 'failed' ? [] : hostsOf(found, context.name)
  const [{ sessions }, dane] = await Promise.all([offersOf(context, found, known), daneOf(dns, known)])
  return { hosts: known.map(({ host }) => host), dane, sessions }
}
