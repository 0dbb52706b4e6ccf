import { readSelector } from '@waxseal/core/dkim'
import type { HeaderAnalysis } from '@waxseal/core/headers'
import type { ReputationReply } from '@waxseal/core/threat'
import type { CheckedSignature } from '@waxseal/scanner'
import { storable, storableJson } from '../../db/storable.ts'
import { domainIn, resultsOf } from './results.ts'
import type { AnalysisRow } from './store.ts'
import { arcWords, ignoredWords, signatureWords } from './words.ts'

type Document = AnalysisRow['document']

/** Of a longer path the newest hops are kept. */
const hopsKept = 200
/** The maximum length of every other list: far more than a message needs, and a limit for hostile ones. */
const listMax = 50
/** The maximum length of every text but the raw headers, in UTF-16 units, without the ellipsis. */
const textMax = 1_000

/** What is stored of an analysis, bounded: 1 MB of hostile headers cannot make it larger than a few megabytes. */
export function documentOf(
  analysis: HeaderAnalysis,
  { reputation, signatures }: { reputation: ReputationReply; signatures: readonly CheckedSignature[] | null },
): Document {
  const { alignment, authentication, path } = analysis
  return storableJson(
    {
      parsed_data: {
        from: analysis.from,
        to: analysis.to,
        subject: analysis.subject,
        return_path: analysis.returnPath,
        sending_ip: analysis.sendingAddress?.address ?? null,
        sending_ip_at: analysis.sendingAddress?.at ?? null,
        message_id: analysis.messageId,
        repeated: analysis.repeated.map(({ label, count, values }) => ({ label, count, values: [...values] })),
        hops: path.length,
        authentication: { ...authentication },
        delivery_path: path.slice(-hopsKept).map(hop => ({
          number: hop.number,
          from: hop.from,
          by: hop.by,
          address: hop.address,
          protocol: hop.protocol,
          encrypted: hop.encrypted,
          time: hop.time,
          delay_seconds: hop.delaySeconds,
          at: hop.at,
        })),
      },
      results: resultsOf(analysis),
      ignored_results: analysis.results
        .flatMap(ranked => {
          const { rank, results } = ranked
          if (rank === 'counts') return []
          return [{ authserv_id: results.authservId, rank, words: ignoredWords(ranked), at: results.at }]
        })
        .slice(0, listMax),
      alignment: {
        from_domain: alignment.fromDomain,
        organizational_domain: alignment.organizationalDomain,
        identities: alignment.identities.slice(0, listMax).map(each => ({ ...each })),
        aligned: alignment.isAligned,
      },
      arc: analysis.arc.slice(0, listMax).map(set => {
        const { instance, seal, domain, at } = set
        return { instance, seal, domain, words: arcWords(set), at }
      }),
      verdicts: analysis.verdicts
        .slice(0, listMax)
        .map(({ product, says, words, at }) => ({ product, says, words, at })),
      sender_rules: analysis.rules.map(rule => ({ ...rule, receivers: [...rule.receivers] })),
      findings: analysis.findings
        .slice(0, listMax)
        .map(finding => ({ ...finding, evidence: finding.evidence.slice(0, listMax) })),
      signatures:
        signatures?.slice(0, listMax).map(each => {
          const { kind, domain, selector, result } = each
          return { kind, domain, selector, result, words: signatureWords(each) }
        }) ?? null,
      vt_results: reputation,
      passed_keys: passedKeys(analysis),
    },
    short,
  )
}

/**
 * The domain and the selector of each DKIM signature that the receiver reports as passed. Where it does not name the
 * selector (RFC 8601 section 2.7.1), the only one in the signatures of that domain.
 */
function passedKeys({ results, signatures }: HeaderAnalysis): Document['passed_keys'] {
  const selectors = new Map<string, Set<string | null>>()
  for (const { domain, selector } of signatures) {
    const name = domain?.toLowerCase() ?? ''
    selectors.set(name, (selectors.get(name) ?? new Set()).add(selector))
  }
  const keys = results
    .filter(({ rank }) => rank === 'counts')
    .flatMap(({ results: { methods } }) => methods)
    .filter(({ method, result }) => method === 'dkim' && result === 'pass')
    .flatMap(method => {
      const domain = domainIn(method)
      if (domain === null) return []
      const signed = selectors.get(domain)
      const [only] = signed?.size === 1 ? signed : []
      const named = method.properties.get('header.s') ?? only ?? null
      const selector = named === null ? null : readSelector(named)
      return selector === null ? [] : [{ domain, selector }]
    })
  return [...new Map(keys.map(key => [JSON.stringify(key), key])).values()].slice(0, listMax)
}

function short(text: string): string {
  // Core cuts fields at the same length, with an ellipsis of their own.
  return storable(text.length > textMax + 1 ? `${text.slice(0, textMax)}…` : text)
}
