import { identityKey, listed } from '@waxseal/core/check'
import { gapWords } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { calendarDate } from '../../lib/time.ts'
import { Note } from '../../ui/note.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Finding, SectionState, Status } from './report.ts'

interface Props {
  name: string
  section: SectionState
  /** Findings of this section. */
  findings: readonly Finding[]
}

/** The state of a section: failed, incomplete, with last known findings, or with outdated answers still in caches. */
export function SectionNotes({ name, section, findings }: Props): ReactNode {
  const carried = findings.filter(finding => finding.since !== null)
  return (
    <div className="grid gap-3 not-empty:mb-4">
      {section.state === 'unchecked' && (
        <Note look="unknown" title={`${name} could not be checked`}>
          {sentence(section.reason ?? 'no answer')} This does not affect the score.
        </Note>
      )}
      {section.gaps.length > 0 && section.state !== 'unchecked' && (
        <Note
          look="unknown"
          title={`${section.gaps.length} ${section.gaps.length === 1 ? 'lookup' : 'lookups'} failed`}
        >
          <ul>
            {section.gaps.map(gap => (
              <li key={gap.evidence} className="[overflow-wrap:anywhere]">
                <span className="font-mono text-13" dir="ltr">
                  {gap.question.name} {gap.question.type}
                </span>
                : {gapWords(gap)}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {carried.length > 0 && (
        <Note look="info" title="Findings from an earlier scan">
          <ul>
            {carried.map(finding => (
              <li key={identityKey(finding)}>
                {finding.reason}
                {finding.since !== null && `, last seen on ${calendarDate(new Date(finding.since))}`}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {section.notes.map(note => (
        <Note key={note} look="info" title={note} />
      ))}
    </div>
  )
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

const dnssecBroken = 'DNSSEC broken'

/** In the title line of a section, unless another badge there says the same. */
export function BrokenDnssecTag({
  sections,
  statuses,
}: {
  sections: readonly SectionState[]
  statuses: readonly Pick<Status, 'word'>[]
}): ReactNode {
  if (!sections.some(section => section.bogus) || statuses.some(({ word }) => word.endsWith(dnssecBroken))) return null
  return <Tag tone="poor">{dnssecBroken}</Tag>
}

/** Shown once at the top of a section that rests on answers which validating receivers never get. */
export function BrokenDnssecNote({ sections }: { sections: readonly SectionState[] }): ReactNode {
  if (!sections.some(section => section.bogus)) return null
  const zones = [...new Set(sections.flatMap(section => section.bogus_zones))]
  return (
    <div className="mb-6">
      <Note look="bad" title="DNSSEC is broken here">
        Validating receivers reject every answer from {listed(zones, 3)}. We read the records below without validation.
      </Note>
    </div>
  )
}
