import type { HeaderAnalysis } from '../headers/index.ts'
import { boundedText, boundedTexts } from './bounded-text.ts'
import type { HeaderFacts } from './facts.ts'

/** The most findings, identities and verdicts of a header that are looked at. */
const listMax = 30

/** Of a repeated field, the values that are looked at, and the characters of each. */
const valuesMax = 5
const valueMax = 300

/**
 * The part of a stored header analysis that the analyst needs, in the names of the wire. The server's document has it,
 * and more; core cannot import the contract.
 */
export interface HeaderDocument {
  threat_score: number
  parsed_data: {
    from: string | null
    subject: string | null
    return_path: string | null
    repeated?: readonly { label: string; values: readonly { text: string }[] }[] | undefined
    sending_ip: string | null
    hops: number
    authentication: { spf: string; dkim: string; dmarc: string }
    delivery_path: readonly { by: string | null; delay_seconds: number | null }[]
  }
  alignment: {
    from_domain: string | null
    identities: HeaderFacts['identities']
    aligned: boolean | null
  }
  verdicts: HeaderFacts['verdicts']
  findings: HeaderFacts['findings']
  sender_rules: readonly { title: string; verdict: string; words: string; receivers: readonly string[] }[]
}

/** Takes from a stored analysis what the analyst needs. The raw header is no part of it (decision 6.18). */
export function headerFacts(document: HeaderDocument): HeaderFacts {
  const { parsed_data: parsed, alignment, verdicts, findings, sender_rules: rules } = document
  return {
    ...boundedTexts({
      from: parsed.from,
      fromDomain: alignment.from_domain,
      returnPath: parsed.return_path,
      subject: parsed.subject,
      repeated: (parsed.repeated ?? []).map(({ label, values }) => ({
        label,
        values: values.slice(0, valuesMax).map(({ text }) => text.slice(0, valueMax)),
      })),
      sendingAddress: parsed.sending_ip,
      authentication: { ...parsed.authentication },
    }),
    threatScore: document.threat_score,
    identities: alignment.identities.slice(0, listMax).map(({ kind, domain, result, alignment: aligned }) => {
      return { kind, domain: boundedText(domain), result: boundedText(result), alignment: aligned }
    }),
    isAligned: alignment.aligned,
    hops: parsed.hops,
    slowest: slowestOf(parsed.delivery_path.map(({ by, delay_seconds: seconds }) => ({ by, seconds }))),
    verdicts: verdicts.slice(0, listMax).map(({ says, words }) => boundedTexts({ says, words })),
    findings: findings
      .slice(0, listMax)
      .map(({ id, points, title, meaning, advice, clause }) =>
        boundedTexts({ id, points, title, meaning, advice, clause }),
      ),
    rulesNotMet: rules
      .filter(({ verdict }) => verdict === 'not_met')
      .map(({ title, words, receivers }) => boundedTexts({ title, words, receivers: [...receivers] })),
  }
}

/** The same of an analysis that was not stored. */
export function headerFactsOf(analysis: HeaderAnalysis): HeaderFacts {
  const { alignment, path, sendingAddress, threatScore } = analysis
  return headerFacts({
    threat_score: threatScore,
    parsed_data: {
      from: analysis.from,
      subject: analysis.subject,
      return_path: analysis.returnPath,
      repeated: analysis.repeated,
      sending_ip: sendingAddress?.address ?? null,
      hops: path.length,
      authentication: analysis.authentication,
      delivery_path: path.map(({ by, delaySeconds }) => ({ by, delay_seconds: delaySeconds })),
    },
    alignment: {
      from_domain: alignment.fromDomain,
      identities: alignment.identities,
      aligned: alignment.isAligned,
    },
    verdicts: analysis.verdicts,
    findings: analysis.findings,
    sender_rules: analysis.rules,
  })
}

function slowestOf(hops: readonly { by: string | null; seconds: number | null }[]): HeaderFacts['slowest'] {
  let slowest: HeaderFacts['slowest'] = null
  for (const { by, seconds } of hops) {
    if (seconds === null || seconds <= (slowest?.seconds ?? 0)) continue
    slowest = { by: by === null ? null : boundedText(by), seconds }
  }
  return slowest
}
