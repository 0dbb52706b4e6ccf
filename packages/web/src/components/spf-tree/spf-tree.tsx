import { states } from '@waxseal/core/check'
import {
  type SpfNode,
  type SpfTermNode,
  type SpfTreeReply,
  spfAddressCount,
  spfProblemTone,
  spfRunsOf,
  spfTreeOutcome,
  spfTreeRows,
} from '@waxseal/core/spf'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Figure } from '../../ui/figure.tsx'
import { Tag } from '../../ui/tag.tsx'

/** The SPF record with everything it includes: each lookup with its running number, each term with its addresses. */
export function SpfTreeFigure({ tree }: { tree: SpfTreeReply }): ReactNode {
  const outcome = spfTreeOutcome(tree)
  const sentence = `SPF tree of ${tree.root.domain}: ${tree.lookups} of 10 lookups, ${tree.voidLookups} of 2 void lookups. ${outcome}`
  return (
    <Figure
      legible
      sentence={sentence}
      columns={['Record of', 'Term', 'Lookup', 'Addresses']}
      numbersFrom={2}
      rows={spfTreeRows(tree.root)}
      drawing={
        <>
          <ol className="text-13" dir="ltr">
            <NodeTerms node={tree.root} />
          </ol>
          <p className="mt-3 text-13 text-ink2">{outcome}</p>
        </>
      }
    />
  )
}

function NodeTerms({ node }: { node: SpfNode }): ReactNode {
  if (node.record === null) {
    return (
      <li className="py-1 ps-9">
        <Tag tone={node.unchecked ? 'unknown' : 'poor'} bare>
          {node.unchecked ? states.couldNotCheck.word : (node.problem ?? 'No SPF record')}
        </Tag>
      </li>
    )
  }
  return (
    <>
      {node.problem !== null && (
        <li className="py-1 ps-9">
          <Tag tone={node.unchecked ? 'unknown' : 'poor'} bare>
            {node.problem}
          </Tag>
        </li>
      )}
      {spfRunsOf(node.terms).map(run =>
        run.terms.length === 1 ? (
          run.terms.map(term => <TermRow key={run.at} term={term} />)
        ) : (
          <li key={run.at}>
            <details className="group">
              <summary className="flex min-h-8 list-none items-center gap-3 rounded hover:bg-sunken/60 [&::-webkit-details-marker]:hidden">
                <span className="w-6 shrink-0 text-center text-ink3" aria-hidden>
                  <span className="group-open:hidden">+</span>
                  <span className="hidden group-open:inline">−</span>
                </span>
                <span>{run.terms.length} networks and addresses</span>
                <Count text={spfAddressCount(sum(run.terms, 'ipv4'), sum(run.terms, 'ipv6Nets'))} />
              </summary>
              <ol>
                {run.terms.map(term => (
                  <TermRow key={term.text} term={term} />
                ))}
              </ol>
            </details>
          </li>
        ),
      )}
    </>
  )
}

function sum(terms: readonly SpfTermNode[], field: 'ipv4' | 'ipv6Nets'): number {
  return terms.reduce((total, term) => total + (term[field] ?? 0), 0)
}

function TermRow({ term }: { term: SpfTermNode }): ReactNode {
  const own = term.child === null ? spfAddressCount(term.ipv4, term.ipv6Nets) : null
  return (
    <li>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-0.5 max-sm:py-1">
        <LookupNumber lookup={term.lookup} />
        <span className="min-w-0 font-mono max-w-[calc(100%-2.25rem)] [overflow-wrap:anywhere]">{term.text}</span>
        {term.void && (
          <Tag tone="fair" bare>
            void
          </Tag>
        )}
        {term.unchecked && (
          <Tag tone="unknown" bare>
            {states.couldNotCheck.word}
          </Tag>
        )}
        {term.problem !== null && (
          <Tag tone={spfProblemTone(term)} bare>
            {term.problem}
          </Tag>
        )}
        <Count text={own} />
      </div>
      {term.child !== null && !(term.unchecked && isUnread(term.child)) && (
        <ol className="ms-3 border-s border-line ps-3 sm:ps-5">
          <NodeTerms node={term.child} />
        </ol>
      )}
    </li>
  )
}

/** Its record could not be looked up, which the term that leads to it says already. */
function isUnread({ record, unchecked }: SpfNode): boolean {
  return record === null && unchecked
}

function LookupNumber({ lookup }: { lookup: number | null }): ReactNode {
  if (lookup === null) return <span className="w-6 shrink-0" />
  const over = lookup > 10
  return (
    <span
      title={`Lookup ${lookup} of 10`}
      className={cx(
        'grid h-5 w-6 shrink-0 place-items-center rounded-[2px] text-12 font-[600]',
        over ? 'bg-poor-tint text-poor' : 'bg-idle-tint text-ink2',
      )}
    >
      <span className="sr-only">Lookup </span>
      {lookup}
    </span>
  )
}

function Count({ text }: { text: string | null }): ReactNode {
  if (text === null) return null
  return <span className="ms-auto shrink-0 text-end text-12 text-ink3 max-sm:max-w-28">{text}</span>
}
