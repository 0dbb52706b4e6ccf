import type { DnsChange } from '../watch/index.ts'
import { type AlertType, alertTypes, type JsonValue } from './alert.ts'
import { type AlertMemory, isSameProblem } from './candidate.ts'
import { alertsOfChanges } from './change-rules.ts'
import { type AlertDecision, decideAlerts } from './memory.ts'

export const reject = 'v=DMARC1; p=reject'
export const none = 'v=DMARC1; p=none'

export const replaced: DnsChange = {
  change_type: 'mx_modified',
  severity: 'critical',
  change_description: 'All mail servers replaced: now mx.example.net (priority 10)',
  old_value: ['10 mx.example.com'],
  new_value: ['10 mx.example.net'],
  part: 'mx',
  fingerprint: 'f1',
}
export const back: DnsChange = {
  ...replaced,
  change_description: 'All mail servers replaced: now mx.example.com (priority 10)',
  old_value: ['10 mx.example.net'],
  new_value: ['10 mx.example.com'],
}
export const gone: DnsChange = {
  ...replaced,
  change_type: 'mx_removed',
  change_description: 'All mail servers removed',
  old_value: ['10 mx.example.net'],
  new_value: null,
}
export const added: DnsChange = {
  ...replaced,
  change_type: 'mx_added',
  severity: 'info',
  change_description: 'Mail server added: mx2.example.com (priority 20)',
}
export const weakened: DnsChange = {
  change_type: 'dmarc_modified',
  severity: 'critical',
  change_description: 'DMARC policy weakened from reject to none',
  old_value: reject,
  new_value: none,
  part: 'dmarc',
  fingerprint: 'f2',
}
export const strengthened: DnsChange = {
  ...weakened,
  severity: 'info',
  change_description: 'DMARC policy strengthened from none to reject',
  old_value: none,
  new_value: reject,
}

/** The alerts of changes one after the other, by hour. Each is an event of its own, but for one with its fingerprint. */
export function story(
  changes: readonly (readonly [hours: number, change: DnsChange, fingerprint?: string])[],
  types: readonly AlertType[] = alertTypes,
) {
  let memory: readonly AlertMemory[] = []
  return changes.flatMap(([hours, change, fingerprint = `${hours} ${change.change_description}`]) => {
    const decision = decideAlerts(
      memory,
      alertsOfChanges([{ ...change, fingerprint }], { memory, types }),
      new Date(Date.UTC(2026, 10, 1, hours)),
    )
    memory = afterDecision(memory, decision)
    return decision.alerts.map(({ type, state, description }) => `${hours} h ${type} ${state}: ${description}`)
  })
}

/** Memories are stored as JSON, one for each problem. */
export function afterDecision(memory: readonly AlertMemory[], decision: AlertDecision): readonly AlertMemory[] {
  const kept = memory.filter(({ candidate }) => !decision.memory.some(next => isSameProblem(next.candidate, candidate)))
  return JSON.parse(JSON.stringify([...kept, ...decision.memory])) as readonly AlertMemory[]
}

export const days = (count: number) => 24 * count
export const from = (old_value: JsonValue, change: DnsChange, new_value: JsonValue = change.new_value): DnsChange => ({
  ...change,
  old_value,
  new_value,
})
