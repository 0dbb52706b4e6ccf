/** A marked record in an answer, or a piece of one where the answer has emphasis or lines within it. */
export interface RecordPiece {
  /** The text to copy: the value without the name, where both are there. Null: a part of a record is none. */
  value: string | null
  /** The name in DNS; null where the answer has the value alone. */
  name: string | null
  /** Of the record in DNS, as "TXT"; null where the answer does not say it. */
  type: string | null
  /** What is known of the record is said once, after its last piece of a block. */
  isLast: boolean
}

/** The marked records of an answer. */
export function recordPieces(fragment: DocumentFragment): ReadonlyMap<Element, RecordPiece> {
  const found = [...fragment.querySelectorAll('.ai-record')]
  return new Map(
    found.map((element, index) => {
      const next = found[index + 1]
      const goesOn = next !== undefined && continues(element, next)
      const before = found[index - 1]
      const isPart = goesOn || (before !== undefined && continues(before, element))
      return [
        element,
        {
          value: isPart ? null : valueOf(element),
          name: element.querySelector('.ai-name')?.textContent ?? null,
          type: element.querySelector('.ai-type')?.textContent ?? null,
          isLast: !goesOn || blockOf(element) !== blockOf(next),
        },
      ]
    }),
  )
}

function valueOf(element: Element): string {
  return element.querySelector('.ai-value')?.textContent ?? element.textContent ?? ''
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
