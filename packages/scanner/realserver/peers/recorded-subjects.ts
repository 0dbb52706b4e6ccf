/**
 * The recorded SPF records as evaluations: every name of the recorded zones with an SPF record, and every other text in
 * the recordings (older states, chains of mass senders), each at a name of its own.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseBlock } from '@waxseal/core/dns'
import { twoSpfRecords } from '../expectations.ts'
import type { LabZone } from '../internet.ts'
import { readRecorded } from '../recorded.ts'
import { type Dice, dice } from './dice.ts'
import { forwardZone, text4, text6 } from './draft.ts'
import type { SpfSubject } from './spf-world.ts'

export interface RecordedSubjects {
  zones: LabZone[]
  hosts: ReadonlyMap<string, string>
  subjects: readonly SpfSubject[]
}

const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

/** Some 300 recorded zones send no mail and publish this alone: the same evaluation each time. */
const isOneTerm = /^v=spf1 [-~?+]?all$/i
const aloneEnough = 5

/** Reads the recordings of a folder (see `recordedFolder`). */
export function recordedSubjects(folder: string): RecordedSubjects {
  const { zones, hosts, sets } = readRecorded(folder, twoSpfRecords)
  const published = new Map(
    sets
      .filter(({ type, values }) => type === 'TXT' && values.some(isSpf))
      .map(({ name, values }) => [name, values.filter(isSpf).join(' ')]),
  )
  const known = new Set(published.values())
  const others = [...new Set(textsOf(folder))].filter(text => isSpf(text) && !known.has(text))
  const lines = others.map((text, at) => `t${at} TXT ${(text.match(/[^]{1,255}/g) ?? []).map(quoted).join(' ')}`)
  const chance = dice(2611)
  const everywhere = [...known, ...others].flatMap(edges)
  // Names with an underscore are no sender domains; their records are evaluated through those that include them.
  const alone = [...published].filter(([, text]) => isOneTerm.test(text)).map(([name]) => name)
  const records = [
    ...[...published].filter(([name]) => !name.includes('_') && !alone.slice(aloneEnough).includes(name)),
    ...others.map((text, at) => [`t${at}.${forwardZone}`, text] as const),
  ]
  return {
    zones: [...zones, { name: forwardZone, records: lines.join('\n') }],
    hosts,
    subjects: records.map(([domain, text]) => ({
      domain,
      sender: `someone@${domain}`,
      helo: `mail.${domain}`,
      addresses: addressesFor(chance, text, everywhere),
    })),
  }
}

/** Every TXT value of the recorded history and of the recorded chains. */
function textsOf(folder: string): string[] {
  const rows = ['history-uk-justice.jsonl', 'spf-snapshots.jsonl'].flatMap(file =>
    readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean),
  )
  return rows.flatMap(row => {
    const { type, values, ...change } = JSON.parse(row) as {
      type: string
      values?: string[]
      old?: string[] | null
      new?: string[] | null
    }
    return type === 'TXT' ? [...(values ?? []), ...(change.old ?? []), ...(change.new ?? [])] : []
  })
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** The first and last address of every network in a record, and the adjacent ones outside. */
function edges(text: string): string[] {
  return [...text.matchAll(/ [-+~?]?ip([46]):(\S+)/gi)].flatMap(([, family, written = '']) => {
    const block = parseBlock(written)
    if (block === null) return []
    const print = family === '4' ? text4 : text6
    const limit = 1n << (family === '4' ? 32n : 128n)
    return [block.first - 1n, block.first, block.last, block.last + 1n]
      .filter(value => value >= 0n && value < limit)
      .map(print)
  })
}

/** A record without addresses is evaluated for two addresses, every other for about ten. */
function addressesFor(chance: Dice, text: string, everywhere: readonly string[]): string[] {
  if (isOneTerm.test(text)) return ['192.0.2.1', '2001:db8:0:0:0:0:0:1']
  const own = edges(text)
  const chosen = new Set<string>()
  while (own.length > 0 && chosen.size < 6) {
    chosen.add(own.splice(chance.between(0, own.length - 1), 1)[0] ?? '')
  }
  while (chosen.size < 10) chosen.add(chance.pick(everywhere))
  return [...chosen]
}
