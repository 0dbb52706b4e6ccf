/** Finds the regular expressions of a source text with a parser, which ignores comments and strings. */
import { type Argument, type Expression as Node, parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './check-structure.ts'

export interface Expression {
  file: string
  line: number
  /** As written in the source; an exception uses this text. */
  written: string
  /** The checkable pattern; null: built at run time. */
  pattern: { source: string; flags: string } | null
}

/** Methods that make an expression from a string. */
const readers = ['match', 'matchAll', 'search']

/** Every literal, every `RegExp(…)` and every string that `match`, `matchAll` or `search` turns into an expression. */
export function expressionsOf({ path, text }: SourceFile): Expression[] {
  const { program, errors } = parseSync(path, text)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  const found: Expression[] = []
  const add = ({ start, end }: { start: number; end: number }, pattern: Expression['pattern']): void => {
    const line = text.slice(0, start).split('\n').length
    const written = text.slice(start, end).split('\n')
    found.push({ file: path, line, written: written.map(part => part.trim()).join(' '), pattern })
  }
  const made = (node: { callee: Node; arguments: readonly Argument[]; start: number; end: number }): void => {
    const [source, flags] = node.arguments
    const method = nameOf(node.callee)
    if (method === 'RegExp') add(node, constantPattern(source, flags))
    else if (node.callee.type === 'MemberExpression' && readers.includes(method) && isString(source))
      add(node, constantPattern(source, undefined))
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node, { source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(program)
  return found
}

/** `RegExp` in `RegExp`, in `globalThis.RegExp` and in `globalThis['RegExp']`. */
function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression') return ''
  if (callee.property.type === 'Identifier' && !callee.computed) return callee.property.name
  return constant(callee.property) ?? ''
}

function isString(node: Argument | undefined): boolean {
  return node?.type === 'TemplateLiteral' || constant(node) !== null
}

function constantPattern(source: Argument | undefined, flags: Argument | undefined): Expression['pattern'] {
  const texts = { source: constant(source), flags: flags === undefined ? '' : constant(flags) }
  return texts.source === null || texts.flags === null ? null : { source: texts.source, flags: texts.flags }
}

/** The text of a constant string; null for anything else. */
function constant(node: { type: string } | undefined): string | null {
  const known = node as Argument | undefined
  if (known?.type === 'Literal') return typeof known.value === 'string' ? known.value : null
  if (known?.type !== 'TemplateLiteral' || known.expressions.length > 0) return null
  return known.quasis[0]?.value.cooked ?? null
}
