import type { BlacklistRow } from '../blacklist/index.ts'
import { states } from '../check/index.ts'
import { couldNotCheck, notApplicable, type Status } from './statuses.ts'

const order: Readonly<Record<BlacklistRow['status'], number>> = { listed: 0, clean: 1, error: 2 }

/** Listed first, then clean, then error; otherwise in the order of the catalogue. */
export function listsByVerdict<Row extends Pick<BlacklistRow, 'status'>>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => order[one.status] - order[other.status])
}

/** The verdict of a list. */
export function listStatus({ status, trouble }: Pick<BlacklistRow, 'status' | 'trouble'>): Status {
  if (status === 'listed') return { word: states.listed.word, tone: states.listed.tone }
  if (status === 'clean') return { word: states.clean.word, tone: states.clean.tone }
  return trouble === 'not-applicable' ? notApplicable : couldNotCheck
}

/** A list's own term for a listing, when it says more than that it is one. */
export function listingCodes(labels: readonly string[]): string {
  const telling = labels.filter(label => label !== 'LISTED')
  return telling.length === 0 ? '' : ` (${telling.join(', ')})`
}
