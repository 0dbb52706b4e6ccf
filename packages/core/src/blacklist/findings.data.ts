import { type FindingOf, type FindingRow, type FindingRows, findingsIn, partsOf, subjectOf } from '../check/index.ts'
import { blocklists } from './lists.data.ts'

/** A listing: on which list (its name, its id), of what (an address or a name), why, and how it ends: `request removal at …`. */
interface Listing {
  list: string
  listId: string
  subject: string
  meaning: string
  delisting: string
}

/** What the wording of a finding about blocklists needs to know. */
export interface BlacklistFacts {
  bl_critical: Listing
  bl_high: Listing
  bl_medium: Listing
  bl_low: Listing
  bl_shared: { subject: string; owner: string; lists: string }
}

function row(points: number, title: string): FindingRow<Listing> {
  return {
    check: 'blacklist',
    points,
    title,
    subject: f => subjectOf(f.subject, f.listId),
    reason: subject => {
      const [listed, list, ...more] = partsOf(subject)
      if (listed === undefined || list === undefined || more.length > 0) return null
      return `${title}: ${listed} on ${blocklists.find(({ id }) => id === list)?.name ?? list}`
    },
    meaning: f => `${f.list} lists ${f.subject} (${f.meaning}).`,
    advice: f => `Fix the cause. Then ${f.delisting}.`,
    clause: 'RFC 5782 section 2.1',
  }
}

export type BlacklistFinding = FindingOf<BlacklistFacts>

export const blacklistRows: FindingRows<BlacklistFacts> = {
  bl_critical: row(-35, 'Listed on a critical blocklist'),
  bl_high: row(-12, 'Listed on an important blocklist'),
  bl_medium: row(-5, 'Listed on a blocklist'),
  bl_low: row(-2, 'Listed on a minor blocklist'),
  bl_shared: {
    check: 'blacklist',
    points: -2,
    title: 'A shared provider address is listed',
    subject: null,
    meaning: f =>
      `${f.subject} is listed (${f.lists}). ${f.owner} shares it among many customers, so you cannot end the listing yourself.`,
    advice: f => `Contact ${f.owner} if receivers refuse your mail.`,
    clause: 'RFC 5782 section 2.1',
  },
}

export const blacklistFinding = findingsIn(blacklistRows)
