import { compareSnapshot, type DnsChange, readSnapshot, type Snapshot } from '@waxseal/core/watch'
import type { Paint } from '../../paint.ts'
import { hasEffects, withEffects } from '../../snapshot-effects.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

export const dnsChanges = command({
  name: 'dns.changes',
  summary: 'Compare two snapshots of a domain and show what changed.',
  args: {
    before: {
      kind: 'document',
      value: 'BEFORE.json',
      about: 'The earlier output of snapshot --json.',
      required: true,
      positional: true,
    },
    after: {
      kind: 'document',
      value: 'AFTER.json',
      about: 'The later output of snapshot --json.',
      required: true,
      positional: true,
    },
  },
  run: async (values, { withDns, signal }) => {
    const before = snapshotOf('before', values.before)
    const after = snapshotOf('after', values.after)
    if (before.domain !== after.domain) {
      throw new CommandError('usage', `the snapshots are of two domains: ${named(before)} and ${named(after)}`)
    }
    const { memory } = compareSnapshot(null, before, { unconfirmed: 'report' })
    // The order of the arguments decides: two machines may disagree about the time.
    const takenAt = Date.parse(after.takenAt) < Date.parse(before.takenAt) ? before.takenAt : after.takenAt
    const { changes } = compareSnapshot(memory, { ...after, takenAt }, { unconfirmed: 'report' })
    // What a record leads to is in no snapshot, so it is read now. Without an answer the records alone decide.
    const judged = hasEffects(changes)
      ? await withDns(values, dns => withEffects(changes, after.domain, dns.session(signal).resolver, signal))
      : changes
    const shown = judged.map(shownChange)
    return { result: { changes: shown }, text: paint => changesText(shown, paint), exitCode: 0 }
  },
})

type ShownChange = Pick<DnsChange, 'change_type' | 'severity' | 'change_description' | 'old_value' | 'new_value'>

function shownChange({ change_type, severity, change_description, old_value, new_value }: DnsChange): ShownChange {
  return { change_type, severity, change_description, old_value, new_value }
}

function snapshotOf(arg: string, input: unknown): Snapshot {
  const snapshot = readSnapshot(input)
  if (snapshot === null) throw new CommandError('parse', `"${arg}" is not a snapshot as snapshot --json prints it`)
  return snapshot
}

function named({ domain }: Snapshot): string {
  return JSON.stringify(domain.slice(0, 100))
}

const colors = { info: 'cyan', warning: 'yellow', critical: 'red' } as const

function changesText(changes: readonly ShownChange[], paint: Paint): string {
  if (changes.length === 0) return `${paint('No changes', 'green')}\n`
  return changes
    .map(
      ({ severity, change_description }) =>
        `${paint(severity.padEnd(8), colors[severity])}  ${paint(change_description)}\n`,
    )
    .join('')
}
