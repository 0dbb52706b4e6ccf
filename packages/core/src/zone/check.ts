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
import { assessZone } from './assess.ts'
import { type ZoneFacts, zoneRows } from './findings.data.ts'
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
  needs: { mx: true, spf: true, dmarc: true, dkim: true },
  provides: () => ({}),
  assess: ({ value, evidence }, { domain, others }) =>
    assessZone(value, { domain, evidence, sights: sightsOf(others) }),
  assessUnknown: ({ domain, others }) => assessZone(null, { domain, evidence: [], sights: sightsOf(others) }),
  fillGaps: () => null,
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
} {
  const { a, aaaa, txt } = section.ran ? section.value : { a: [], aaaa: [], txt: [] }
  return {
    a_records: a.map(ip => ({ ip })),
    aaaa_records: aaaa.map(ip => ({ ip })),
    txt_records: txt.map(shownText),
  }
}
