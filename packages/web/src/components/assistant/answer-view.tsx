import { states } from '@waxseal/core/check'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { type RecordPiece, recordPieces } from './record-pieces.ts'
import { sanitized } from './sanitized.ts'
import './assistant.css'

/** The tags of an answer without its headings. */
const elements: Readonly<Record<string, string>> = {
  P: 'p',
  STRONG: 'strong',
  EM: 'em',
  UL: 'ul',
  LI: 'li',
  BR: 'br',
  SPAN: 'span',
}

/** What is known of a record in an answer, in words: a color alone would not say it. */
const badges: Readonly<Record<string, string>> = {
  'ai-checked': 'Made by Waxseal',
  'ai-published': 'From an earlier scan',
  'ai-unchecked': states.couldNotCheck.word,
}

interface Props {
  html: string
  /** The level of the answer's first heading on its screen. */
  headingLevel: 2 | 3
  /** Sends a question that the answer offers; absent: nobody can. */
  onAsk?: ((question: string) => void) | undefined
}

/** An answer of the assistant. Its HTML is sanitized, and becomes elements of the list above and nothing else. */
export function AnswerView({ html, headingLevel, onAsk }: Props): ReactNode {
  const content = useMemo(() => {
    const fragment = sanitized(html)
    return contentOf(fragment, { outline: outlineOf(fragment, headingLevel), records: recordPieces(fragment), onAsk })
  }, [html, headingLevel, onAsk])
  return <div className="ask-answer">{content}</div>
}

interface Known {
  /** The tag of each heading. */
  outline: ReadonlyMap<Element, string>
  records: ReadonlyMap<Element, RecordPiece>
  onAsk: Props['onAsk']
}

/** The headings continue the outline of the screen, and leave out no level. */
function outlineOf(fragment: DocumentFragment, first: number): Known['outline'] {
  let last = first - 1
  const found = [...fragment.querySelectorAll('h1, h2, h3, h4')]
  return new Map(
    found.map(heading => {
      last = Math.min(last + 1, first + Math.max(0, Number(heading.tagName.slice(1)) - 2))
      return [heading, `h${last}`]
    }),
  )
}

function contentOf(parent: Node, known: Known): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node instanceof Text) return node.data
    // The mark beside the record says it.
    if (node instanceof Element && node.classList.contains('ai-when')) return null
    return node instanceof Element ? elementOf(node, index, known) : null
  })
}

function elementOf(element: Element, key: number, known: Known): ReactNode {
  const tag = known.outline.get(element) ?? elements[element.tagName]
  if (tag === undefined) return null
  if (tag === 'br') return <br key={key} />
  if (tag === 'li' && element.classList.contains('ai-ask'))
    return <Ask key={key} text={element.textContent ?? ''} onAsk={known.onAsk} />
  const record = known.records.get(element)
  const className = element.getAttribute('class') ?? undefined
  const content = (record?.isInline === true && element.querySelector('.ai-value')) || element
  const shown = createElement(tag, { key, className }, ...contentOf(content, known))
  if (record === undefined) return shown
  return (
    <Fragment key={key}>
      {shown}
      <RecordMark classes={element.classList} record={record} />
    </Fragment>
  )
}

/** A question that the answer offers, as a button where it can be sent. */
function Ask({ text, onAsk }: { text: string; onAsk: Props['onAsk'] }): ReactNode {
  return (
    <li>
      {onAsk === undefined ? (
        text
      ) : (
        <Button size="small" onClick={() => onAsk(text)}>
          {text}
        </Button>
      )}
    </li>
  )
}

/** Says for which name a record in a sentence is: a model can write it beside another one. */
function badgeOf(known: string, { name, when, isInline }: RecordPiece): string {
  const words = when === null ? (badges[known] ?? '') : `From the ${when}`
  return isInline ? `${words} ${known === 'ai-published' ? 'of' : 'for'} ${name}` : words
}

/** What is known of a record, and a button that copies the value of one that Waxseal made. */
function RecordMark({ classes, record }: { classes: DOMTokenList; record: RecordPiece }): ReactNode {
  const known = Object.keys(badges).find(name => classes.contains(name))
  if (known === undefined || !record.isLast) return null
  return (
    <span className={`ask-mark ${known.replace('ai-', 'ask-')}`}>
      <span className="ask-badge">{badgeOf(known, record)}</span>
      {known === 'ai-checked' && record.value !== null && <CopyButton text={record.value} what={whatOf(record)} />}
    </span>
  )
}

/** A name may have a record of each type. */
function whatOf({ name, type, value }: RecordPiece): string {
  if (value?.includes('\n') === true) return 'file'
  if (name === null) return 'record value'
  return type === null ? `value of ${name}` : `${type} value of ${name}`
}
