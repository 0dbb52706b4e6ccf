import { checkNames } from '@waxseal/core/check'
import {
  changesBetween,
  type OnCheckError,
  presentScan,
  reportCsv,
  type ScanReply,
  type ScanResult,
} from '@waxseal/core/health'
import { canonicalTier } from '@waxseal/core/plan'
import { defaultThreatSources } from '@waxseal/core/threat'
import { normalizeDomain } from '../../domain-name.ts'
import type { ScanProgress } from '../../progress.ts'
import { reportText } from '../../report-text.ts'
import { scan } from '../../scan.ts'
import { openRelayProbe } from '../../smtp/index.ts'
import { type OpenThreatOptions, openThreat } from '../../threat/index.ts'
import { CommandError } from '../arguments.ts'
import { type CommandContext, command, type DnsSettings } from '../command.ts'
import { readEarlier } from './earlier-scan.ts'

export const scanCommand = command({
  name: 'scan',
  summary: 'Scan a domain and show its score, findings and records.',
  args: {
    domain: { kind: 'text', about: 'The domain to scan.', required: true, positional: true },
    tier: { kind: 'text', value: 'PLAN', about: 'Run the checks of this plan: free, pro or business (default).' },
    relay: { kind: 'flag', about: 'Also test the mail servers over SMTP for STARTTLS and open relay.' },
    threat: { kind: 'flag', about: 'Also query threat intelligence services. They see the domain name.' },
    evidence: { kind: 'flag', about: 'Show every lookup and test with the command that repeats it.', oneShot: true },
    csv: { kind: 'flag', about: 'Print the report as CSV.', oneShot: true },
    since: {
      kind: 'text',
      value: 'FILE',
      about: 'Show what changed since an earlier scan. FILE is the output of scan --json.',
      oneShot: true,
    },
    failUnder: {
      kind: 'integer',
      value: 'SCORE',
      min: 0,
      max: 100,
      about: 'Exit with 3 if the score is lower, with 1 if there is no score.',
      oneShot: true,
    },
  },
  run: async (values, context) => {
    const domain = normalizeDomain(values.domain)
    if (!domain.ok) throw new CommandError(domain.code, domain.message)
    const tier = canonicalTier(values.tier ?? 'business')
    if (tier === null) throw new CommandError('usage', '"tier" must be one of free, pro, business')
    const earlier = values.since === undefined ? null : await readEarlier(values.since, domain.ascii)
    const onError = complaintsOf(context)
    const relay = values.relay === true ? openRelayProbe({ now: context.now }) : null
    const threat = values.threat === true ? openThreat({ ...threatSettings(values), now: context.now }) : null
    const result = await context
      .withDns(values, dns =>
        scan({
          name: domain.ascii,
          tier,
          dns,
          relay,
          ...(threat && { threat: threat.session }),
          now: context.now,
          signal: context.signal,
          onError,
          ...progressFor(context),
        }),
      )
      .finally(() => {
        relay?.close()
        threat?.close()
      })
    const reply = withChanges(result, earlier, from => presentScan(from, tier, onError))
    return {
      result: reply,
      text: paint =>
        values.csv === true ? reportCsv(reply) : reportText(reply, paint, { evidence: values.evidence === true }),
      exitCode: exitCodeOf(reply.health_score, isAnswered(result), values.failUnder),
    }
  },
})

/** The reply, with what changed since the earlier one. */
function withChanges(
  result: ScanResult,
  earlier: ScanReply | null,
  present: (result: ScanResult) => ScanReply,
): ScanReply {
  const reply = present(result)
  return earlier === null ? reply : present({ ...result, changes: changesBetween(earlier, reply) })
}

/** The threat sources to ask, and their timeout: filtering resolvers get the same timeout as other DNS servers. */
export function threatSettings({
  resolver,
  dnsTimeoutMs,
}: Partial<Pick<DnsSettings, 'resolver' | 'dnsTimeoutMs'>>): Pick<OpenThreatOptions, 'sources' | 'timeoutMs'> {
  return {
    sources: defaultThreatSources({ resolverNamed: resolver !== undefined }),
    ...(dnsTimeoutMs === undefined ? {} : { timeoutMs: dnsTimeoutMs }),
  }
}

/** Names a check whose own code threw, which the report shows as one that could not be checked; each error once. */
function complaintsOf({ complain }: CommandContext): OnCheckError {
  const said = new Set<string>()
  return (check, error) => {
    const line = `internal error in the check ${checkNames[check].title}: ${error instanceof Error ? error.message : String(error)}`
    if (!said.has(line)) complain(line)
    said.add(line)
  }
}

/** Whether anything is known of the domain. The section of DNS also runs to tell which name servers are silent. */
function isAnswered({ name, sections: { dns, mx, spf, dmarc }, findings }: ScanResult): boolean {
  if ([mx, spf, dmarc].some(section => section.ran) || findings.length > 0) return true
  return (
    dns.ran &&
    dns.evidence.some(
      ({ question, outcome }) => question.name === name && question.type !== 'NS' && outcome !== 'failed',
    )
  )
}

function exitCodeOf(score: number | null, answered: boolean, failUnder: number | undefined): 0 | 1 | 3 {
  if (failUnder === undefined) return answered ? 0 : 1
  if (score === null) return 1
  return score < failUnder ? 3 : 0
}

function progressFor({ onProgress }: CommandContext): { onProgress?: (progress: ScanProgress) => void } {
  if (onProgress === undefined) return {}
  return {
    onProgress: ({ checks, questions }) => {
      const open = Object.entries(checks).filter(([, state]) => state === 'waiting' || state === 'running')
      onProgress(`${questions} queries, open checks: ${open.map(([check]) => check).join(', ') || 'none'}`)
    },
  }
}
