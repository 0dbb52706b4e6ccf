import { storedHops, storedItems, storedTextCharacters } from '@waxseal/core/caps'
import { readSelector } from '@waxseal/core/dkim'
import type { HeaderAnalysis } from '@waxseal/core/headers'
import type { ReputationReply } from '@waxseal/core/threat'
import type { CheckedSignature } from '@waxseal/scanner'
import { storable, storableJson } from '../../db/storable.ts'
import { domainIn, resultsOf } from './results.ts'
import type { AnalysisRow } from './store.ts'
import { arcWords, ignoredWords, signatureWords } from './words.ts'

type Document = AnalysisRow['document']

/**
 * What is stored of an analysis, bounded: far more than a message needs, and a limit for hostile ones. Of a longer path the
 * newest hops are kept.
 */
export function documentOf(
  analysis: HeaderAnalysis,
  {
    reputation,
    signatures,
    hops = analysis.path.length,
  }: {
    reputation: ReputationReply
    signatures: readonly CheckedSignature[] | null
    /** The number of hops, where the analysis has only the newest of them. */
    hops?: number
  },
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
        hops,
        authentication: { ...authentication },
        delivery_path: path.slice(-storedHops).map(hop => ({
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
        .slice(0, storedItems),
      alignment: {
        from_domain: alignment.fromDomain,
        organizational_domain: alignment.organizationalDomain,
        identities: alignment.identities.slice(0, storedItems).map(each => ({ ...each })),
        aligned: alignment.isAligned,
      },
      arc: analysis.arc.slice(0, storedItems).map(set => {
        const { instance, seal, domain, at } = set
        return { instance, seal, domain, words: arcWords(set), at }
      }),
      verdicts: analysis.verdicts
        .slice(0, storedItems)
        .map(({ product, says, words, at }) => ({ product, says, words, at })),
      sender_rules: analysis.rules.map(rule => ({ ...rule, receivers: [...rule.receivers] })),
      findings: analysis.findings
        .slice(0, storedItems)
        .map(finding => ({ ...finding, evidence: finding.evidence.slice(0, storedItems) })),
      signatures:
        signatures?.slice(0, storedItems).map(each => {
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
  return [...new Map(keys.map(key => [JSON.stringify(key), key])).values()].slice(0, storedItems)
}

function short(text: string): string {
  // Core cuts fields at the same length, with an ellipsis of their own.
  return storable(text.length > storedTextCharacters + 1 ? `${text.slice(0, storedTextCharacters)}…` : text)
}
