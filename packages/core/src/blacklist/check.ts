import { type Check, checkNames, shareOf } from '../check/index.ts'
import { blacklistActions } from './actions.data.ts'
import { assessBlacklist } from './assess.ts'
import { fillBlacklistGaps } from './fill-gaps.ts'
import { type BlacklistFacts, blacklistRows } from './findings.data.ts'
import { presentBlacklist } from './present.ts'
import { applicableLists, type BlacklistRow, type BlacklistValue } from './value.ts'

/** The blocklist check: the lists that list the domain or its servers. */
export const blacklistCheck = {
  id: 'blacklist',
  ...checkNames.blacklist,
  cap: 40,
  weight: 10,
  findings: blacklistRows,
  actions: blacklistActions,
  needs: {},
  provides: () => ({}),
  assess: known => assessBlacklist(known.value, known),
  fillGaps: (now, before) => fillBlacklistGaps(now.value, now.gaps, before.value),
  applies: now => now === null || applicableLists(now.value).length > 0,
  answeredShare: ({ value }) => shareOf(answered(value).length, applicableLists(value).length),
  // On any day some lists refuse or are silent: half of the applicable ones must have a verdict.
  isSettled: ({ value }) => answered(value).length * 2 >= applicableLists(value).length,
  reply: (section, { blocklists }, lastKnown) => ({ blacklist: presentBlacklist(section, blocklists, lastKnown) }),
} satisfies Check<'blacklist', BlacklistValue, BlacklistFacts>

function answered(value: BlacklistValue): readonly BlacklistRow[] {
  return applicableLists(value).filter(({ status }) => status !== 'error')
}
