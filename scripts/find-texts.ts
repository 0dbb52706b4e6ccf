/** Finds the texts of a source file with a parser, which ignores comments. */
import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './check-structure.ts'

export interface Text {
  line: number
  /** `{}` in place of each expression of a template. */
  text: string
}

/** Every string, template and text between tags that has two words in a row. */
export function textsOf({ path, text: source }: SourceFile): Text[] {
  const { program, errors } = parseSync(path, source)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  const found: Text[] = []
  const add = (text: string, start: number): void => {
    if (/[a-z] [a-z]/i.test(text)) found.push({ line: source.slice(0, start).split('\n').length, text })
  }
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') add(node.value, node.start)
    },
    TemplateLiteral(node) {
      add(node.quasis.map(part => part.value.cooked ?? '').join('{}'), node.start)
    },
    JSXText(node) {
      add(node.value.trim().replaceAll(/\s+/g, ' '), node.start)
    },
  }).visit(program)
  return found
}
