import type { Evidence } from '@waxseal/core/check'
import type { ThreatSource, ThreatTarget, ThreatValue } from '@waxseal/core/threat'
import { ownerOf } from './checks/address-owner.ts'
import { checkResolver } from './checks/check.ts'
import { onceEach } from './checks/threat.ts'
import type { DnsSession } from './scan-dns.ts'

/** An address or a domain of a message. */
export type ReputationSubject = { kind: 'address'; address: string } | { kind: 'domain'; name: string }

/**
 * Asks the sources of threats about addresses and domains, all at once. An address is first looked up: one that a provider
 * shares among its customers says little about this message. A source that fails has an opinion that says so. The evidence
 * of all answers is returned too, each piece once.
 */
export async function askReputation(
  subjects: readonly ReputationSubject[],
  { dns, sources, signal }: { dns: DnsSession; sources: readonly ThreatSource[]; signal: AbortSignal },
): Promise<ThreatValue & { evidence: readonly Evidence[] }> {
  const targets = await Promise.all(
    subjects.map(async (subject): Promise<ThreatTarget> => {
      if (subject.kind === 'domain') return subject
      const resolver = checkResolver({ ...dns, name: '', organizationalDomain: '' }, () => false)
      const found = { address: subject.address, host: null, from: 'mx' as const }
      return { ...subject, sharedBy: await ownerOf(resolver, found, new Map(), '') }
    }),
  )
  const answers = await Promise.all(
    sources.flatMap(source =>
      targets.filter(({ kind }) => source.targets.includes(kind)).map(target => source.ask(target, signal)),
    ),
  )
  return {
    sources: sources.map(({ name }) => name),
    opinions: answers.flatMap(({ opinions }) => opinions),
    reports: answers.flatMap(({ report }) => report ?? []),
    evidence: onceEach(answers.flatMap(({ evidence }) => evidence)),
  }
}
