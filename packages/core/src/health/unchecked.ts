import type { BlacklistValue } from '../blacklist/index.ts'
import { type CheckId, checkIds } from '../check/index.ts'
import { isDkimSettled } from '../dkim/index.ts'
import { toldVerdict } from '../threat/index.ts'
import type { KnownSections } from './remember.ts'
import type { Sections } from './scan.ts'

/**
 * The checks whose part in the score is not known well enough to compare it with that of another scan. A check that did
 * not run is one, whatever is remembered of it. Beyond that the question differs by what the check asks:
 *
 * - DNS, MX, SPF and DMARC rest on few questions, and each may hide a finding: one gap is enough.
 * - DKIM asks for some two hundred selectors: it is open only while one of them could change what is found.
 * - Of the blocklists some refuse or keep silent on any day: half of those that apply must have a verdict.
 * - Threat sources and mail hosts that kept silent are open unless an earlier scan knew of them; so is a verdict that too
 *   few answers, or answers about too little, leave unsaid.
 * - Transport costs nothing.
 */
export function uncheckedOf(sections: Sections, known: KnownSections): readonly CheckId[] {
  return checkIds.filter(check => check !== 'transport' && (!sections[check].ran || isOpen(check, sections, known)))
}

function isOpen(check: CheckId, sections: Sections, { dkim, blacklist, threat, relay }: KnownSections): boolean {
  switch (check) {
    case 'dkim':
      return dkim === null || !isDkimSettled(dkim.value, dkim.gaps)
    case 'blacklist':
      return blacklist === null || !isMostlyAnswered(blacklist.value)
    case 'threat':
      return threat === null || threat.gaps.length > 0 || isUndecided(threat)
    case 'relay':
      return relay === null || relay.gaps.length > 0
    default: {
      const section = sections[check]
      return section.ran && section.gaps.length > 0
    }
  }
}

function isUndecided({ value, gaps }: NonNullable<KnownSections['threat']>): boolean {
  return value.sources.length > 0 && toldVerdict(value, gaps) === null
}

function isMostlyAnswered({ rows }: BlacklistValue): boolean {
  const asked = rows.filter(({ trouble }) => trouble !== 'not-applicable')
  return asked.filter(({ status }) => status !== 'error').length * 2 >= asked.length
}
