import { coverageWords, type ScanReply, uncheckedCostsNothing } from '@waxseal/core/health'
import { bounds, cut, firstOf } from './bounds.ts'
import { notCheckedTitle } from './domain-section.ts'
import { styles } from './palette.ts'
import { paragraph, section } from './parts.ts'
import type { Sheet } from './sheet.ts'

/** What this scan could not find out: unknown, never missing. */
export function notChecked(sheet: Sheet, scan: ScanReply): void {
  const { shown, rest } = firstOf(scan.unchecked, bounds.unchecked, ['line is', 'lines are'])
  section(sheet, notCheckedTitle, () => {
    if (shown.length === 0) return paragraph(sheet, `${coverageWords(scan)}.`)
    paragraph(sheet, uncheckedCostsNothing)
    sheet.skip(4)
    sheet.inside('L', () => {
      for (const line of shown) {
        sheet.inside('LI', () => sheet.inside('LBody', () => paragraph(sheet, cut(line), styles.text)))
        sheet.skip(3)
      }
    })
    if (rest !== null) paragraph(sheet, rest, styles.small)
  })
}
