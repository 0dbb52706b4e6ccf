/** A marked record in an answer, or a piece of one where the answer has emphasis or lines within it. */
export interface RecordPiece {
  /** The text to copy: the value without the name, where both are there. Null: a part of a record is none. */
  value: string | null
  /** The name in DNS, from our data; null: unknown. */
  name: string | null
  /** When a scan saw it; null: it saw none, or the answer does not say it. */
  when: string | null
  /** Of the record in DNS, as "TXT"; null where the answer does not say it. */
  type: string | null
  /** Whether the name is no part of the sentence: the mark after the record says it. */
  isInline: boolean
  /** What is known of the record is said once, after its last piece of a block. */
  isLast: boolean
}

/** The marked records of an answer. */
export function recordPieces(fragment: DocumentFragment): ReadonlyMap<Element, RecordPiece> {
  const found = [...fragment.querySelectorAll('.ai-record')]
  const pieces = new Map<Element, RecordPiece>()
  let name: string | null = null
  let when: string | null = null
  for (const [index, element] of found.entries()) {
    const next = found[index + 1]
    const goesOn = next !== undefined && continues(element, next)
    const before = found[index - 1]
    const isRest = before !== undefined && continues(before, element)
    const own = element.querySelector('.ai-name')?.textContent ?? null
    const type = element.querySelector('.ai-type')?.textContent ?? null
    name = isRest ? name : own
    when = isRest ? when : (element.querySelector('.ai-when')?.textContent ?? null)
    pieces.set(element, {
      value: goesOn || isRest ? null : valueOf(element),
      name,
      when,
      type,
      isInline: name !== null && type === null,
      isLast: !goesOn || blockOf(element) !== blockOf(next),
    })
  }
  return pieces
}

/** A file has lines. */
function valueOf(element: Element): string {
  const value = (element.querySelector('.ai-value') ?? element).cloneNode(true) as Element
  for (const end of value.querySelectorAll('br')) end.replaceWith('\n')
  return value.textContent ?? ''
}

/** Whether `next` is the rest of the record in `element`: nothing is between them, and it begins no record. */
function continues(element: Element, next: Element): boolean {
  const between = new Range()
  between.setStartAfter(element)
  between.setEndBefore(next)
  return between.toString().trim() === '' && element.className === next.className && !/^\s*v\s*=/i.test(valueOf(next))
}

function blockOf(element: Element): Element | null {
  return element.closest('p, li, h1, h2, h3, h4')
}
