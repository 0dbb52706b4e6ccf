import { alignmentSentence, identityWords, joins, named } from '@waxseal/core/headers'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Figure } from '../../ui/figure.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Analysis } from './api.ts'
import { Bounded } from './bounded.tsx'
import { EvidenceLines } from './evidence-lines.tsx'
import { Part } from './part.tsx'
import { PlainText } from './plain-text.tsx'

type Alignment = Analysis['alignment']
type Identity = Alignment['identities'][number]

/** The table beside the drawing ends here: the drawing shows more on request. */
const tableRows = 200

/** The domain of From in the middle, joined or not to the domains that SPF and DKIM authenticated. */
export function AlignmentPart({ alignment }: { alignment: Alignment }): ReactNode {
  const { from_domain: from, organizational_domain: organization, identities, aligned } = alignment
  const sentence = alignmentSentence(alignment)
  return (
    <Part title="DMARC alignment" aside={<AlignedTag aligned={aligned} />}>
      <p className="mb-4 max-w-prose text-ink2">
        <PlainText text={sentence} />
      </p>
      {from !== null && (
        <Figure
          legible
          sentence={sentence}
          columns={['Identity', 'Domain', 'Result and alignment']}
          rows={identities
            .slice(0, tableRows)
            .map(identity => [identity.kind.toUpperCase(), named(identity.domain), identityWords(identity)])}
          drawing={
            <div className="grid grid-cols-1 gap-y-1 md:grid-cols-3 md:items-stretch">
              <Side kind="spf" identities={identities} />
              <div className="flex flex-col justify-center rounded border border-ink px-3 py-2 text-center">
                <span className="block text-12 text-ink3">From</span>
                <PlainText text={from} mono />
                {organization !== null && organization !== from && (
                  <span className="block text-12 text-ink3">
                    Organization: <PlainText text={organization} />
                  </span>
                )}
              </div>
              <Side kind="dkim" identities={identities} />
            </div>
          }
        />
      )}
      <EvidenceLines lines={identities.map(({ at }) => at)} />
    </Part>
  )
}

function AlignedTag({ aligned }: { aligned: boolean | null }): ReactNode {
  if (aligned === null) return <Tag tone="unknown">Unknown</Tag>
  return aligned ? <Tag tone="excellent">Aligned</Tag> : <Tag tone="poor">Not aligned</Tag>
}

interface SideProps {
  kind: Identity['kind']
  identities: readonly Identity[]
}

/** The identities of one kind, each with its line to From: to the side on a wide screen, else up or down. */
function Side({ kind, identities }: SideProps): ReactNode {
  const own = identities.filter(identity => identity.kind === kind)
  const name = kind.toUpperCase()
  return (
    <div className="flex flex-col justify-center">
      <Bounded items={own}>
        {shown => (
          <ul className="grid grid-cols-1 gap-3">
            {shown.length === 0 && (
              <li className={sideClass(kind)}>
                <Identified>
                  <span className="block text-12 text-ink3">{name}</span>
                  <span className="text-ink3">no identity reported</span>
                </Identified>
                <Joint isJoined={false} />
              </li>
            )}
            {shown.map((identity, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list of a stored analysis never changes
              <li key={index} className={sideClass(kind)}>
                <Identified>
                  <span className="block text-12 text-ink3">{name}</span>
                  <PlainText text={identity.domain} mono />
                  <span className="block text-12 text-ink2">
                    <PlainText text={identityWords(identity)} />
                  </span>
                </Identified>
                <Joint isJoined={joins(identity)} />
              </li>
            ))}
          </ul>
        )}
      </Bounded>
    </div>
  )
}

/** SPF is before From and DKIM after it, with a line between. */
function sideClass(kind: Identity['kind']): string {
  return cx(
    'flex flex-col items-center',
    kind === 'spf' ? 'md:flex-row' : 'max-md:flex-col-reverse md:flex-row-reverse',
  )
}

function Identified({ children }: { children: ReactNode }): ReactNode {
  return <div className="w-full min-w-0 grow rounded bg-sunken px-3 py-2 text-13 max-md:text-center">{children}</div>
}

/** A whole line where both are joined, a broken one where they are not. The words beside it say the same. */
function Joint({ isJoined }: { isJoined: boolean }): ReactNode {
  return (
    <svg
      viewBox="0 0 48 12"
      aria-hidden
      className={cx(
        'h-3 w-12 shrink-0 max-md:my-4 max-md:w-8 max-md:rotate-90',
        isJoined ? 'text-excellent' : 'text-poor',
      )}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
    >
      {isJoined ? <path d="M2 6h44" /> : <path d="M2 6h14M32 6h14M20 2l8 8M28 2l-8 8" />}
    </svg>
  )
}
