import { addressesOf, addressLabels, type Blocklist, decodeAnswer, familyOf, troubleOf } from '@waxseal/core/blacklist'
import type { Evidence } from '@waxseal/core/check'
import { recordingResolver } from '@waxseal/core/dns'
import type { ListedThreat, ThreatAnswer, ThreatList, ThreatOpinion, ThreatSource } from '@waxseal/core/threat'
import type { BlocklistAccess } from '../blacklist/index.ts'

/** The content of a list's opinion about its subject. */
type Words = Pick<ThreatOpinion, 'says' | 'threat' | 'reason' | 'failure'>

const rank: { readonly [S in ListedThreat['says']]: number } = { hit: 0, weak: 1, policy: 2 }

/**
 * A blocklist as a threat source. It uses the scan's access to blocklists, so one query serves this check and the
 * blocklist check. A list that fails its self-test is not trusted. Return codes that the table does not know have a low
 * weight. `list` is its row of the catalogue.
 */
export function listSource(
  row: ThreatList,
  list: Blocklist,
  access: Pick<BlocklistAccess, 'ask' | 'selfTest'>,
): ThreatSource {
  return {
    id: row.id,
    name: row.name,
    targets: [row.about],
    async ask(target): Promise<ThreatAnswer> {
      const subject = target.kind === 'address' ? target.address : target.name
      const labels = target.kind === 'address' ? addressLabels(subject) : subject
      const family = target.kind === 'address' ? familyOf(subject) : null
      if (target.kind !== row.about || labels === null || (family !== null && !list.families.includes(family))) {
        return { opinions: [], evidence: [] }
      }
      const { words, evidence } = await wordOf(row, list, access, subject, labels)
      const opinion: ThreatOpinion = {
        source: row.id,
        vendor: row.name,
        operator: row.operator,
        basis: 'blocklist',
        weight: row.weight,
        about: row.about,
        subject,
        sharedBy: target.kind === 'address' ? target.sharedBy : null,
        evidence: evidence.map(({ id }) => id),
        ...words,
      }
      return { opinions: [opinion], evidence }
    },
  }
}

async function wordOf(
  row: ThreatList,
  list: Blocklist,
  access: Pick<BlocklistAccess, 'ask' | 'selfTest'>,
  subject: string,
  labels: string,
): Promise<{ words: Words; evidence: readonly Evidence[] }> {
  const asked = access.ask(list, labels)
  const recording = recordingResolver({ query: <T>() => asked as Promise<T> })
  const [{ trouble }, answer] = await Promise.all([
    access.selfTest(list),
    asked,
    recording.query(`${labels}.${list.zone}`, 'A'),
  ])
  const evidence = recording.evidence()
  const say = (says: Words['says'], reason: string): Words => ({ says, threat: null, reason, failure: null })
  if (trouble !== null) return { words: say('unknown', `has no verdict. ${trouble.reason}`), evidence }
  if (answer.kind === 'failed') {
    const words = { ...say('unknown', `could not check ${subject}`), failure: answer.reason }
    return { words, evidence }
  }
  const decoded = decodeAnswer(list, addressesOf(answer) ?? [])
  const refusal = troubleOf(list, decoded)
  if (refusal !== null) return { words: say('unknown', `has no verdict. ${refusal.reason}`), evidence }
  if (decoded.kind !== 'listed') return { words: say('clean', `does not list ${subject}`), evidence }
  const labelsListed = decoded.codes.map(({ label }) => label)
  return { words: listedWords(row, subject, labelsListed), evidence }
}

function listedWords({ codes }: ThreatList, subject: string, labels: readonly string[]): Words {
  const known = new Map(Object.entries(codes))
  const [worst] = labels
    .flatMap(label => known.get(label) ?? [])
    .toSorted((one, other) => rank[one.says] - rank[other.says])
  if (worst === undefined) return { says: 'weak', threat: null, reason: `lists ${subject}`, failure: null }
  return { says: worst.says, threat: worst.threat, reason: `lists ${subject} ${worst.words}`, failure: null }
}
