/**
 * The PDF report of a domain: the time of a processor and the size of the file, for a usual scan, for one with 300
 * findings, and for one whose texts are all long; then the memory of the process. The first report also opens the fonts.
 */
import { presentScan, type ScanReply } from '@waxseal/core/health'
import { openWorld } from '../packages/scanner/src/testing/world-scan.ts'
import { immense, reportOf } from '../packages/server/src/reports/domain-report.fixture.ts'
import { domainReport } from '../packages/server/src/reports/domain-report.ts'

const world = await openWorld(() => new Date('2026-11-25T10:00:00Z'))
const scan = presentScan(await world.scan('neglected.example'))
await world.stop()

function manyFindings({ findings, ...rest }: ScanReply): ScanReply {
  const many = Array.from({ length: 300 }, (_, at) => findings[at % findings.length]).flatMap(finding => finding ?? [])
  return { ...rest, findings: many.map((finding, at) => ({ ...finding, id: `${finding.id}_${at}` })) }
}

const scans = {
  'first report': scan,
  'usual scan': scan,
  '300 findings': manyFindings(scan),
  'all texts of 2,000 characters': immense(scan, 'words '.repeat(333)),
}
for (const [name, each] of Object.entries(scans)) {
  const before = process.cpuUsage()
  const file = await domainReport(reportOf(each))
  const { user, system } = process.cpuUsage(before)
  const pages =
    file.length === 0
      ? 0
      : (Buffer.from(file)
          .toString('latin1')
          .match(/\/Type \/Page\b/g)?.length ?? 0)
  const memory = Math.round(process.memoryUsage().rss / 1e6)
  console.log(
    `${name.padEnd(32)} ${((user + system) / 1e6).toFixed(2)} s  ${pages} pages  ${Math.round(file.length / 1e3)} KB  ${memory} MB`,
  )
}
