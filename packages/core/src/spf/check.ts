import {
  answeredQuestions,
  appliesAlways,
  type Check,
  type CheckContext,
  checkNames,
  dnsEvidence,
  type Evidence,
  hasNoGaps,
  type Known,
  restsOn,
  type Section,
} from '../check/index.ts'
import { shownText } from '../dns/index.ts'
import { providerZoneOf } from '../providers/index.ts'
import { spfActions } from './actions.data.ts'
import { assessSpf, isOwnMx } from './assess.ts'
import { fillSpfGaps } from './fill-gaps.ts'
import { type SpfFacts, type SpfFinding, spfFinding, spfRows } from './findings.data.ts'
import { parseSpf } from './record.ts'
import { namesSender, sendsMail } from './sends-mail.ts'
import { presentSpfTree } from './tree.ts'
import type { SpfPlaceText, SpfTreeReply, SpfValue } from './value.ts'

interface Needs {
  /** The policy decides how a record that only marks mail as doubtful is judged. */
  dmarc: { enforced: boolean | null; evidence: readonly Evidence[] }
  /** Whose mail hosts receive the domain's mail says who probably sends it. */
  mx: { receivesMail: boolean; hosts: readonly string[] }
}

/** The SPF check: which servers may send for the domain. */
export const spfCheck = {
  id: 'spf',
  ...checkNames.spf,
  cap: 45,
  weight: 20,
  findings: spfRows,
  actions: spfActions,
  needs: { dmarc: true, mx: true },
  provides: ({ value, evidence }) => ({
    sendsMail: sendsMail(value),
    namesSender: namesSender(value),
    namesMx: value.tree?.root.terms.some(isOwnMx) ?? false,
    zone: { exists: value.records.length > 0, answers: dnsEvidence(evidence) },
  }),
  assess: ownersFindings,
  fillGaps: fillSpfGaps,
  applies: appliesAlways,
  answeredShare: answeredQuestions,
  isSettled: hasNoGaps,
  reply: section => ({ spf: presentSpf(section) }),
} satisfies Check<'spf', SpfValue, SpfFacts, Needs>

/** At a name where only a provider can publish, one finding says so and costs nothing. */
function ownersFindings(known: Known<SpfValue>, context: CheckContext<Needs>): readonly SpfFinding[] {
  const { domain } = context
  const findings = spfFindings(known, context)
  const zone = providerZoneOf(domain)
  if (zone === null || zone.panel !== null || findings.every(({ id }) => spfRows[id].points === 0)) return findings
  const evidence = restsOn(known.evidence, { name: domain, type: 'TXT' })
  return [spfFinding('spf_provider_name', { domain, owner: zone.owner }, evidence)]
}

/** Findings about the domain's own record rest on that record; the others on the whole tree. */
function spfFindings({ value, evidence }: Known<SpfValue>, context: CheckContext<Needs>): readonly SpfFinding[] {
  const { domain, others } = context
  const record = { name: domain, type: 'TXT' } as const
  // A finding rests on answers; failed queries prove nothing.
  const answered = evidence.filter(({ outcome }) => outcome !== 'failed')
  const tree = restsOn(answered, ...answered.map(({ question }) => question))
  const own = restsOn(evidence, record)
  const isWhole = value.records.some(text => parseSpf(text).terms.some(({ term }) => term.kind === 'redirect'))
  const dmarcEnforced = others.dmarc?.enforced ?? null
  const mailHosts = others.mx?.hosts ?? null
  return assessSpf(value, { domain, evidence: tree, dmarcEnforced, mailHosts }).map((finding): SpfFinding => {
    switch (finding.id) {
      case 'spf_missing': {
        const { at } = finding.facts
        return at === undefined
          ? { ...finding, evidence: own }
          : { ...finding, evidence: restsOn(evidence, record, at) }
      }
      case 'spf_no_sender':
      case 'spf_term_ignored':
      case 'spf_none_pass':
        return { ...finding, evidence: own }
      case 'spf_neutral':
      case 'spf_no_all':
      case 'spf_ptr':
        return isWhole ? finding : { ...finding, evidence: own }
      case 'spf_softfail_unenforced': {
        const { dmarc } = others
        const policy = dmarc === null ? [] : restsOn(dmarc.evidence, { name: `_dmarc.${domain}`, type: 'TXT' })
        return { ...finding, evidence: [...(isWhole ? tree : own), ...policy] }
      }
      default:
        return finding
    }
  })
}

/** The domain's SPF on the wire. */
export interface SpfReply {
  records: readonly string[]
  lookalikes: readonly string[]
  /** SPF records where no receiver looks for them. */
  elsewhere: readonly SpfPlaceText[]
  tree: SpfTreeReply | null
}

function presentSpf(section: Section<SpfValue>): SpfReply | null {
  if (!section.ran) return null
  const { records, lookalikes, elsewhere = [], tree } = section.value
  return {
    records: records.map(shownText),
    lookalikes: lookalikes.map(shownText),
    elsewhere: elsewhere.map(({ text, ...place }) => ({ ...place, text: shownText(text) })),
    tree: tree && presentSpfTree(tree),
  }
}
