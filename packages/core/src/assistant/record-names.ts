import { normalName } from '../dns/index.ts'

/** UTF-16 units before a record in which its name is. */
const nearby = 300
/** Words that people write between the name of a record and the record. */
const fillers =
  /^(?:in|txt|mx|cname|tlsa|ptr|a|aaaa|ns|ds|srv|caa|spf|dmarc|dkim|[\d.]{1,40}|records?|values?|data|content|type|host|name|as|at|with|to|publish|set|use|add|create|this|the|following|new|should|be)$/i
const hostName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i

/** The host name that is written directly before a record in the same line; null: there is none. */
export function nameBefore(text: string, start: number): string | null {
  const before = text.slice(Math.max(0, start - nearby), start)
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1)
  for (const written of line.split(/[\s|`"“”'‘’*()<>,;:=→]+/).toReversed()) {
    const word = written.replace(/\.$/, '')
    if (/^-?$/.test(word) || fillers.test(word)) continue
    return hostName.test(word) || /^_[a-z0-9-]{1,62}$/i.test(word) ? word : null
  }
  return null
}

/** Whether a record for a name can be the one that is written after another: its name, its domain or its first labels. */
export function fitsName(own: string, before: string | null): boolean {
  if (before === null) return true
  const [ours, other] = [own, before].map(name => normalName(name) ?? name.toLowerCase()) as [string, string]
  return ours === other || ours.endsWith(`.${other}`) || ours.startsWith(`${other}.`)
}
