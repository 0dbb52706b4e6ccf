import type { HeaderAnalysisReply } from '@waxseal/contract'
import { delayText, isSlow, pathSentence, utcTime } from '@waxseal/core/headers'
import { bounds, cut } from './bounds.ts'
import { styles } from './palette.ts'
import { paragraph, section } from './parts.ts'
import type { Sheet } from './sheet.ts'
import { type Cell, type CellText, type Column, table, toned } from './table.ts'

type Data = HeaderAnalysisReply['parsed_data']
type Hop = Data['delivery_path'][number]

/** The hosts that the message passed, oldest first. */
export function deliveryPath(sheet: Sheet, { hops, delivery_path: path }: Data): void {
  section(sheet, `Delivery Path (${hops.toLocaleString('en')} ${hops === 1 ? 'hop' : 'hops'})`, () => {
    paragraph(sheet, pathSentence(path))
    const shown = path.slice(-bounds.hops)
    if (hops > shown.length) {
      paragraph(sheet, `Only the newest ${shown.length.toLocaleString('en')} hops are shown.`)
    }
    sheet.skip(6)
    if (shown.length > 0) table(sheet, columns, shown)
  })
}

const mono = { ...styles.record, leading: 12 }

function host(name: string | null): CellText {
  return { text: name === null ? '–' : cut(name, bounds.cell), style: mono }
}

function submitting({ from, address }: Hop): Cell {
  const isNamed = address !== null && address !== from
  return { texts: [host(from), ...(isNamed ? [host(address)] : [])] }
}

function receiving({ by, protocol, encrypted, at }: Hop): Cell {
  const security = encrypted === null ? null : encrypted ? 'encrypted' : 'not encrypted'
  const how = [protocol === null ? null : cut(protocol, 40), security].filter(part => part !== null).join(', ')
  const texts: CellText[] = [host(by)]
  if (how !== '') texts.push({ text: how, style: styles.small })
  texts.push({ text: `Line ${at.line}`, style: styles.small })
  return { texts }
}

function delay({ delay_seconds: seconds }: Hop): Cell {
  const { text, isSkewed } = delayText(seconds)
  const texts: CellText[] = [{ text, style: styles.text }]
  if (isSkewed) texts.push({ text: 'clock skew', style: toned(styles.small, 'medium') })
  if (isSlow(seconds)) texts.push({ text: 'slow', style: toned(styles.small, 'fair') })
  return { texts }
}

const columns: readonly Column<Hop>[] = [
  { title: 'Hop', share: 0.06, cell: ({ number }) => ({ texts: [{ text: String(number), style: styles.name }] }) },
  { title: 'Submitting host', share: 0.32, cell: submitting },
  { title: 'Receiving host', share: 0.32, cell: receiving },
  {
    title: 'Time',
    share: 0.14,
    cell: ({ time }) => ({ texts: [{ text: time === null ? '–' : utcTime(time), style: styles.text }] }),
  },
  { title: 'Delay', share: 0.16, cell: delay },
]
