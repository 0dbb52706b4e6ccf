import { type Check, checkNames, type Section, shareOf } from '../check/index.ts'
import { relayActions } from './actions.data.ts'
import { assessRelay } from './assess.ts'
import { fillRelayGaps } from './fill-gaps.ts'
import { type RelayFacts, relayRows } from './findings.data.ts'
import { isOpenRelay, type RelayHost, type RelayValue, relayDetails } from './value.ts'

/** The open relay check: whether the domain's mail servers accept mail from anyone for anyone. */
export const relayCheck = {
  id: 'relay',
  ...checkNames.relay,
  cap: 40,
  weight: 5,
  findings: relayRows,
  actions: relayActions,
  needs: {},
  provides: () => ({}),
  assess: known => assessRelay(known.value, known),
  fillGaps: (now, before) => fillRelayGaps(now.value, now.gaps, before.value),
  applies: now => now === null || now.value.state === 'tested',
  answeredShare: ({ value: { hosts } }) =>
    shareOf(hosts.filter(({ undecided }) => undecided === null).length, hosts.length),
  // A silent mail host is unsettled unless an earlier scan tested it.
  isSettled: ({ gaps }) => gaps.length === 0,
  reply: section => ({ relay: presentRelay(section) }),
} satisfies Check<'relay', RelayValue, RelayFacts>

/** The open relay test on the wire. */
export interface RelayReply {
  /** null: unknown. */
  is_open_relay: boolean | null
  test_details: readonly string[]
  state: RelayValue['state']
  hosts: readonly RelayHost[]
}

/** Null: could not be checked. */
function presentRelay(section: Section<RelayValue>): RelayReply | null {
  if (!section.ran) return null
  const { value, gaps } = section
  return {
    is_open_relay: isOpenRelay(value, gaps),
    test_details: relayDetails(value),
    state: value.state,
    hosts: value.hosts,
  }
}
