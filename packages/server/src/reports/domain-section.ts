import type { CheckId } from '@waxseal/core/check'
import { type ScanReply, uncheckedLine } from '@waxseal/core/health'
import { cut, firstOf } from './bounds.ts'
import { styles } from './palette.ts'
import { paragraph } from './parts.ts'
import type { Sheet } from './sheet.ts'

const notesMax = 12

/** What a check could not answer, where its facts would be, and the notes on how it was judged. */
export function sectionState(sheet: Sheet, { sections }: ScanReply, check: CheckId): void {
  const { failure, gaps, notes } = sections[check]
  if (failure !== null) paragraph(sheet, `${uncheckedLine(check, failure)}. This does not affect the score.`)
  if (gaps.length > 0) {
    paragraph(sheet, `${gaps.length} ${gaps.length === 1 ? 'lookup' : 'lookups'} failed: see “${notCheckedTitle}”.`)
  }
  const { shown, rest } = firstOf(notes, notesMax, ['note is', 'notes are'])
  for (const note of shown) paragraph(sheet, cut(note), styles.small)
  if (rest !== null) paragraph(sheet, rest, styles.small)
}

export const notCheckedTitle = 'Could not be checked, and costs nothing'
