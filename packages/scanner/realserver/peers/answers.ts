import type { Zone, ZoneEntry } from '@waxseal/core/dns'
import { type LabZone, nameserver } from '../internet.ts'
import { brokenZone, forwardZone } from './draft.ts'
import type { AnswerData } from './peer.ts'

const reverseZones = ['44.in-addr.arpa', '0.0.6.2.ip6.arpa'] as const

/** The zones with which a lab gives the answers of this object; failing names are below `brokenZone`. */
export function labZones(zone: Zone): LabZone[] {
  const lines = new Map<string, string[]>([forwardZone, ...reverseZones].map(name => [name, []]))
  for (const [name, entry] of Object.entries(zone)) {
    if (entry.fail !== undefined) continue
    const apex = [...lines.keys()].find(apex => name.endsWith(`.${apex}`))
    if (apex === undefined) throw new Error(`${name} lies in none of the zones`)
    lines.get(apex)?.push(...linesOf(name, entry))
  }
  return [
    ...[...lines].map(([name, records]) => ({ name, records: records.join('\n') })),
    { name: brokenZone, nameservers: [nameserver.refusing] },
  ]
}

function linesOf(name: string, entry: ZoneEntry): string[] {
  const owner = `${name.replace(/[^\w.\\-]/g, mark => `\\${String(mark.charCodeAt(0)).padStart(3, '0')}`)}.`
  const line = (type: string, data: string): string => `${owner} 300 IN ${type} ${data}`
  return [
    ...(entry.A ?? []).map(address => line('A', address)),
    ...(entry.AAAA ?? []).map(address => line('AAAA', address)),
    ...(entry.CNAME ?? []).map(target => line('CNAME', `${target}.`)),
    ...(entry.PTR ?? []).map(target => line('PTR', `${target}.`)),
    ...(entry.MX ?? []).map(([preference, host]) => line('MX', `${preference} ${host === '.' ? host : `${host}.`}`)),
    ...(entry.TXT ?? []).map(text => line('TXT', strings(text).map(quoted).join(' '))),
  ]
}

function strings(text: string | readonly string[]): readonly string[] {
  return typeof text === 'string' ? (text.match(/[^]{1,255}/g) ?? ['']) : text.flatMap(strings)
}

function quoted(text: string): string {
  const safe = text.replace(/[^ -~]/g, octet => `\\${String(octet.charCodeAt(0)).padStart(3, '0')}`)
  return `"${safe.replace(/["]|\\(?!\d{3})/g, '\\$&')}"`
}

/** The same object in the form for peers that answer their lookups themselves. */
export function peerAnswers(zone: Zone): Record<string, AnswerData> {
  const answers: Record<string, AnswerData> = {}
  for (const [name, entry] of Object.entries(zone)) {
    if (name.includes('\\046')) continue
    const plain = name.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code)))
    const data: AnswerData = {}
    for (const type of ['A', 'AAAA', 'CNAME', 'PTR'] as const) {
      const values = entry[type]
      if (values !== undefined) data[type] = [...values]
    }
    if (entry.MX !== undefined) data.MX = entry.MX.map(([preference, host]) => [preference, host])
    if (entry.TXT !== undefined) data.TXT = entry.TXT.map(text => [...strings(text)])
    if (entry.fail !== undefined) data.fail = 'servfail'
    answers[plain] = data
  }
  return answers
}
