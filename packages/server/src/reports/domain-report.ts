import { utcTime } from '@waxseal/core/headers'
import { nextSteps, sortOut } from '@waxseal/core/health'
import type { DomainReport } from '../ports.ts'
import { authentication } from './domain-authentication.ts'
import { citations, evidenceAppendix } from './domain-evidence.ts'
import { findings, inOrder } from './domain-findings.ts'
import { firstPage } from './domain-first-page.ts'
import { mailServers } from './domain-mail-servers.ts'
import { blacklists, relay, threats } from './domain-reputation.ts'
import { transport } from './domain-transport.ts'
import { notChecked } from './domain-unchecked.ts'
import { Sheet } from './sheet.ts'

/**
 * The report of a domain's newest scan as a PDF: the score with what to do first, each finding with its advice and its
 * record, the facts of each check, what could not be checked, and the evidence. Its size is bounded.
 *
 * @param options.escaped shows everything but ASCII as code points
 */
export async function domainReport(report: DomainReport, options: { escaped?: boolean } = {}): Promise<Uint8Array> {
  const { scan, decisions } = report
  const scannedAt = utcTime(scan.finished_at)
  const sheet = new Sheet({
    title: `Email security report, ${scannedAt}`,
    head: scan.domain_name,
    foot: `Email security report, scanned ${scannedAt}`,
    ...options,
  })
  const decided = sortOut(scan.findings, decisions)
  const cited = citations([...inOrder(decided.shown), ...decided.muted], scan.evidence)
  const open = sortOut(nextSteps(scan), decisions).shown.filter(({ decision }) => decision === null || decision.expired)
  firstPage(sheet, report, { scannedAt, steps: open.map(({ finding }) => finding) })
  findings(sheet, report, { decided, cited })
  mailServers(sheet, scan)
  authentication(sheet, scan)
  blacklists(sheet, scan)
  threats(sheet, scan)
  relay(sheet, scan)
  transport(sheet, scan)
  notChecked(sheet, scan)
  evidenceAppendix(sheet, cited)
  return sheet.finish()
}
