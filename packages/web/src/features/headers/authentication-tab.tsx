import { analysisWords, filterLooks, rankLooks, resultTone } from '@waxseal/core/headers'
import type { ReactNode } from 'react'
import { Tag } from '../../ui/tag.tsx'
import { AlignmentPart } from './alignment-part.tsx'
import type { Analysis } from './api.ts'
import { Bounded } from './bounded.tsx'
import { EvidenceLines } from './evidence-lines.tsx'
import { NewSelectors } from './new-selectors.tsx'
import { Part } from './part.tsx'
import { PlainText } from './plain-text.tsx'
import { SenderRules } from './sender-rules.tsx'

/** What the receiver reported, and what follows of it. */
export function AuthenticationTab({ analysis }: { analysis: Analysis }): ReactNode {
  const { results, ignored_results: ignored, arc, verdicts, sender_rules: rules, signatures } = analysis
  return (
    <div className="grid grid-cols-1 gap-8">
      <Part title="Results of the receiver">
        <Rows items={results} row={methodRow} />
      </Part>
      {ignored.length > 0 && (
        <Part title="Results that do not count">
          <p className="mb-2 max-w-prose text-13 text-ink2">{analysisWords.ignored}</p>
          <Rows items={ignored} row={ignoredRow} />
        </Part>
      )}
      <AlignmentPart alignment={analysis.alignment} />
      <Part title="Signatures">
        {signatures === null ? (
          <p className="max-w-prose text-ink2">{analysisWords.unsigned}</p>
        ) : signatures.length === 0 ? (
          <p className="text-ink2">{analysisWords.noSignature}</p>
        ) : (
          <Rows items={signatures} row={signatureRow} />
        )}
        <NewSelectors selectors={analysis.new_selectors} />
      </Part>
      {arc.length > 0 && (
        <Part title="ARC">
          <Rows items={arc} row={arcRow} />
        </Part>
      )}
      {verdicts.length > 0 && (
        <Part title="Filter verdicts">
          <Rows items={verdicts} row={verdictRow} />
        </Part>
      )}
      <SenderRules rules={rules} />
    </div>
  )
}

function ResultTag({ result }: { result: string }): ReactNode {
  // The receiver's word is text from the message too.
  return <Tag tone={resultTone(result)}>{result.length > 24 ? `${result.slice(0, 24)}…` : result}</Tag>
}

interface RowProps {
  name: string
  tag: ReactNode
  words: string
  at: Analysis['results'][number]['at']
}

interface RowsProps<Item> {
  items: readonly Item[]
  row: (item: Item) => RowProps
}

function methodRow({ method, result, words, at }: Analysis['results'][number]): RowProps {
  return { name: method.toUpperCase(), tag: <ResultTag result={result} />, words, at }
}

function ignoredRow({ authserv_id: id, rank, words, at }: Analysis['ignored_results'][number]): RowProps {
  return {
    name: id ?? 'No authserv-id',
    tag: <Tag tone={rankLooks[rank].tone}>{rankLooks[rank].word}</Tag>,
    words,
    at,
  }
}

function signatureRow({
  kind,
  domain,
  selector,
  result,
  words,
}: NonNullable<Analysis['signatures']>[number]): RowProps {
  return {
    name: `${kind.toUpperCase()} ${domain} (${selector})`,
    tag: <ResultTag result={result} />,
    words,
    at: null,
  }
}

function arcRow({ instance, seal, domain, words, at }: Analysis['arc'][number]): RowProps {
  return {
    name: `Set ${instance}${domain === null ? '' : `, ${domain}`}`,
    tag: seal === null ? <Tag tone="idle">no seal</Tag> : <ResultTag result={seal} />,
    words,
    at,
  }
}

function verdictRow({ product, says, words, at }: Analysis['verdicts'][number]): RowProps {
  return {
    name: product,
    tag: <Tag tone={filterLooks[says].tone}>{filterLooks[says].word}</Tag>,
    words,
    at,
  }
}

function Rows<Item>({ items, row }: RowsProps<Item>): ReactNode {
  return (
    <Bounded items={items}>
      {shown => (
        <ul>
          {shown.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list of a stored analysis never changes
            <Row key={index} {...row(item)} />
          ))}
        </ul>
      )}
    </Bounded>
  )
}

function Row({ name, tag, words, at }: RowProps): ReactNode {
  return (
    <li className="border-b border-line py-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h4 className="min-w-0 font-[560]">
          <PlainText text={name} />
        </h4>
        {tag}
      </div>
      <p className="max-w-prose text-ink2">
        <PlainText text={words} />
      </p>
      {at !== null && <EvidenceLines lines={[at]} />}
    </li>
  )
}
