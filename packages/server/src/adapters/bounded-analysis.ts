import { storedHops } from '@waxseal/core/caps'
import type { HeaderAnalysis } from '@waxseal/core/headers'

/** Of each list but the path: more than anything that is stored or asked about, so that nothing shown differs. */
const keptItems = 200

/**
 * An analysis that is cheap to hand over: of its lists what can be stored or asked about, and a few more. Header fields come
 * newest first, so the last ones go; of the path the newest hops stay.
 */
export function boundedAnalysis(analysis: HeaderAnalysis): HeaderAnalysis {
  const { alignment, results } = analysis
  const ranked = { counts: 0, others: 0 }
  return {
    ...analysis,
    repeated: analysis.repeated.slice(0, keptItems),
    path: analysis.path.slice(-storedHops),
    results: results
      .filter(({ rank }) => (rank === 'counts' ? ranked.counts++ : ranked.others++) < keptItems)
      .map(({ rank, results: { methods, ...field } }) => ({
        rank,
        results: { ...field, methods: methods.slice(0, keptItems) },
      })),
    receivedSpf: analysis.receivedSpf.slice(0, keptItems),
    arc: analysis.arc.slice(0, keptItems).map(set => ({
      ...set,
      results: set.results && { ...set.results, methods: set.results.methods.slice(0, keptItems) },
    })),
    signatures: analysis.signatures.slice(0, keptItems),
    alignment: { ...alignment, identities: alignment.identities.slice(0, keptItems) },
    verdicts: analysis.verdicts.slice(0, keptItems),
    findings: analysis.findings.slice(0, keptItems).map(finding => {
      const [first, ...others] = finding.evidence
      return { ...finding, evidence: [first, ...others.slice(0, keptItems)] }
    }),
  }
}
