import { findingsOfPart, type ScanReply, transportPartStatus } from '@waxseal/core/health'
import { bounds, cut, firstOf } from './bounds.ts'
import { sectionState } from './domain-section.ts'
import { styles } from './palette.ts'
import { paragraph, part, section } from './parts.ts'
import type { Sheet } from './sheet.ts'

/** The protocols that protect mail in transit. Their findings are with the others. */
export function transport(sheet: Sheet, scan: ScanReply): void {
  const findings = scan.findings.filter(({ check }) => check === 'transport')
  section(sheet, 'Transport', () => {
    sectionState(sheet, scan, 'transport')
    for (const each of scan.results.transport?.parts ?? []) {
      part(sheet, each.title, transportPartStatus(each.state, findingsOfPart(each, findings)), () => {
        paragraph(sheet, cut(each.summary))
        const { shown, rest } = firstOf(each.details, bounds.items, ['line is', 'lines are'])
        for (const detail of shown) paragraph(sheet, cut(detail), styles.small)
        if (rest !== null) paragraph(sheet, rest, styles.small)
      })
    }
  })
}
