import { type VendorResult, vendorClass, vendorLooks } from '@waxseal/core/threat'
import { bounds, cut, firstOf } from './bounds.ts'
import { styles } from './palette.ts'
import { paragraph } from './parts.ts'
import type { Sheet } from './sheet.ts'
import { type Column, table } from './table.ts'

/** What each vendor says. */
export function vendorTable(sheet: Sheet, vendors: readonly VendorResult[]): void {
  const { shown, rest } = firstOf(vendors, bounds.vendors, ['vendor is', 'vendors are'])
  sheet.skip(4)
  if (shown.length > 0) table(sheet, columns, shown)
  if (rest !== null) paragraph(sheet, rest, styles.small)
}

const columns: readonly Column<VendorResult>[] = [
  {
    title: 'Vendor',
    share: 0.36,
    cell: ({ vendor, tier }) => {
      const place = vendorClass({ vendor, tier })
      return {
        texts: [
          { text: cut(vendor, bounds.cell), style: styles.text },
          ...(place === null ? [] : [{ text: place, style: styles.small }]),
        ],
      }
    },
  },
  {
    title: 'Detail',
    share: 0.42,
    cell: ({ detail }) => ({ texts: [{ text: cut(detail, bounds.cell), style: styles.quiet }] }),
  },
  { title: 'Verdict', share: 0.22, cell: ({ category }) => ({ look: vendorLooks[category] }) },
]
