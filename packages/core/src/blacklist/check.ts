import { type Check, checkNames, shareOf } from '../check/index.ts'
import { assessBlacklist } from './assess.ts'
import { fillBlacklistGaps } from './fill-gaps.ts'
import { type BlacklistFacts, blacklistRows } from './findings.data.ts'
import { presentBlacklist } from './present.ts'
import type { BlacklistRow, BlacklistValue } from './value.ts'

/** The blocklist check: the lists that list the domain or its servers. */
export const blacklistCheck = {
  id: 'blacklist',
  ...checkNames.blacklist,
  cap: 40,
  weight: 10,
  findings: blacklistRows,
  needs: {},
  provides: () => ({}),
  assess: known => assessBlacklist(known.value, known),
  fillGaps: (now, before) => fillBlacklistGaps(now.value, now.gaps, before.value),
  applies: now => now === null || applying(now.value).length > 0,
  answeredShare: ({ value }) => shareOf(answered(value).length, applying(value).length),
  // On any day some lists refuse or are silent: half of the applicable ones must have a verdict.
  isSettled: ({ value }) => answered(value).length * 2 >= applying(value).length,
  reply: (section, { blocklists }) => ({ blacklist: presentBlacklist(section, blocklists) }),
} satisfies Check<'blacklist', BlacklistValue, BlacklistFacts>

/** The lists that cover a kind of subject that the domain has. */
function applying({ rows }: BlacklistValue): readonly BlacklistRow[] {
  return rows.filter(({ trouble }) => trouble !== 'not-applicable')
}

function answered(value: BlacklistValue): readonly BlacklistRow[] {
  return applying(value).filter(({ status }) => status !== 'error')
}
