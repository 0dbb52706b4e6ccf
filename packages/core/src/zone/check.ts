import {
  answeredQuestions,
  appliesAlways,
  type Check,
  type CheckContext,
  checkNames,
  hasNoGaps,
  type Section,
  type ZoneSight,
} from '../check/index.ts'
import { shownText } from '../dns/index.ts'
import { zoneActions } from './actions.data.ts'
import { assessZone } from './assess.ts'
import { assessDelegation } from './assess-delegation.ts'
import { type Delegation, isLame, type ServerVerdict, verdictOf } from './delegation.ts'
import { fillZoneGaps } from './fill-gaps.ts'
import { type ZoneFacts, zoneRows } from './findings.data.ts'
import { modelTextFindings } from './model-texts.ts'
import type { ZoneValue } from './value.ts'

/** The other checks that query names of the domain itself. */
interface Needs {
  mx: { zone: ZoneSight }
  spf: { zone: ZoneSight }
  dmarc: { zone: ZoneSight }
  dkim: { zone: ZoneSight }
}

/** The DNS check: the domain's name itself. */
export const zoneCheck = {
  id: 'dns',
  ...checkNames.dns,
  cap: null,
  weight: 0,
  findings: zoneRows,
  actions: zoneActions,
  needs: { mx: true, spf: true, dmarc: true, dkim: true },
  provides: () => ({}),
  assess: ({ value, evidence }, { domain, others }) => {
    const sights = sightsOf(others)
    const found = assessZone(value, { domain, evidence, sights })
    const isGone = found.some(({ id }) => id === 'domain_not_found')
    if (isGone) return found
    const texts = modelTextFindings(value, domain, evidence)
    if (value.delegation === undefined) return [...found, ...texts]
    const answers = sights.flatMap(sight => sight.answers)
    const delegation = assessDelegation(value.delegation, {
      domain,
      evidence,
      answers,
      unserved: value.unserved ?? null,
    })
    const isDead = delegation.some(({ id }) => id === 'delegation_dead')
    return isDead ? delegation : [...found, ...delegation, ...texts]
  },
  assessUnknown: ({ domain, others }) => assessZone(null, { domain, evidence: [], sights: sightsOf(others) }),
  fillGaps: fillZoneGaps,
  applies: appliesAlways,
  answeredShare: answeredQuestions,
  isSettled: hasNoGaps,
  reply: section => ({ dns: presentZone(section) }),
} satisfies Check<'dns', ZoneValue, ZoneFacts, Needs>

function sightsOf({ mx, spf, dmarc, dkim }: CheckContext<Needs>['others']): readonly ZoneSight[] {
  return [mx, spf, dmarc, dkim].flatMap(provided => provided?.zone ?? [])
}

/** The part of the specification's `dns` about the name itself; DMARC and DKIM add theirs. */
function presentZone(section: Section<ZoneValue>): {
  a_records: readonly { ip: string }[]
  aaaa_records: readonly { ip: string }[]
  txt_records: readonly string[]
  delegation: DelegationReply | null
} {
  const { a, aaaa, txt, delegation }: Partial<ZoneValue> & Pick<ZoneValue, 'a' | 'aaaa' | 'txt'> = section.ran
    ? section.value
    : { a: [], aaaa: [], txt: [] }
  return {
    a_records: a.map(ip => ({ ip })),
    aaaa_records: aaaa.map(ip => ({ ip })),
    txt_records: txt.map(shownText),
    delegation: delegation === undefined ? null : presentDelegation(delegation),
  }
}

/** The name servers of the zone with the state of each; absent in results of earlier versions. */
export interface DelegationReply {
  zone: string
  /** The zone above it. */
  parent: string
  servers: readonly {
    host: string
    addresses: readonly string[]
    state: ServerVerdict
    /** The addresses that answer without being responsible for the zone. */
    lame: readonly string[]
    /** Which of the two lists has it; null: one of them is not known. */
    listed: 'both' | 'parent' | 'zone' | null
  }[]
  /** The number of servers that were not looked at. */
  not_asked: number
}

function presentDelegation({ zone, parent, delegated, listed, servers, cut }: Delegation): DelegationReply {
  return {
    zone,
    parent,
    servers: servers.map(server => ({
      host: server.host,
      addresses: server.addresses.map(({ address }) => address),
      state: verdictOf(server),
      lame: server.addresses.filter(isLame).map(({ address }) => address),
      listed:
        delegated === null || listed === null
          ? null
          : !listed.hosts.includes(server.host)
            ? 'parent'
            : delegated.hosts.includes(server.host)
              ? 'both'
              : 'zone',
    })),
    not_asked: cut,
  }
}
