/** Keeps the facts that answers rested on, each scan and each reading of the account once. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Facts } from '@waxseal/core/assistant'
import type { AskedQuestion, RecordedFacts } from '@waxseal/core/fixtures/questions'

const file = join(import.meta.dirname, '..', 'packages', 'core', 'fixtures', 'questions', 'demo-facts.json')

/** A recording that facts are added to. */
export interface Recording {
  add(question: AskedQuestion, facts: Facts): void
  recorded: RecordedFacts
}

export function newRecording(): Recording {
  const recorded: RecordedFacts = { plans: {}, accounts: [], of: {} }
  const accounts = new Map<string, number>()
  return {
    recorded,
    add({ id, plan }, { domains, scans, dnsChanges, account, now }) {
      const known = (recorded.plans[plan] ??= { domains: [...domains], scans: {} })
      // Issues are read of the domains that an answer names; the recording has them of all that any answer named.
      known.domains = known.domains.map((row, place) => {
        const now = domains[place]
        return now !== undefined && now.issues.length > row.issues.length ? now : row
      })
      for (const scan of scans) known.scans[scan.domain] = scan
      const text = account === null ? null : JSON.stringify({ ...account, at: '', asked: {} })
      const at = text === null ? null : (accounts.get(text) ?? recorded.accounts.length)
      if (account !== null && text !== null && at === recorded.accounts.length) recorded.accounts.push(account)
      if (text !== null && at !== null) accounts.set(text, at)
      recorded.of[id] = { now, scans: scans.map(({ domain }) => domain), dnsChanges: [...dnsChanges], account: at }
    },
  }
}

/** Writes it where the unit tests of core read it, in the project's format. */
export function writeRecording({ recorded }: Recording): void {
  writeFileSync(file, JSON.stringify(recorded))
  spawnSync('npx', ['biome', 'format', '--write', file], { stdio: 'inherit' })
}
