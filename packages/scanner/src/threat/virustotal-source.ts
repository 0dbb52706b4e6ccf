import type { Signal } from '@waxseal/core/dns'
import {
  opinionsOf,
  silence,
  subjectOf,
  subjectReport,
  type ThreatAnswer,
  type ThreatSource,
  virusTotal,
} from '@waxseal/core/threat'
import type { VirusTotalClient } from './virustotal-client.ts'

/**
 * VirusTotal as a threat source.
 *
 * @param targets what it may be asked about: a public key has 4 requests a minute
 */
export function virusTotalSource(client: VirusTotalClient, targets: readonly ('domain' | 'address')[]): ThreatSource {
  return {
    ...virusTotal,
    targets,
    async ask(target, signal): Promise<ThreatAnswer> {
      const kind = targets.find(each => each === target.kind)
      if (kind === undefined) return { opinions: [], evidence: [] }
      const subject = { kind, name: subjectOf(target) }
      const answered = signal?.aborted ? null : await unlessAborted(client.ask(subject), signal)
      const outcome = answered ?? client.abandoned(subject)
      if (outcome.kind === 'silent') {
        const { reason, failure, evidence } = outcome
        return { opinions: [silence(target, reason, failure, [evidence.id])], evidence: [evidence] }
      }
      const { report, evidence } = outcome.stored
      const facts = subjectReport(report, target)
      return {
        opinions: opinionsOf(report, target, evidence.id),
        evidence: [evidence],
        ...(facts !== null && { report: facts }),
      }
    },
  }
}

/** The result, or null once the caller stops waiting. The request goes on for the others that wait for it. */
async function unlessAborted<T>(result: Promise<T>, signal: Signal | undefined): Promise<T | null> {
  if (signal === undefined) return result
  const { promise: aborted, resolve } = Promise.withResolvers<null>()
  const stop = (): void => resolve(null)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([result, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
