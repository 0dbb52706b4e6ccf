/** What the tests of broken DNSSEC share: zones with mail in order, the SPF command, and what a scan says of a finding. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dkim2048 } from '@waxseal/core/fixtures'
import { presentScan, type ScanResult } from '@waxseal/core/health'

const key = (dkim2048.match(/.{1,255}/g) ?? []).map(part => `"${part}"`).join(' ')

/** What a domain in order publishes. */
export const complete = (zone: string, mx: string) => `
@ MX 10 ${mx}
mx A 8.26.56.10
@ TXT "v=spf1 mx -all"
_dmarc TXT "v=DMARC1; p=reject; rua=mailto:reports@${zone}"
s1._domainkey TXT ${key}
`

const launcher = join(import.meta.dirname, '..', '..', '..', 'bin', 'waxseal')

/** `waxseal spf check`, as a receiver with this resolver would answer. */
export async function spfCheck(
  resolver: string,
  ip: string,
  sender: string,
): Promise<{ code: number; reply: unknown }> {
  const args = ['spf', 'check', '--ip', ip, '--sender', sender, '--json', '--resolver', resolver]
  const run = promisify(execFile)(launcher, args)
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  return { code: run.child.exitCode ?? -1, reply: JSON.parse(stdout) as unknown }
}

export function factsOf(result: ScanResult, id: string): unknown[] {
  return result.findings.filter(finding => finding.id === id).map(({ facts }) => facts)
}

/** The words of a scan, as people read them. */
export function wordsOf(result: ScanResult): string {
  return JSON.stringify(presentScan(result).findings.map(({ title, meaning, advice }) => [title, meaning, advice]))
}
