import type { Zone, ZoneEntry } from '../dns/index.ts'
import { judge } from './judge.ts'
import type { ScanResult, Sections } from './scan.ts'
import { sectionsOf } from './zone-sections.fixture.ts'

const day = 86_400_000
export const at = (days: number) => new Date(Date.UTC(2026, 10, 1) + days * day).toISOString()

export function judged(sections: Sections, previous: ScanResult | null = null, days = 0): ScanResult {
  const scan = { name: 'example.com', startedAt: at(days), finishedAt: at(days), tier: 'business' } as const
  return judge({ ...scan, sections, previous })
}
export const scanOf = async (
  zone: Zone,
  previous: ScanResult | null = null,
  days = 0,
  beside: Partial<Sections> = {},
) => judged({ ...(await sectionsOf(zone)), ...beside }, previous, days)
export const lost = ({ deductions }: ScanResult) =>
  Object.fromEntries(deductions.map(line => [line.finding, line.points]))
export const idsOf = ({ findings }: ScanResult) => findings.map(({ id }) => id)

export const rua = 'rua=mailto:dmarc@example.com'
export const reject = `v=DMARC1; p=reject; ${rua}`
/** A domain with one mail server; `spf` and `dmarc` null: not published. */
export function zoneOf({
  spf = 'v=spf1 mx -all',
  dmarc = reject,
  apex = {},
}: {
  spf?: string | null
  dmarc?: string | null
  apex?: ZoneEntry
} = {}): Zone {
  return {
    'example.com': {
      MX: [[10, 'mx1.example.com']],
      A: ['93.184.216.34'],
      ...(spf === null ? {} : { TXT: [spf] }),
      ...apex,
    },
    'mx1.example.com': { A: ['93.184.216.35'] },
    ...(dmarc === null ? {} : { '_dmarc.example.com': { TXT: [dmarc] } }),
  }
}
export const noMail = { MX: [], A: [] }
export const nullMx = { MX: [[0, '.']], A: [] } as const
export const twelve = `v=spf1 ${Array.from({ length: 12 }, (_, n) => `a:mx1.example.com/${n + 20}`).join(' ')} -all`
