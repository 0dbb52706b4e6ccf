import { type AlertCandidate, type AlertMemory, type AlertType, decideAlerts } from '@waxseal/core/alert'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { memoryOf, storeMemory } from './memory-store.ts'
import { raise } from './raise.ts'
import { settingsOf } from './settings-store.ts'
import { alertedDomain } from './subject.ts'

/** What an event says of a domain. */
interface Observation {
  domainId: string
  /** The event, as `scan 1`: the same one tells nothing twice. */
  source: string
  candidates: (known: { memory: readonly AlertMemory[]; types: readonly AlertType[] }) => readonly AlertCandidate[]
}

/**
 * Raises what an observation leads to, with what is remembered of the domain, and remembers it. Of a type that is switched
 * off nothing is remembered either: its alerts begin when it is switched on.
 */
export async function decideAndRaise(deps: Deps, tx: Tx, { domainId, source, candidates }: Observation): Promise<void> {
  const subject = await alertedDomain(deps, tx, domainId)
  if (subject === null) return
  const { alertTypes: types } = await settingsOf(tx, subject.workspaceId)
  const memory = await memoryOf(tx, domainId)
  const wanted = candidates({ memory, types }).filter(({ type }) => types.includes(type))
  const decided = decideAlerts(memory, wanted, deps.now())
  const told = decided.alerts.map(({ type, key, state, severity, description, old_value, new_value }) => ({
    type,
    state,
    severity,
    description,
    old_value,
    new_value,
    cause: `${source} ${type} ${key} ${state}`,
  }))
  await raise(deps, tx, subject, told)
  await storeMemory(tx, domainId, decided.memory)
}
