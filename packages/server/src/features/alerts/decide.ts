import { type AlertCandidate, type AlertMemory, type AlertType, decideAlerts, memoryWithout } from '@waxseal/core/alert'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { memoryOf, storeMemory } from './memory-store.ts'
import { isFull, raise } from './raise.ts'
import { settingsOf } from './settings-store.ts'
import { alertedDomain } from './subject.ts'

/** What an event says of a domain. */
interface Observation {
  domainId: string
  /** The event, as `scan 1`: the same one tells nothing twice. */
  source: string
  candidates: (known: {
    memory: readonly AlertMemory[]
    types: readonly AlertType[]
    isFull: boolean
  }) => readonly AlertCandidate[]
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
  const wanted = candidates({ memory, types, isFull: await isFull(deps, tx, subject) }).filter(({ type }) =>
    types.includes(type),
  )
  const decided = decideAlerts(memory, wanted, deps.now())
  const causeOf = ({ type, key, state }: AlertCandidate) => `${source} ${type} ${key} ${state}`
  const events = decided.alerts.map(alert => {
    const { type, state, severity, description, old_value, new_value } = alert
    return { type, state, severity, description, old_value, new_value, cause: causeOf(alert) }
  })
  const beyond = await raise(deps, tx, subject, events)
  const unsent = decided.alerts.filter(alert => beyond.has(causeOf(alert)))
  await storeMemory(tx, domainId, memoryWithout(memory, decided, unsent))
}
