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
  /** On a list of the user's own: its name, its zone. */
  bl_own: { list: string; zone: string; subject: string; meaning: string }
}

/** @param effect what receivers do, in one sentence */
function row(points: number, title: string, effect: string): FindingRow<Listing> {
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
    meaning: f => `${f.list} lists ${f.subject} (${f.meaning}). ${effect}`,
    advice: f => `Fix the cause. Then ${f.delisting}.`,
    clause: 'RFC 5782 section 2.1',
  }
}

const refused = 'Receivers that use it refuse mail or put it into spam.'

export type BlacklistFinding = FindingOf<BlacklistFacts>

export const blacklistRows: FindingRows<BlacklistFacts> = {
  bl_critical: row(-35, 'Listed on a critical blocklist', refused),
  bl_high: row(-12, 'Listed on an important blocklist', refused),
  bl_medium: row(-5, 'Listed on a blocklist', 'Receivers that use it may put mail into spam.'),
  bl_low: row(-2, 'Listed on a minor blocklist', 'Few receivers use it, and these rarely refuse mail.'),
  bl_shared: {
    check: 'blacklist',
    points: -2,
    title: 'A shared provider address is listed',
    subject: null,
    meaning: f =>
      `${f.subject} is listed (${f.lists}), so some receivers refuse its mail. ${f.owner} shares it among many customers and must end the listing.`,
    advice: f => `Contact ${f.owner} if receivers refuse your mail.`,
    clause: 'RFC 5782 section 2.1',
  },
  bl_own: {
    check: 'blacklist',
    points: 0,
    title: 'Listed on your own blocklist',
    subject: f => subjectOf(f.subject, f.zone),
    reason: subject => {
      const [listed, zone, ...more] = partsOf(subject)
      if (listed === undefined || zone === undefined || more.length > 0) return null
      return `Listed on your own blocklist: ${listed} on ${zone}`
    },
    meaning: f => `${f.list} (${f.zone}) lists ${f.subject} (${f.meaning}). Receivers that use it may refuse mail.`,
    advice: f => `Fix the cause. Then ask the operator of ${f.zone} to remove the entry.`,
    clause: 'RFC 5782 section 2.1',
  },
}

export const blacklistFinding = findingsIn(blacklistRows)
