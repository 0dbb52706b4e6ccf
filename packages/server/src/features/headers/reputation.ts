import { isPublicAddress } from '@waxseal/core/dns'
import { type HeaderAnalysis, type HeaderFinding, type HeaderLine, reputationFindings } from '@waxseal/core/headers'
import { isAnswered, opinionsAbout, presentReputation, type ReputationReply, threatVerdict } from '@waxseal/core/threat'
import { normalizeDomain } from '@waxseal/scanner'
import type { Deps } from '../../deps.ts'
import { threatLimit } from '../usage/limits.ts'
import { dayOf } from '../usage/period.ts'
import { countUp, giveBack } from '../usage/store.ts'
import type { Actor } from '../workspaces/actor.ts'

/** Of a message with more domains, the first ones are asked about. */
const mostDomains = 4

interface Subject {
  name: string
  kind: 'address' | 'domain'
  /** The line that names it. */
  at: HeaderLine
}

/**
 * The reputation of the sending address and of the domains of a message, and the findings about it. An analysis takes one
 * of the day's threat lookups; it is returned when no source answered.
 */
export async function reputationOf(
  deps: Pick<Deps, 'env' | 'store' | 'now' | 'askReputation'>,
  { workspace }: Pick<Actor, 'workspace'>,
  analysis: HeaderAnalysis,
  signal: AbortSignal,
): Promise<{ reply: ReputationReply; findings: readonly HeaderFinding[] }> {
  const subjects = subjectsOf(analysis)
  const counter = { workspaceId: workspace.id, kind: 'threat', period: dayOf(deps.now()) } as const
  let isTaken = false
  let isUsedUp = false
  const take = async (): Promise<boolean> => {
    isTaken = await deps.store.transaction(async tx => {
      if ((await countUp(tx, counter)) <= threatLimit(deps, workspace.tier)) return true
      await giveBack(tx, counter)
      isUsedUp = true
      return false
    })
    return isTaken
  }
  const asked = await deps.askReputation(
    subjects.map(({ kind, name }) => (kind === 'address' ? { kind, address: name } : { kind, name })),
    take,
    signal,
    workspace.id,
  )
  if (isTaken && !isAnswered(asked.opinions)) await deps.store.transaction(tx => giveBack(tx, counter))
  const named = (kind: Subject['kind']) => subjects.flatMap(each => (each.kind === kind ? [each.name] : []))
  const presented = presentReputation({ addresses: named('address'), domains: named('domain') }, asked)
  // A source has limits of its own, which no plan raises.
  const isOwnLimit = presented.error === 'rate_limit_exceeded' && !isUsedUp
  const reply = isOwnLimit ? { ...presented, error: 'unavailable' as const } : presented
  const verdicts = subjects.map(({ name, at }) => ({
    subject: name,
    verdict: threatVerdict(opinionsAbout(name, asked.opinions)),
    evidence: at,
  }))
  return { reply, findings: reputationFindings(verdicts) }
}

/** The sending address, the domain of From, and those that SPF and DKIM passed for; each once. */
function subjectsOf({ sendingAddress, alignment, fromAt }: HeaderAnalysis): readonly Subject[] {
  const { fromDomain, identities } = alignment
  const passed = identities.filter(({ result }) => result === 'pass').map(({ domain, at }) => ({ name: domain, at }))
  const domains = [...(fromDomain === null || fromAt === null ? [] : [{ name: fromDomain, at: fromAt }]), ...passed]
  const known = new Map(domains.toReversed().map(each => [each.name, each]))
  const asked = [...known.values()].toReversed().flatMap(({ name, at }): readonly Subject[] => {
    const domain = normalizeDomain(name)
    return domain.ok ? [{ name: domain.ascii, kind: 'domain', at }] : []
  })
  const address = sendingAddress === null || !isPublicAddress(sendingAddress.address) ? [] : [sendingAddress]
  return [
    ...address.map(({ address, at }): Subject => ({ name: address, kind: 'address', at })),
    ...asked.slice(0, mostDomains),
  ]
}
