import { ruleLooks, rulesSentence, senderRulesTitle } from '@waxseal/core/headers'
import type { ReactNode } from 'react'
import { type Column, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Analysis } from './api.ts'
import { Part } from './part.tsx'
import { PlainText } from './plain-text.tsx'

type Rule = Analysis['sender_rules'][number]

/** What large receivers ask of senders, clause by clause. */
export function SenderRules({ rules }: { rules: readonly Rule[] }): ReactNode {
  if (rules.length === 0) return null
  return (
    <Part title={senderRulesTitle}>
      <p className="mb-2 max-w-prose text-13 text-ink2">{rulesSentence(rules)}</p>
      <Table caption="Sender rules" roomy rows={rules} keyOf={({ id }) => id} columns={columns} />
    </Part>
  )
}

const columns: readonly Column<Rule>[] = [
  {
    title: 'Rule',
    names: true,
    cell: ({ title, words, clause }) => (
      <>
        <span className="font-[560]">{title}</span>
        <span className="block text-ink2">
          <PlainText text={words} />
        </span>
        <span className="block text-12 text-ink3">{clause}</span>
      </>
    ),
  },
  { title: 'Asked by', label: 'Asked by', className: 'sm:w-40', cell: ({ receivers }) => receivers.join(', ') },
  {
    title: 'Verdict',
    className: 'sm:w-32',
    cell: ({ verdict }) => <Tag tone={ruleLooks[verdict].tone}>{ruleLooks[verdict].word}</Tag>,
  },
]
