import { answeredQuestions, type Check, checkNames } from '../check/index.ts'
import { threatActions } from './actions.data.ts'
import { assessThreat } from './assess.ts'
import { fillThreatGaps } from './fill-gaps.ts'
import { type ThreatFacts, threatRows } from './findings.data.ts'
import { presentThreat } from './present.ts'
import type { ThreatValue } from './value.ts'
import { reportableVerdict } from './verdict.ts'

/** The threat check: third-party reports about the domain and its servers. */
export const threatCheck = {
  id: 'threat',
  ...checkNames.threat,
  cap: 40,
  weight: 5,
  findings: threatRows,
  actions: threatActions,
  needs: {},
  provides: () => ({}),
  assess: (known, { domain }) => assessThreat(known.value, { ...known, domain }),
  fillGaps: (now, before) => fillThreatGaps(now.value, now.gaps, before),
  applies: now => now === null || now.value.sources.length > 0,
  answeredShare: answeredQuestions,
  // A silent source is unsettled unless an earlier scan has its opinion; so is a missing verdict because of too few
  // answers.
  isSettled: ({ value, gaps }) =>
    gaps.length === 0 && (value.sources.length === 0 || reportableVerdict(value, gaps) !== null),
  reply: (section, { smart }) => ({ threat_intelligence: presentThreat(section, { smart }) }),
} satisfies Check<'threat', ThreatValue, ThreatFacts>
