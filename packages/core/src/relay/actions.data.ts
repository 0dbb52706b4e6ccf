import { ask, type FindingActions } from '../check/index.ts'
import type { RelayFacts } from './findings.data.ts'

/** What resolves each finding about relaying. A suspected one is tested again. */
export const relayActions: FindingActions<RelayFacts> = {
  relay_suspected: ({ again }) => ({ kind: 'retry', at: `${again.replace(' ', 'T')}:00.000Z` }),
  relay_open: ({ host }) => ask('mail-administrator', host),
}
