import { describe, expect, it } from 'vitest'
import { changeTypeLabel } from './change.ts'
import { compareSnapshot } from './compare.ts'
import type { WatchMemory } from './memory.ts'
import type { Snapshot } from './snapshot.ts'
import { failedPart, hours, minutes, noon, partOf, snapshotAt, unconfirmed } from './watched.fixture.ts'

/** The descriptions that a sequence of snapshots gives where own servers can be asked, one list for each. */
function replay(...snapshots: Snapshot[]): (readonly string[])[] {
  return replayWith('wait', ...snapshots)
}

function replayWith(unconfirmed: 'wait' | 'repeat', ...snapshots: Snapshot[]): (readonly string[])[] {
  let memory: WatchMemory | null = null
  return snapshots.map(snapshot => {
    const compared = compareSnapshot(memory, snapshot, { unconfirmed })
    memory = compared.memory
    return compared.changes.map(({ change_description }) => change_description)
  })
}

const mx = (...values: string[]) => partOf('mx', ...values)
const removed = 'All mail servers removed: mx1.example.com (priority 10)'

describe('a comparison', () => {
  it('reports nothing at the first sight of a part', () => {
    const { changes, doubtful, memory } = compareSnapshot(null, snapshotAt(noon, mx('10 mx1.example.com')))
    expect({ changes, doubtful }).toEqual({ changes: [], doubtful: [] })
    expect(memory.parts['mx']?.values).toEqual(['10 mx1.example.com'])
    const next = snapshotAt(hours(1), mx('10 mx1.example.com'), partOf('mx-address mx1.example.com', '192.0.2.1'))
    expect(compareSnapshot(memory, next).changes).toEqual([])
  })

  it('asks the own servers at the first sight too, and takes what a lost answer hid as there before', () => {
    const found = partOf('dkim google', 'v=DKIM1; p=AAAA')
    const first = snapshotAt(noon, unconfirmed(partOf('dkim google')))
    expect(compareSnapshot(null, first).doubtful).toEqual(['dkim google'])
    expect(replay(first, snapshotAt(hours(1), found), snapshotAt(hours(2), found))).toEqual([[], [], []])
    expect(replay(first, snapshotAt(hours(1), partOf('dkim google')), snapshotAt(hours(2), found))[2]).toHaveLength(1)
  })

  it('does not take the same look at a first sight for a second one', () => {
    const first = snapshotAt(noon, unconfirmed(partOf('dkim google')))
    const seen = compareSnapshot(null, first).memory
    expect(compareSnapshot(seen, first)).toEqual({ memory: seen, changes: [], doubtful: ['dkim google'] })
  })

  it('describes a change as the history shows it', () => {
    const { memory } = compareSnapshot(null, snapshotAt(noon, partOf('spf', 'v=spf1 mx -all')))
    const { changes } = compareSnapshot(memory, snapshotAt(hours(1), partOf('spf')))
    expect(changes).toEqual([
      {
        change_type: 'spf_removed',
        severity: 'critical',
        change_description: 'SPF record removed',
        old_value: 'v=spf1 mx -all',
        new_value: null,
        part: 'spf',
        fingerprint: expect.stringMatching(/^[0-9a-z]{22}$/) as string,
      },
    ])
    expect(changeTypeLabel('spf_removed')).toBe('SPF removed')
    expect(changeTypeLabel('mx_address_modified')).toBe('MX address modified')
  })

  it('gives a list of values where the record set is one', () => {
    const { memory } = compareSnapshot(null, snapshotAt(noon, mx('10 mx1.example.com')))
    const { changes } = compareSnapshot(memory, snapshotAt(hours(1), mx('10 mx1.example.com', '20 mx2.example.com')))
    expect(changes[0]).toMatchObject({
      old_value: ['10 mx1.example.com'],
      new_value: ['10 mx1.example.com', '20 mx2.example.com'],
    })
  })

  it('reports a change once', () => {
    const [first, second, third] = [mx('10 mx1.example.com'), mx(), mx()]
    expect(replay(snapshotAt(noon, first), snapshotAt(hours(1), second), snapshotAt(hours(2), third))).toEqual([
      [],
      [removed],
      [],
    ])
  })

  it('finds the same fingerprint in the same memory, and another one for the next change', () => {
    const seen = compareSnapshot(null, snapshotAt(noon, mx('10 mx1.example.com'))).memory
    const [one] = compareSnapshot(seen, snapshotAt(hours(1), mx())).changes
    const [again] = compareSnapshot(seen, snapshotAt(hours(2), mx())).changes
    expect(again?.fingerprint).toBe(one?.fingerprint)
    const gone = compareSnapshot(seen, snapshotAt(hours(1), mx())).memory
    const back = compareSnapshot(gone, snapshotAt(hours(2), mx('10 mx1.example.com'))).memory
    const [later] = compareSnapshot(back, snapshotAt(hours(3), mx())).changes
    expect(later?.change_description).toBe(removed)
    expect(later?.fingerprint).not.toBe(one?.fingerprint)
  })

  it('does not compare a snapshot that is a few minutes older than the memory', () => {
    const seen = compareSnapshot(null, snapshotAt(minutes(9), mx('10 mx1.example.com'))).memory
    expect(compareSnapshot(seen, snapshotAt(noon, mx()))).toEqual({ memory: seen, changes: [], doubtful: [] })
  })

  it('goes on after a clock was ahead by a year', () => {
    const [known, other] = [mx('10 mx1.example.com'), mx('10 mx9.example.com')]
    const [a, b, c] = [partOf('a', '192.0.2.1'), partOf('a', '192.0.2.1', '192.0.2.2'), partOf('a', '192.0.2.2')]
    const ahead = hours(365 * 24)
    const found = replay(
      snapshotAt(ahead, known, a),
      snapshotAt(hours(1), known, b),
      snapshotAt(hours(2), other, c),
      ...Array.from({ length: 8 }, (_, day) => snapshotAt(hours(3 + 24 * day), other, c)),
    )
    expect(found.flat()).toEqual([
      'A record added: 192.0.2.2',
      'All mail servers replaced: now mx9.example.com (priority 10)',
      'A record removed: 192.0.2.1',
    ])
  })

  it('forgets a mail server seven days after it was last named', () => {
    const old = partOf('mx-address old.example.com', '192.0.2.1')
    const seen = compareSnapshot(null, snapshotAt(noon, mx('10 mx1.example.com'), old)).memory
    const sixDays = compareSnapshot(seen, snapshotAt(hours(6 * 24), mx('10 mx1.example.com'))).memory
    expect(Object.keys(sixDays.parts)).toContain(old.key)
    const eightDays = compareSnapshot(sixDays, snapshotAt(hours(8 * 24), mx('10 mx1.example.com'))).memory
    expect(Object.keys(eightDays.parts)).toEqual(['mx'])
  })
})

describe('a failed answer', () => {
  it('changes nothing, and the change after it is still found', () => {
    const failed = snapshotAt(hours(1), failedPart('mx'))
    const seen = compareSnapshot(null, snapshotAt(noon, mx('10 mx1.example.com'))).memory
    const after = compareSnapshot(seen, failed)
    expect(after).toEqual({ memory: { ...seen, at: hours(1) }, changes: [], doubtful: [] })
    expect(compareSnapshot(after.memory, snapshotAt(hours(2), mx())).changes).toHaveLength(1)
  })

  it('at the first check is no sight of the part', () => {
    expect(replay(snapshotAt(noon, failedPart('mx')), snapshotAt(hours(1), mx('10 mx1.example.com')))).toEqual([[], []])
  })

  it('of any length keeps the memory', () => {
    const failures = Array.from({ length: 30 }, (_, day) => snapshotAt(hours(24 * (day + 1)), failedPart('mx')))
    const found = replay(snapshotAt(noon, mx('10 mx1.example.com')), ...failures, snapshotAt(hours(24 * 31), mx()))
    expect(found.flat()).toEqual([removed])
  })
})

describe('a difference that the own servers have not confirmed', () => {
  const seen = snapshotAt(noon, mx('10 mx1.example.com'))
  const gone = unconfirmed(mx())

  it('is doubtful, and no change yet', () => {
    const { memory } = compareSnapshot(null, seen)
    expect(compareSnapshot(memory, snapshotAt(hours(1), gone))).toMatchObject({ changes: [], doubtful: ['mx'] })
  })

  it('is a change when the next check at least five minutes later finds it too', () => {
    const next = unconfirmed(mx('10 mx1.example.com', '20 mx2.example.com'))
    const added = 'Mail server added: mx2.example.com (priority 20)'
    expect(replay(seen, snapshotAt(hours(1), next), snapshotAt(hours(1) + 300_000, next))).toEqual([[], [], [added]])
    expect(
      replay(seen, snapshotAt(minutes(10), next), snapshotAt(minutes(14), next), snapshotAt(minutes(15), next)),
    ).toEqual([[], [], [], [added]])
  })

  it('of a part that becomes absent waits for the own servers, however long', () => {
    const checks = Array.from({ length: 100 }, (_, hour) => snapshotAt(hours(hour + 1), gone))
    expect(replay(seen, ...checks).flat()).toEqual([])
    expect(replay(seen, ...checks, snapshotAt(hours(101), mx())).flat()).toEqual([removed])
  })

  it('of a part that becomes absent counts at the second look where no own servers can be asked', () => {
    expect(replayWith('repeat', seen, snapshotAt(hours(1), gone), snapshotAt(hours(2), gone))).toEqual([
      [],
      [],
      [removed],
    ])
  })

  it('is forgotten when the next check finds the known records', () => {
    const back = unconfirmed(mx('10 mx1.example.com'))
    expect(
      replay(seen, snapshotAt(hours(1), gone), snapshotAt(hours(2), back), snapshotAt(hours(3), gone)).flat(),
    ).toEqual([])
  })

  it('waits again when the next check finds another difference', () => {
    const other = unconfirmed(mx('10 mx9.example.com'))
    expect(
      replay(seen, snapshotAt(hours(1), gone), snapshotAt(hours(2), other), snapshotAt(hours(3), gone)).flat(),
    ).toEqual([])
  })

  it('survives a failed check in between', () => {
    const found = replayWith(
      'repeat',
      seen,
      snapshotAt(hours(1), gone),
      snapshotAt(hours(2), failedPart('mx')),
      snapshotAt(hours(3), gone),
    )
    expect(found.flat()).toEqual([removed])
  })

  it.each(['mx', 'ns', 'spf', 'dmarc', 'dkim google'])('of %s is doubtful whatever the difference', part => {
    const { memory } = compareSnapshot(null, snapshotAt(noon, partOf(part, 'one')))
    const next = snapshotAt(hours(1), unconfirmed(partOf(part, 'one', 'two')))
    expect(compareSnapshot(memory, next)).toMatchObject({ changes: [], doubtful: [part] })
  })

  it('is reported at once where a person compares two snapshots', () => {
    const { memory } = compareSnapshot(null, seen)
    const { changes } = compareSnapshot(memory, snapshotAt(hours(1), gone), { unconfirmed: 'report' })
    expect(changes.map(({ change_description }) => change_description)).toEqual([removed])
  })

  it.each(['mx', 'a', 'aaaa', 'www', 'mx-address mx1.example.com'])(
    'is reported of %s also where a person compares two snapshots of one moment',
    key => {
      const sets = [[], ['192.0.2.1'], ['192.0.2.2'], ['192.0.2.1', '192.0.2.2']].map(values => partOf(key, ...values))
      for (const [at, before] of sets.entries())
        for (const [index, after] of sets.entries()) {
          const { memory } = compareSnapshot(null, snapshotAt(noon, before), { unconfirmed: 'report' })
          const { changes } = compareSnapshot(memory, snapshotAt(noon, after), { unconfirmed: 'report' })
          expect(changes).toHaveLength(at === index ? 0 : 1)
        }
    },
  )
})
