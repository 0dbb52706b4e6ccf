import {
  type AskedAddress,
  type BlacklistRow,
  type BlacklistValue,
  type Blocklist,
  blocklists,
  customAsked,
  decodeAnswer,
  type ListAnswer,
  rowOf,
} from '@waxseal/core/blacklist'
import type { Section } from '@waxseal/core/check'
import { plans, type Tier } from '@waxseal/core/plan'
import { checkHost } from '@waxseal/core/spf'
import type { BlocklistAccess } from '../blacklist/index.ts'
import { listEvidence } from '../blacklist/list-evidence.ts'
import { knows, type ListAnswers, startListQueries } from '../blacklist/list-queries.ts'
import { ownerOf } from './address-owner.ts'
import { findAddresses } from './asked-addresses.ts'
import { type CheckContext, checkResolver, collected } from './check.ts'

/** The needed parts of a scan's context. */
export type BlacklistCheckContext = Pick<
  CheckContext,
  'name' | 'organizationalDomain' | 'resolver' | 'confirming' | 'tier' | 'signal' | 'blocklists'
>

/**
 * The results of the blocklists for a domain: domain lists for its name, address lists for its mail exchangers and the
 * addresses in its SPF record. Self-tests and domain lists start at once, address lists as soon as the addresses are
 * known.
 */
export async function collectBlacklist(context: BlacklistCheckContext): Promise<Section<BlacklistValue>> {
  const { name, organizationalDomain, blocklists: access } = context
  const dns = checkResolver(context, (_, type) => type === 'MX' || type === 'TXT')
  const planned = plannedIds(context.tier)
  const lists = plannedLists(access, planned)
  const asking = startListQueries(access, [...lists, ...access.custom.map(customAsked)])
  const names = [...new Set([organizationalDomain, name])]
  asking.about(names)
  const { chosen, notAsked, known, aliases } = await findAddresses(dns, name, organizationalDomain)
  asking.about(chosen.map(({ address }) => address))
  const [asked, owners] = await Promise.all([
    asking.finish(),
    Promise.all(chosen.map(each => ownerOf(dns, each, aliases, organizationalDomain))),
  ])
  const listed = new Set(asked.flatMap(listedSubjects))
  const addresses = await Promise.all(
    chosen.map(async (each, at): Promise<AskedAddress> => {
      const sends = each.from === 'spf' ? true : listed.has(each.address) ? await maySend(context, each.address) : null
      return { ...each, owner: owners[at] ?? null, sends }
    }),
  )
  const verdicts = asked.map(each => verdictOf(each, addresses, known))
  const rows = verdicts.slice(0, lists.length)
  const value: BlacklistValue = {
    ...counted(rows),
    custom: verdicts.slice(lists.length),
    addresses,
    names,
    notAsked,
    off: access.off.filter(id => planned.includes(id)),
  }
  const section = collected(value, dns, notesOn(notAsked))
  if (!section.ran) return section
  const answered = await listEvidence(asked, verdicts)
  const evidence = [...section.evidence, ...answered.evidence]
  const [first] = evidence
  if (first?.reason !== undefined && evidence.every(({ outcome }) => outcome === 'failed')) {
    return { ran: false, reason: first.reason, evidence }
  }
  return { ...section, evidence, gaps: [...section.gaps, ...answered.gaps] }
}

/** The results of a plan's lists for one address. Lists that do not cover its kind do not apply. */
export async function checkAddress(access: BlocklistAccess, tier: Tier, address: string): Promise<BlacklistValue> {
  const planned = plannedIds(tier)
  const lists = plannedLists(access, planned)
  const asking = startListQueries(
    access,
    lists.filter(list => knows(list, address)),
  )
  asking.about([address])
  const asked = await asking.finish()
  const rows = lists.map(list => {
    const each = asked.find(({ list: { id } }) => id === list.id)
    return each === undefined
      ? rowOf(list, [], { quarantine: null, applies: false, known: true })
      : verdictOf(each, [], true)
  })
  const off = access.off.filter(id => planned.includes(id))
  return { ...counted(rows), custom: [], addresses: [], names: [], notAsked: 0, off }
}

function plannedIds(tier: Tier): readonly string[] {
  return blocklists.slice(0, plans[tier].blocklists).map(({ id }) => id)
}

function plannedLists(access: BlocklistAccess, planned: readonly string[]): readonly Blocklist[] {
  return access.lists.filter(({ id }) => planned.includes(id))
}

function counted(
  rows: readonly BlacklistRow[],
): Pick<BlacklistValue, 'success' | 'listedCount' | 'totalChecked' | 'rows'> {
  return {
    success: rows.length === 0 || rows.some(({ status }) => status !== 'error'),
    listedCount: rows.filter(({ status }) => status === 'listed').length,
    totalChecked: rows.length,
    rows,
  }
}

function listedSubjects({ list, answers }: ListAnswers): string[] {
  return answers.flatMap(({ subject, answer }) => {
    const addresses = answer.kind === 'records' ? answer.records.map(({ address }) => address) : []
    return decodeAnswer(list, addresses).kind === 'listed' ? [subject] : []
  })
}

/** The SPF result for mail from this address; null when it is neither, or the lookup failed. */
async function maySend({ name, resolver, signal }: BlacklistCheckContext, ip: string): Promise<boolean | null> {
  const { result } = await checkHost(resolver, { ip, sender: `postmaster@${name}`, helo: name }, signal)
  if (result === 'pass') return true
  return result === 'fail' || result === 'softfail' ? false : null
}

function verdictOf(
  { list, test, applies, answers }: ListAnswers,
  addresses: readonly AskedAddress[],
  known: boolean,
): BlacklistRow {
  const about = answers.map(({ subject, question, answer }): ListAnswer => {
    return { subject: addresses.find(({ address }) => address === subject) ?? subject, question, answer }
  })
  return rowOf(list, about, { quarantine: test.trouble, applies, known })
}

function notesOn(notAsked: number): string[] {
  if (notAsked === 0) return []
  return [`At most 16 addresses are looked up. ${notAsked} more ${notAsked === 1 ? 'was' : 'were'} not.`]
}
