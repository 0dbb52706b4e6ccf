import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode

/** An element of an answer, as a browser reads it. */
export interface AnswerElement {
  tag: string
  classes: readonly string[]
  text: string
}

const tags = ['p', 'strong', 'em', 'ul', 'li', 'br', 'h1', 'h2', 'h3', 'h4', 'span']

/**
 * The elements of an answer's HTML in order, and its text, read by the parser that a browser's standard describes.
 *
 * @throws Error that names the first tag, attribute, class or comment that no answer may have
 */
export function readAnswer(html: string): { text: string; elements: readonly AnswerElement[] } {
  const elements: AnswerElement[] = []
  const text = textOf(parseFragment(html).childNodes, elements)
  return { text, elements }
}

function textOf(nodes: readonly Node[], elements: AnswerElement[]): string {
  return nodes.map(node => nodeText(node, elements)).join('')
}

function nodeText(node: Node, elements: AnswerElement[]): string {
  if ('value' in node) return node.value
  if (!('attrs' in node) || !tags.includes(node.tagName)) throw new Error(`An answer has ${node.nodeName}`)
  const classes = node.attrs.flatMap(({ name, value }) => {
    if (name !== 'class') throw new Error(`An answer has the attribute ${name}=${value}`)
    return value.split(' ')
  })
  const other = classes.find(name => !/^ai-[a-z]{1,20}$/.test(name))
  if (other !== undefined) throw new Error(`An answer has the class ${other}`)
  const element = { tag: node.tagName, classes, text: '' }
  elements.push(element)
  element.text = textOf(node.childNodes, elements)
  return element.text
}

/** The records of an answer with their marks, such as `checked: v=spf1 -all`, and whether it ends with the warning. */
export function recordsShown(html: string): { records: readonly string[]; warns: boolean } {
  const { elements } = readAnswer(html)
  return {
    records: elements
      .filter(({ classes }) => classes.includes('ai-record'))
      .map(({ classes, text }) => `${classes.filter(name => name !== 'ai-record').join()}: ${text}`),
    warns: elements.at(-1)?.classes.includes('ai-warning') === true,
  }
}
