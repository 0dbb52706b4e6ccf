import { states } from '@waxseal/core/check'
import { analysisWords, noAddressAsked } from '@waxseal/core/headers'
import { threatLookupsUpgradeText } from '@waxseal/core/plan'
import { noThreatSource, reputationLooks } from '@waxseal/core/threat'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { Note } from '../../ui/note.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import type { Reputation } from './api.ts'
import { Bounded } from './bounded.tsx'
import { Part } from './part.tsx'
import { PlainText } from './plain-text.tsx'
import { ReputationEvidence } from './reputation-evidence.tsx'
import { VendorList } from './vendor-list.tsx'

interface Props {
  reputation: Reputation
  /** null: the header shows none. */
  sendingIp: string | null
}

/** The reputation of the sending address and of the domains of the message. */
export function ReputationTab({ reputation, sendingIp }: Props): ReactNode {
  const { evidence = [] } = reputation
  const of = ({ evidence: ids = [] }: Rest) => evidence.filter(({ id }) => ids.includes(id))
  if (reputation.error !== null) {
    return (
      <div className="grid justify-items-start gap-3">
        <NoResults error={reputation.error} />
        <ReputationEvidence about="all sources" evidence={evidence} />
      </div>
    )
  }
  const ips = Object.entries(reputation.ips)
  const domains = Object.entries(reputation.domains)
  return (
    <div className="grid grid-cols-1 gap-8">
      {ips.length === 0 && domains.length === 0 ? (
        <p className="text-ink2">{analysisWords.noReputation}</p>
      ) : (
        <Verdict verdict={reputation.overall_verdict} />
      )}
      <Part title="IP Reputation">
        {ips.length === 0 ? (
          <p className="max-w-prose text-ink2">
            <PlainText text={noAddressAsked(sendingIp)} />
          </p>
        ) : (
          <Bounded items={ips}>
            {shown =>
              shown.map(([address, entry]) => (
                <Entry
                  key={address}
                  name={address}
                  entry={entry}
                  evidence={of(entry)}
                  facts={[
                    ['Country', entry.country],
                    ['Network', entry.as_owner],
                  ]}
                />
              ))
            }
          </Bounded>
        )}
      </Part>
      <Part title="Domain Reputation">
        {domains.length === 0 ? (
          <p className="max-w-prose text-ink2">{analysisWords.noDomainAsked}</p>
        ) : (
          <Bounded items={domains}>
            {shown =>
              shown.map(([domain, entry]) => (
                <Entry
                  key={domain}
                  name={domain}
                  entry={entry}
                  evidence={of(entry)}
                  facts={[['Categories', entry.categories.length === 0 ? null : entry.categories.join(', ')]]}
                />
              ))
            }
          </Bounded>
        )}
      </Part>
      {reputation.note !== null && <p className="max-w-prose text-13 text-ink3">{reputation.note}</p>}
    </div>
  )
}

function NoResults({ error }: { error: NonNullable<Reputation['error']> }): ReactNode {
  const { tier, sellsPlans } = usePlan()
  if (error === 'rate_limit_exceeded') {
    const more = tier === null || !sellsPlans ? null : threatLookupsUpgradeText(tier)
    return (
      <Note look="unknown" title={analysisWords.reputationLimit}>
        {more !== null && <Upgrade>{more}</Upgrade>}
      </Note>
    )
  }
  if (error === 'not_configured') return <Note look="info" title={noThreatSource} />
  return (
    <Note look="unknown" title={analysisWords.reputationUnavailable}>
      {analysisWords.noAnswer}
    </Note>
  )
}

function Upgrade({ children }: { children: string }): ReactNode {
  return (
    <span className="flex items-baseline gap-2">
      <Lock className="size-3.5 shrink-0 translate-y-0.5 text-ink3" aria-hidden />
      <Link to={paths.plans} className="prose-link rounded">
        {children}
      </Link>
    </span>
  )
}

function Verdict({ verdict }: { verdict: Reputation['overall_verdict'] }): ReactNode {
  return (
    <div>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="text-16 font-[600]">Verdict</h3>
        {verdict === null ? (
          <Tag tone={states.couldNotCheck.tone}>{states.couldNotCheck.word}</Tag>
        ) : (
          <Tag tone={reputationLooks[verdict].tone}>{reputationLooks[verdict].word}</Tag>
        )}
      </div>
      {verdict === null && <p className="mt-1 max-w-prose text-ink2">{analysisWords.silentSources}</p>}
    </div>
  )
}

/** What addresses and domains have in common. */
type Rest = Omit<Reputation['domains'][string], 'categories'>

interface EntryProps {
  name: string
  entry: Rest
  evidence: NonNullable<Reputation['evidence']>
  facts: readonly [string, string | null][]
}

function Entry({ name, entry, evidence, facts }: EntryProps): ReactNode {
  const { sellsPlans } = usePlan()
  const { malicious, suspicious, harmless, smart_verdict: smart, vendor_interpretation: meaning } = entry
  return (
    <div className="border-t border-line py-3">
      <h4 className="mb-2 font-[560]">
        <PlainText text={name} mono />
      </h4>
      <div className="mb-2 flex flex-wrap gap-x-4 gap-y-1">
        <Count tone="poor" word="malicious" count={malicious} />
        <Count tone="fair" word="suspicious" count={suspicious} />
        <Count tone="excellent" word="harmless" count={harmless} />
      </div>
      <dl className="mb-2 text-13">
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="flex gap-2">
                <dt className="text-ink3">{label}</dt>
                <dd className="min-w-0">
                  <PlainText text={value} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {smart !== undefined && <Opinion title="Smart verdict">{smart}</Opinion>}
      {meaning !== undefined && <Opinion title="Vendor interpretation">{meaning}</Opinion>}
      {smart === undefined && sellsPlans && (
        <div className="mb-2 text-13">
          <Upgrade>Upgrade to Pro for smart interpretation</Upgrade>
        </div>
      )}
      <VendorList of={name} vendors={entry.vendor_results} />
      <ReputationEvidence about={name} evidence={evidence} />
    </div>
  )
}

/** A count of 0 has no color: nothing was found. */
function Count({ tone, word, count }: { tone: Tone; word: string; count: number }): ReactNode {
  return (
    <Tag tone={count === 0 ? 'idle' : tone} bare>
      {`${count} ${word}`}
    </Tag>
  )
}

function Opinion({ title, children }: { title: string; children: string }): ReactNode {
  return (
    <div className="mb-2 max-w-prose">
      <h5 className="text-13 text-ink3">{title}</h5>
      <p className="text-ink2">
        <PlainText text={children} />
      </p>
    </div>
  )
}
